// Finds the package's folders of browser files, and koa2-swagger-ui, which reads a file beside its code. CommonJS in both module
// formats, because only CommonJS has `__dirname`.
import fs = require('node:fs');
import nodeModule = require('node:module');
import path = require('node:path');
import type koaSwaggerUi = require('koa2-swagger-ui');

/** The folders are in the package's root, beside `src` and `dist`. This file is in `src/docs`, `dist/docs` or `dist/cjs/docs`. */
const root = findRoot();
/** What the build copies. */
const swaggerUiFolder = path.join(root, 'swagger-ui');
/** Our own scripts and style sheet. */
const docsPageFolder = path.join(root, 'docs-page');

/** In a bundle, this file is elsewhere: the package that is installed beside the program has the folders. */
function findRoot(): string {
  const folder = typeof __dirname === 'string' ? __dirname : path.resolve();
  const own = path.dirname(path.dirname(folder).replace(/[/\\]cjs$/, ''));
  if (fs.existsSync(path.join(own, 'docs-page', 'page.css'))) return own;
  const program = nodeModule.createRequire(path.resolve(process.argv[1] ?? 'program.js'));
  try {
    return path.dirname(program.resolve('@decorest/koa/package.json'));
  } catch {
    return own;
  }
}

/** Loads koa2-swagger-ui as it is installed: in a bundle it does not find its template. */
function loadKoaSwagger(): typeof koaSwaggerUi {
  const ofPackage = nodeModule.createRequire(path.join(root, 'package.json'));
  return ofPackage('koa2-swagger-ui') as typeof koaSwaggerUi;
}

/** @throws TypeError in a bundle that runs without the package. */
function requireFolders(): void {
  if (fs.existsSync(docsPageFolder)) return;
  throw new TypeError(
    'restRouter: the files of the documentation page are not there, as in a bundle that runs without its packages. Install @decorest/koa beside the bundle, or set docs: false.',
  );
}

export = { swaggerUiFolder, docsPageFolder, loadKoaSwagger, requireFolders };
