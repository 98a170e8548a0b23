// Runs work in one transaction of an asynchronous driver. better-sqlite3 is synchronous and has its own function.

/** The transactions of one connection. */
export interface TransactionControl {
  readonly begin: string;
  /** Runs a statement without parameters or rows. */
  readonly run: (sql: string) => Promise<unknown>;
  /** Called when the rollback failed: the next request would join the transaction. */
  readonly markBroken: () => void;
}

/** Commits the work, or rolls it back and rethrows its error. */
export async function runInTransaction<T>(
  { begin, run, markBroken }: TransactionControl,
  work: () => Promise<T>,
): Promise<T> {
  await run(begin);
  try {
    const result = await work();
    await run('COMMIT');
    return result;
  } catch (error) {
    // After a lock wait timeout, MySQL leaves the transaction open. The first error says more than one of the rollback.
    await run('ROLLBACK').catch(markBroken);
    throw error;
  }
}
