// An answer without a transport: what Api.handle returns.

/** An answer to an `ApiRequest`, independent of the transport. */
export interface ApiResponse {
  /** HTTP status code. */
  readonly status: number;
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as text; null without a body. The answer to `HEAD` has the body of `GET`: the transport must omit it. */
  readonly body: string | null;
}

/** The headers of an answer without a body. */
export function buildPlainHeaders(requestId: string): Record<string, string> {
  return { 'x-request-id': requestId };
}

/** The headers of a JSON answer, always in UTF-8. */
export function buildJsonHeaders(type: 'json' | 'problem+json', requestId: string): Record<string, string> {
  return {
    'content-type': `application/${type}; charset=utf-8`,
    'x-content-type-options': 'nosniff',
    'x-request-id': requestId,
  };
}
