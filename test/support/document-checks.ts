// What a document says of requests and of answers, for the clients that hold each exchange against it.
import type { OpenApiDocument } from './declared-response.js';
import { compileSchemas } from './document-schemas.js';
import { documentValidator, type DocumentCheck } from './document-validator.js';
import { requestValidator, type RequestCheck } from './request-validator.js';

export interface DocumentChecks {
  readonly request: RequestCheck;
  readonly answer: DocumentCheck;
}

/** Both checks of one document, which share its schemas. */
export function createDocumentChecks(document: OpenApiDocument): DocumentChecks {
  const schemas = compileSchemas(document);
  return { request: requestValidator(document, schemas), answer: documentValidator(document, schemas) };
}
