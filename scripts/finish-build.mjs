// What tsc leaves to do in dist: says that dist/cjs is CommonJS, and removes what no source stands behind any more.
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

for (const name of ['core', 'openapi', 'koa']) {
  const packageFolder = join(import.meta.dirname, '../packages', name);
  const dist = join(packageFolder, 'dist');
  for (const file of readdirSync(dist, { recursive: true })) {
    const source = join(packageFolder, 'src', sourceOf(file));
    if (/\.(d\.ts|js|js\.map)$/.test(file) && !existsSync(source)) rmSync(join(dist, file));
  }
  writeFileSync(join(dist, 'cjs/package.json'), '{ "type": "commonjs" }\n');
}

/** The path below src that an output is made from. */
function sourceOf(output) {
  return output.replace(/^cjs[/\\]/, '').replace(/\.(d\.ts|js|js\.map)$/, '.ts');
}
