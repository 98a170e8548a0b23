// What an author may add to the document: texts, servers, security, headers, and two hooks. No behaviour.
import type { oas31 } from 'openapi3-ts';

/** Changes a document, or returns another one. It is given a copy of its own and may write into it. */
export type DocumentHook = (document: oas31.OpenAPIObject) => oas31.OpenAPIObject;

/** Options of a document. Nothing in them is changed; they are copied. */
export interface OpenApiOptions {
  /** Title, version, licence and so on. A missing title, version or description gets a neutral default. */
  readonly info?: Partial<oas31.InfoObject>;
  /** Where the API is served. Default: the host of the document itself. */
  readonly servers?: readonly oas31.ServerObject[];
  /** What every operation demands. Default: nothing. */
  readonly security?: readonly oas31.SecurityRequirementObject[];
  /** Schemes that `security` names. */
  readonly securitySchemes?: Readonly<Record<string, oas31.SecuritySchemeObject | oas31.ReferenceObject>>;
  /** Part of a document to start from: the generated one is merged over it, tags by their names. */
  readonly base?: Partial<oas31.OpenAPIObject>;
  /** Request headers of every operation, such as one a proxy demands. */
  readonly globalRequestHeaders?: Readonly<Record<string, oas31.HeaderObject>>;
  /** Headers of every response, such as those of a rate limiter. */
  readonly globalResponseHeaders?: Readonly<Record<string, oas31.HeaderObject | oas31.ReferenceObject>>;
  /** Error responses by status that other middleware gives on every operation, such as 401. The API's own win. */
  readonly globalErrorResponses?: Readonly<Record<string, oas31.ResponseObject | oas31.ReferenceObject>>;
  /**
   * Tags of an edge endpoint that has none from `@Tags`: the name of the `edge`, or the tags of the `entity` that has the
   * edge. Default `edge`.
   */
  readonly edgeTags?: 'edge' | 'entity';
  /** Runs on what the options alone make, before the API is merged over it. */
  readonly before?: DocumentHook;
  /** Runs on the finished document. */
  readonly after?: DocumentHook;
}
