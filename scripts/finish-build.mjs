// Finishes dist after tsc: marks dist/cjs as CommonJS, removes outputs without a source, and bundles core's ES modules into
// one file, which loads in a third of the time.
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';

for (const name of ['core', 'openapi', 'koa']) {
  const packageFolder = join(import.meta.dirname, '../packages', name);
  const dist = join(packageFolder, 'dist');
  for (const file of readdirSync(dist, { recursive: true })) {
    const source = join(packageFolder, 'src', findSource(file));
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
  // Loaded on first use.
  external: [
    './model/ajv.cjs',
    './model/check/loaded-version.cjs',
    './model/scan/class-transformer.cjs',
    './database/sqlite/sqlite-driver-path.cjs',
  ],
  sourcemap: true,
});

/** The path below src of the source of an output. */
function findSource(output) {
  return output.replace(/^cjs[/\\]/, '').replace(/\.(?:d\.(c?)ts|(c?)js|(c?)js\.map)$/, '.$1$2$3ts');
}
