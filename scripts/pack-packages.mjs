// Packs the three packages as npm would publish them.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const folder = join(root, `node_modules/.cache/packed-${process.pid}`);
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

/** Returns each package's name, unpacked size in bytes, and the path of its tarball, which is deleted with the process. */
export function packPackages() {
  mkdirSync(folder, { recursive: true });
  const workspaces = ['core', 'openapi', 'koa'].flatMap((name) => ['-w', `packages/${name}`]);
  const printed = execFileSync(
    'npm',
    ['pack', '--json', '--loglevel', 'error', '--pack-destination', folder, ...workspaces],
    {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  return parseTarballs(printed);
}

/** npm prints the output of the build, then a JSON value: a list, or an object by name. */
function parseTarballs(printed) {
  const packed = Object.values(JSON.parse(printed.slice(printed.search(/^[[{]$/m))));
  return packed.map(({ name, unpackedSize, filename }) => ({
    name,
    unpackedSize,
    path: join(folder, filename),
  }));
}
