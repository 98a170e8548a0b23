// Runs work in one transaction of an asynchronous driver. better-sqlite3 is synchronous and has its own function.

/** The transactions of one connection. */
export interface TransactionControl {
  readonly begin: string;
  /** Runs a statement without parameters or rows. */
  readonly run: (sql: string) => Promise<unknown>;
  /** Runs COMMIT. Throws where the rows may not be where the database promises them. */
  readonly commit: () => Promise<unknown>;
  /** Called when the rollback failed: the next request would join the transaction. */
  readonly markBroken: () => void;
}

/** Commits the work, or rolls it back and rethrows its error. */
export async function runInTransaction<T>(
  { begin, run, commit, markBroken }: TransactionControl,
  work: () => Promise<T>,
): Promise<T> {
  await run(begin);
  try {
    const result = await work();
    await commit();
    return result;
  } catch (error) {
    // After a lock wait timeout, MySQL leaves the transaction open. The first error says more than one of the rollback.
    await run('ROLLBACK').catch(markBroken);
    throw error;
  }
}
