// The public surface of @decorest/openapi. Anything not named here is private.
export { openApiDocument } from './open-api-document.js';
export type { OpenApiOptions } from './open-api-options.js';
