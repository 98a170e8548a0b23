// Finds the folder that the build copies Swagger UI to. CommonJS in both of our formats, because only there `__dirname`
// exists.
import path = require('node:path');

/** The folder in the package's root, beside `src` and `dist`. */
const swaggerUiFolder = path.join(__dirname.replace(/[/\\]cjs$/, ''), '../swagger-ui');

export = { swaggerUiFolder };
