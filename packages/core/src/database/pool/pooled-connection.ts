// A connection checked out of a pool of any driver, and what its user may do with it.

/** Each driver's executor creates these; connection-use.ts decides when to call which method. */
export interface PooledConnection<C> {
  readonly connection: C;
  /** Returns it to the pool. */
  release(): Promise<unknown> | undefined;
  /** Closes it, even while a statement runs. The pool never hands it out again. */
  destroy(reason: unknown): void;
  /** Asks the server to cancel the running statement. Settles when the server has handled the request. */
  cancel(): Promise<unknown>;
  /** Runs the cheapest statement of the database. */
  ping(): Promise<unknown>;
  /** Whether the server has ended the wait for a replica that is to have a committed transaction. */
  hasUnconfirmedCommit(): boolean;
  /** Whether it has ended, by the server or the network. */
  isLost(): boolean;
  /** For how long it was idle in its pool before it was lent, in milliseconds; about 0 for a new one. */
  idleMs(): number;
  /** Closes the connections that are idle in its pool. */
  closeIdle(): void;
}

/** The part of a use that its work sees. */
export interface ConnectionUse<C> {
  readonly connection: C;
  /** To be called before each statement. Throws when the request was interrupted: no further statement is needed. */
  throwIfInterrupted(): void;
  /**
   * Asks the server to cancel the running statement, whose remaining rows are not needed. The statement ends with an
   * error, or by itself. Settles when the server has handled the request: until then, it could hit the next statement.
   */
  cancelStatement(): Promise<unknown>;
  /**
   * To be called after the answer to a commit. Throws `timeout` where the outcome is unknown: the work was interrupted before
   * the answer, which may have ended the server's wait for a replica, or something else has ended that.
   */
  confirmCommit(): void;
  /** How long the statement that runs next may take, in milliseconds. At least 1. */
  remainingMs(): number;
  /** Marks the connection as unusable after a failure that may have left it in any state: it is closed, not returned. */
  markBroken(): void;
}
