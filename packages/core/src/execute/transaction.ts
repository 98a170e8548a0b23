// Work in one transaction, on a connection that waits for its server. better-sqlite3, which never waits, has its own.

/** How a connection begins and ends transactions. */
export interface Transactions {
  readonly begin: string;
  /** Runs a statement without parameters or rows. */
  readonly run: (sql: string) => Promise<unknown>;
  /** Called when not even the rollback succeeded: the transaction would be the next request's. */
  readonly spoil: () => void;
}

/** Commits what the work did, or rolls it back and throws what the work threw. */
export async function transact<T>({ begin, run, spoil }: Transactions, work: () => Promise<T>): Promise<T> {
  await run(begin);
  try {
    const result = await work();
    await run('COMMIT');
    return result;
  } catch (error) {
    // All of it: after a lock wait timeout of MySQL the transaction is still open. The first error tells more.
    await run('ROLLBACK').catch(spoil);
    throw error;
  }
}
