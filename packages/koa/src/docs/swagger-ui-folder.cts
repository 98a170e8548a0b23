// Finds the folder that the build copies Swagger UI to. CommonJS in both module formats, because only CommonJS has
// `__dirname`.
import path = require('node:path');

/** The folder in the package's root, beside `src` and `dist`. This file is in `src/docs`, `dist/docs` or `dist/cjs/docs`. */
const sources = path.dirname(__dirname).replace(/[/\\]cjs$/, '');
const swaggerUiFolder = path.join(sources, '../swagger-ui');

export = { swaggerUiFolder };
