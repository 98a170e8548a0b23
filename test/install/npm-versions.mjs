// npm in the major versions that people have, each in a folder of its own, kept between runs.
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { run } from './commands.mjs';
import { compileFor } from './node-versions.mjs';

/** Each npm with the lines of Node that its `engines` name, and we do. `byDefault`: not only with `--all`, as each compiles SQLite. */
export const npmVersions = [
  { npm: '10', nodes: ['20.19.0', '22', '24'], byDefault: ['20.19.0'] },
  { npm: '11', nodes: ['20.19.0', '22', '24', '26'], byDefault: ['24'] },
  { npm: '12', nodes: ['22', '24', '26'], byDefault: ['22', '26'] },
];

/** An npm with its version, and the environment in which a shell finds it and the Node of a binary. */
export async function provideNpm(npm, binary) {
  const folder = join(tmpdir(), 'decorest-install-test', `npm-${npm}`);
  if (!existsSync(folder)) await install(npm, folder);
  const { PATH, ...headers } = compileFor(dirname(dirname(binary)));
  const env = {
    ...headers,
    PATH: [dirname(binary), join(folder, 'node_modules/.bin'), PATH].join(delimiter),
  };
  return { version: await run('npm', ['--version'], { cwd: folder, env }), env };
}

/** Installs beside the place and moves there at the end, so that an interrupted installation does not count. */
async function install(npm, folder) {
  const unfinished = `${folder}-${process.pid}`;
  try {
    mkdirSync(unfinished, { recursive: true });
    writeFileSync(join(unfinished, 'package.json'), JSON.stringify({ private: true }));
    await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', `npm@${npm}`], {
      cwd: unfinished,
    });
    renameSync(unfinished, folder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}
