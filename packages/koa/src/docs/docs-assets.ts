// The files of Swagger UI, which the build copies, and our own of the page. Only the names listed here are read from the disk.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import folders from './package-folders.cjs';
import { createServedFile, type ServedFile } from './served-file.js';

const javascript = 'text/javascript; charset=utf-8';
const stylesheet = 'text/css; charset=utf-8';
const { docsPageFolder, swaggerUiFolder } = folders;

/** By name in the page. Each file is read on first use and shared by all APIs of the process (2 MB in total). */
export const docsAssets: ReadonlyMap<string, () => ServedFile> = new Map([
  // koa2-swagger-ui asks for a minified style sheet; swagger-ui-dist ships it minified under its plain name.
  createAsset('swagger-ui.min.css', stylesheet, join(swaggerUiFolder, 'swagger-ui.css')),
  createAsset('page.css', stylesheet, join(docsPageFolder, 'page.css')),
  createAsset('swagger-ui-bundle.js', javascript, join(swaggerUiFolder, 'swagger-ui-bundle.js')),
  createAsset('favicon-32x32.png', 'image/png', join(swaggerUiFolder, 'favicon-32x32.png')),
]);

/** Our plugins of Swagger UI, in the order in which they apply. Each is defined by a script of its own. */
const plugins = {
  ParametersPlugin: 'parameters-plugin.js',
  FoldingPlugin: 'folding-plugin.js',
  ErrorsPlugin: 'errors-plugin.js',
  SearchPlugin: 'search-plugin.js',
} as const;

/** The names of the plugins, as the page's script lists them. */
export const pluginNames = Object.keys(plugins).join(', ');

/** Reads the scripts that define the plugins and the theme. */
export function readPageScripts(): string {
  const files = ['theme.js', ...Object.values(plugins)];
  return files.map((file) => readFileSync(join(docsPageFolder, file), 'utf8')).join('\n');
}

function createAsset(name: string, contentType: string, path: string): [string, () => ServedFile] {
  let loaded: ServedFile | undefined;
  const load = (): ServedFile => createServedFile(readFileSync(path), contentType);
  return [name, () => (loaded ??= load())];
}
