// Copies the files of Swagger UI that @decorest/koa serves into the package, with their licences. Why the package does not
// depend on swagger-ui-dist: docs/decisions/0052-swagger-ui-is-copied.md.
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const served = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'];
const licences = ['LICENSE', 'NOTICE', 'swagger-ui-bundle.js.LICENSE.txt'];

const koa = join(import.meta.dirname, '../packages/koa');
const manifest = createRequire(join(koa, 'package.json')).resolve('swagger-ui-dist/package.json');
const folder = join(koa, 'swagger-ui');

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
for (const file of [...served, ...licences]) copyFileSync(join(dirname(manifest), file), join(folder, file));

// Names the release, for vulnerability scanners and readers.
const { name, version, license } = JSON.parse(readFileSync(manifest, 'utf8'));
writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ name, version, license }, null, 2)}\n`);
