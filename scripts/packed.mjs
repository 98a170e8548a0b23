// The tarballs of the three packages, as npm would publish them.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'node_modules/.cache/packed');

/** Each package's name and the path of its tarball; built and packed anew. */
export function packPackages() {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const workspaces = ['core', 'openapi', 'koa'].flatMap((name) => ['-w', `packages/${name}`]);
  const printed = execFileSync('npm', ['pack', '--json', '--pack-destination', folder, ...workspaces], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return tarballsOf(printed);
}

/** npm prints what the build prints, then a JSON value: a list, or by name. */
function tarballsOf(printed) {
  const packed = Object.values(JSON.parse(printed.slice(printed.search(/^[[{]$/m))));
  return packed.map(({ name, filename }) => ({ name, path: join(folder, filename) }));
}
