// An answer without a transport: what Api.handle returns.

/** An answer, whatever will carry it. */
export interface ApiResponse {
  readonly status: number;
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Text of the body; null for none. To `HEAD` it is what `GET` would have: the transport leaves it out. */
  readonly body: string | null;
}
