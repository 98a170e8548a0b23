// The document before the API is merged into it: defaults, then the author's base, then the author's options.
import type { oas31 } from 'openapi3-ts';
import { mergeDocuments } from './document-merge.js';
import type { OpenApiOptions } from './open-api-options.js';

/** A complete document with neutral texts. */
const defaults: oas31.OpenAPIObject = {
  openapi: '3.1.0',
  info: {
    title: 'API',
    version: '1.0.0',
    description: 'All bodies are JSON; every error is a problem document (RFC 9457).',
  },
  servers: [{ url: '/' }],
  security: [],
};

/** Builds a document from the options alone. */
export function buildSkeleton(options: OpenApiOptions): oas31.OpenAPIObject {
  const started = mergeDocuments(defaults, options.base ?? {});
  return { ...mergeDocuments(started, collectMembers(options)), openapi: defaults.openapi };
}

/** The options that are members of the document. */
function collectMembers({ info, servers, security, securitySchemes }: OpenApiOptions): object {
  return {
    ...(info && { info }),
    ...(servers && { servers }),
    ...(security && { security }),
    ...(securitySchemes && { components: { securitySchemes } }),
  };
}
