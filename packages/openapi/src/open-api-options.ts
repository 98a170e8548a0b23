// The author's options of a document: texts, servers, security, headers and two hooks. No behaviour.
import type { oas31 } from 'openapi3-ts';

/** Changes a document or returns another one. It receives its own copy, which it may modify. */
export type DocumentHook = (document: oas31.OpenAPIObject) => oas31.OpenAPIObject;

/** Options of a document. They are copied, never changed. */
export interface OpenApiOptions {
  /** Title, version, licence and so on. A missing title, version or description gets a neutral default. */
  readonly info?: Partial<oas31.InfoObject>;
  /** Where the API is served. Default: the host of the document itself. */
  readonly servers?: readonly oas31.ServerObject[];
  /** Security requirements of every operation. Default: none. */
  readonly security?: readonly oas31.SecurityRequirementObject[];
  /** The security schemes that `security` refers to. */
  readonly securitySchemes?: Readonly<Record<string, oas31.SecuritySchemeObject | oas31.ReferenceObject>>;
  /** A partial document to start from: the generated document is merged over it, tags by name. */
  readonly base?: Partial<oas31.OpenAPIObject>;
  /** Request headers of every operation, such as a header that a proxy requires. */
  readonly globalRequestHeaders?: Readonly<Record<string, oas31.HeaderObject>>;
  /** Response headers of every operation, such as those of a rate limiter. */
  readonly globalResponseHeaders?: Readonly<Record<string, oas31.HeaderObject | oas31.ReferenceObject>>;
  /** Error responses of other middleware by status, such as 401. The API's own responses take precedence. */
  readonly globalErrorResponses?: Readonly<Record<string, oas31.ResponseObject | oas31.ReferenceObject>>;
  /**
   * `entity`: each operation has one tag, the first of its entity; below an edge with `@Tags`, the first of these. `edge`: all
   * tags of the entity or edge, those of `@AdditionalTags` and `addEdgesToTags` too; of an edge without `@Tags`, its name.
   * Default `entity`.
   */
  readonly edgeTags?: 'edge' | 'entity';
  /**
   * Where the filters across edges are described. `parameters`: each is a parameter of each operation that takes it. `where`: on
   * classes whose lists take `where`, a condition of it describes them once per class, after `some.<edge>`, and the operations say
   * so, with `allParameters`, too. What requests may contain is the same. Default `parameters`.
   */
  readonly edgeFilters?: 'parameters' | 'where';
  /**
   * Operations list all their parameters. By default, one with more than 200 leaves the filters across edges to `where`, then
   * the conditions on all measures of a field but the first, and says so. Default false.
   */
  readonly allParameters?: boolean;
  /** Runs on the document of the options alone, before the API is merged over it. */
  readonly before?: DocumentHook;
  /** Runs on the finished document. */
  readonly after?: DocumentHook;
}
