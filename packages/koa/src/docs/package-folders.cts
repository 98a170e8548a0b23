// Finds the package's folders of browser files. CommonJS in both module formats, because only CommonJS has `__dirname`.
import path = require('node:path');

/** The folders are in the package's root, beside `src` and `dist`. This file is in `src/docs`, `dist/docs` or `dist/cjs/docs`. */
const sources = path.dirname(__dirname).replace(/[/\\]cjs$/, '');
const root = path.dirname(sources);
/** What the build copies. */
const swaggerUiFolder = path.join(root, 'swagger-ui');
/** Our own scripts and style sheet. */
const docsPageFolder = path.join(root, 'docs-page');

export = { swaggerUiFolder, docsPageFolder };
