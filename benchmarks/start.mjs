// `node start.mjs main --quick`: installs the dependencies of the bench, builds the library and the bench, runs dist/main.js.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = fileURLToPath(new URL('..', import.meta.url));
const typescript = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url));

if (!existsSync(`${here}node_modules/.package-lock.json`)) run('npm', ['ci'], here);
run('npm', ['run', 'build'], root);
run(process.execPath, [typescript, '-p', 'tsconfig.json'], here);
const [program, ...options] = process.argv.slice(2);
run(process.execPath, [`${here}dist/${program}.js`, ...options], root);

function run(command, args, cwd) {
  const { status } = spawnSync(command, args, {
    cwd,
    stdio: 'inherit',
    shell: command === 'npm' && process.platform === 'win32',
  });
  if (status !== 0) process.exit(status ?? 1);
}
