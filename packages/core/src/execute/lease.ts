// A connection on loan from a pool, whatever the pool's driver.

/** Each driver's executor makes its leases; lending.ts decides when what is done with them. */
export interface Lease<C> {
  readonly connection: C;
  /** Gives it back, to be used by others. */
  giveBack(): Promise<unknown> | undefined;
  /** Closes it, whatever runs on it: nobody gets it again. */
  discard(reason: unknown): void;
  /** Has the server stop the statement that runs on it. Settles when the server has been told. */
  cancel(): Promise<unknown>;
  /** The cheapest statement there is. */
  ping(): Promise<unknown>;
}

/** What work is given of its lease. */
export interface Loan<C> {
  readonly connection: C;
  /** Before each statement. Throws when the request was interrupted: what follows need not be sent. */
  proceed(): void;
  /**
   * Has the server stop the statement that runs, whose rows are no longer wanted. It ends with an error, or by itself.
   * Settles when the server has handled the request to cancel: until then, it could stop the next statement.
   */
  cancelStatement(): Promise<unknown>;
  /** After a failure that may have left the connection in any state: it is not given back. */
  spoil(): void;
}
