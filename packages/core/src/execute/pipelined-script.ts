// Scripts that send many statements together, for drivers that can. If one of them fails, or writes no row, the transaction is
// rolled back, and the script that takes one step after the other finds out which, and why.
import type { BulkItemsPlan } from '../plan/writes.js';
import { requireAllVisible } from './bulk-script.js';
import { DatabaseError, type DatabaseErrorKind } from './database-error.js';
import type { WriteContext } from './observed-write-script.js';
import { bindStatement, type BoundStatement, type QueryResult, type Script } from './script.js';
import type { AffectedRows, WriteBatch, WrittenRows } from './write.js';

/** A statement wrote no row. */
class UnwrittenRowError extends DatabaseError {
  constructor() {
    super('unknown', new Error('A statement of a pipeline wrote no row.'));
  }
}

/** Whether an error is that of one statement, which the steps of another script would meet, too. */
export function isOfStatement(error: unknown): boolean {
  if (error instanceof UnwrittenRowError) return true;
  return error instanceof DatabaseError && isCausedByValues[error.kind];
}

/** The kinds of errors that the values of one statement cause. */
const isCausedByValues: Readonly<Record<DatabaseErrorKind, boolean>> = {
  unique: true,
  'foreign-key': true,
  value: true,
  conflict: false,
  locked: false,
  timeout: false,
  cancelled: false,
  unavailable: false,
  unprintable: false,
  unknown: false,
};

/** Inserts rows, each followed by the read of it where there is one. */
export function* sendInserts(batches: readonly WriteBatch[]): Script<WrittenRows> {
  const answers = yield* sendStatements(batches.flatMap(({ calls }) => calls));
  let at = 0;
  const written = batches.map(({ calls, toResult }) => {
    const own = answers.slice(at, (at += calls.length));
    if (own.some(({ affected, rows }) => affected === 0 && rows.length === 0)) throw new UnwrittenRowError();
    return toResult(own);
  });
  return { written };
}

/** Updates rows that have values of their own. */
export function* sendUpdates(context: WriteContext, { entity, items }: BulkItemsPlan): Script<AffectedRows> {
  const answers = yield* sendStatements(
    items.map(({ update: { entity: ofClass, columns, values, id } }) =>
      bindStatement(context.programs.update(ofClass, columns), [...values, id]),
    ),
  );
  if (answers.some(({ affected }) => affected === 0)) throw new UnwrittenRowError();
  yield* requireAllVisible(
    context,
    entity,
    items.map(({ update }) => update.id),
  );
  return { affected: items.length };
}

/** In statements: their answers are in memory at the same time. */
const maxTogether = 1_000;

/**
 * A statement is sent by itself once, so that it is prepared when it is sent many times: a pipeline would prepare each of its
 * statements.
 */
function* sendStatements(calls: readonly BoundStatement[]): Script<readonly QueryResult[]> {
  const prepared = new Set<string>();
  const answers: QueryResult[] = [];
  let waiting: BoundStatement[] = [];
  for (const [at, call] of calls.entries()) {
    waiting.push(call);
    const isNew = !prepared.has(call.statement.name);
    prepared.add(call.statement.name);
    if (!isNew && waiting.length < maxTogether && at < calls.length - 1) continue;
    const { answers: more = [] } = yield { calls: waiting };
    answers.push(...more);
    waiting = [];
  }
  return answers;
}
