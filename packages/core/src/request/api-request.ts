// A request without a transport: what an adapter hands to Api.handle.
import type { JsonValue } from '../vocabulary/json-schema.js';

/** Reads the body when it is wanted; throws an `ApiError` such as `body_too_large` when it cannot be had. */
export type BodyReader = () => Promise<Uint8Array | JsonValue | undefined>;

/** A request, whatever carried it. */
export interface ApiRequest {
  /** In upper case, such as `GET`. */
  readonly method: string;
  /** Path below the API's mount point, still percent-encoded, such as `/pets/1`. */
  readonly path: string;
  /** Path of the API's mount point, such as `/api`, for the links and paths in answers. Default ''. */
  readonly base?: string;
  /** Raw query string without the question mark. Default ''. */
  readonly query?: string;
  /** Headers by lower-case name. Default none. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Raw bytes, a parsed JSON value, a function that reads either, or undefined for none. */
  readonly body?: Uint8Array | JsonValue | BodyReader | undefined;
  /** Whatever earlier middleware knows of the request, such as who is asking. */
  readonly state?: unknown;
  /** Aborted when nobody waits for the answer any more: statements are cancelled, a write is rolled back. */
  readonly signal?: AbortSignal | undefined;
}

/** A request with its defaults filled in: what the stages see. */
export type CompleteRequest = ApiRequest & Required<Pick<ApiRequest, 'query' | 'headers'>>;

/** Fills in what an adapter left out. */
export function completeRequest(request: ApiRequest): CompleteRequest {
  return { ...request, query: request.query ?? '', headers: request.headers ?? {} };
}
