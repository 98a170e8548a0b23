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
