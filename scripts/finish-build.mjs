// What tsc leaves to do in dist: says that dist/cjs is CommonJS, removes what no source stands behind any more, and makes
// one file of core's ES modules, which loads in a third of the time.
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';

for (const name of ['core', 'openapi', 'koa']) {
  const packageFolder = join(import.meta.dirname, '../packages', name);
  const dist = join(packageFolder, 'dist');
  for (const file of readdirSync(dist, { recursive: true })) {
    const source = join(packageFolder, 'src', sourceOf(file));
    if (file.startsWith('bundle.')) continue;
    if (/\.(d\.c?ts|c?js|c?js\.map)$/.test(file) && !existsSync(source)) rmSync(join(dist, file));
  }
  writeFileSync(join(dist, 'cjs/package.json'), '{ "type": "commonjs" }\n');
}

buildSync({
  absWorkingDir: join(import.meta.dirname, '../packages/core/dist'),
  entryPoints: ['index.js'],
  outfile: 'bundle.js',
  bundle: true,
  format: 'esm',
  platform: 'node',
  packages: 'external',
  // Loaded when first asked for.
  external: ['./model/ajv.cjs', './model/class-transformer.cjs', './execute/sqlite-driver-path.cjs'],
  sourcemap: true,
});

/** The path below src that an output is made from. */
function sourceOf(output) {
  return output.replace(/^cjs[/\\]/, '').replace(/\.(?:d\.(c?)ts|(c?)js|(c?)js\.map)$/, '.$1$2$3ts');
}
