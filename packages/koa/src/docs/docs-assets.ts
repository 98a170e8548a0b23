// The files of Swagger UI, which the build copies. Only the names listed here are read from the disk.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createServedFile, type ServedFile } from './served-file.js';
import location from './swagger-ui-folder.cjs';

const javascript = 'text/javascript; charset=utf-8';
const stylesheet = 'text/css; charset=utf-8';

/** By name in the page. Each file is read on first use and shared by all APIs of the process (2 MB in total). */
export const docsAssets: ReadonlyMap<string, () => ServedFile> = new Map([
  // koa2-swagger-ui asks for a minified style sheet; swagger-ui-dist ships it minified under its plain name.
  createAsset('swagger-ui.min.css', stylesheet, 'swagger-ui.css'),
  createAsset('swagger-ui-bundle.js', javascript),
  createAsset('swagger-ui-standalone-preset.js', javascript),
  createAsset('favicon-32x32.png', 'image/png'),
]);

function createAsset(name: string, contentType: string, file = name): [string, () => ServedFile] {
  let loaded: ServedFile | undefined;
  const load = (): ServedFile =>
    createServedFile(readFileSync(join(location.swaggerUiFolder, file)), contentType);
  return [name, () => (loaded ??= load())];
}
