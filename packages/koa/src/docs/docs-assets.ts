// Swagger UI's own files, as the build copied them. Only the names listed here are ever read from the disk.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { servedFile, type ServedFile } from './served-file.js';
import location from './swagger-ui-folder.cjs';

const javascript = 'text/javascript; charset=utf-8';
const stylesheet = 'text/css; charset=utf-8';

/** By name in the page; each is read at its first use and kept, the same for every API of the process (2 MB in all). */
export const docsAssets: ReadonlyMap<string, () => ServedFile> = new Map([
  // koa2-swagger-ui asks for a minified style sheet; swagger-ui-dist ships it minified under its plain name.
  asset('swagger-ui.min.css', stylesheet, 'swagger-ui.css'),
  asset('swagger-ui-bundle.js', javascript),
  asset('swagger-ui-standalone-preset.js', javascript),
  asset('favicon-32x32.png', 'image/png'),
]);

function asset(name: string, contentType: string, file = name): [string, () => ServedFile] {
  let loaded: ServedFile | undefined;
  const load = (): ServedFile => servedFile(readFileSync(join(location.swaggerUiFolder, file)), contentType);
  return [name, () => (loaded ??= load())];
}
