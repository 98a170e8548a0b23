// The tarballs of the three packages, as npm would publish them.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const folder = join(root, `node_modules/.cache/packed-${process.pid}`);
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

/** Each package's name, its size in bytes when unpacked, and the path of its tarball, which goes with the process. */
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
  return tarballsOf(printed);
}

/** npm prints what the build prints, then a JSON value: a list, or by name. */
function tarballsOf(printed) {
  const packed = Object.values(JSON.parse(printed.slice(printed.search(/^[[{]$/m))));
  return packed.map(({ name, unpackedSize, filename }) => ({
    name,
    unpackedSize,
    path: join(folder, filename),
  }));
}
