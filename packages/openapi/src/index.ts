// The public surface of @decorest/openapi. Anything not named here is private.
export { openApiDocument, type ApiDescription } from './open-api-document.js';
export type { DocumentHook, OpenApiOptions } from './open-api-options.js';
