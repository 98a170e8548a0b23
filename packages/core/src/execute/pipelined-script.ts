// Scripts that send many statements together, for drivers that can. If one of them fails, or writes no row, the transaction is
// rolled back, and the script that takes one step after the other finds out which, and why.
import { getKeyValues } from '../plan/id-value.js';
import type { BulkItemsPlan } from '../plan/writes.js';
import type { Programs } from '../sql/bound-programs.js';
import { requireAllVisible } from './bulk-script.js';
import { DatabaseError } from './database-error.js';
import { failureKinds } from './failure-kinds.js';
import type { WriteContext } from './observed-write-script.js';
import { readNewRows, type BulkInserts, type ItemPlace } from './read-new-rows.js';
import { bindStatement, emptyResult, type BoundStatement, type QueryResult, type Script } from './script.js';
import { findRepeatedId } from './stored-ids.js';
import type { PlainInsert } from './write-batch.js';
import type { AffectedRows, WrittenRows } from './write.js';

/** A statement wrote no row. */
class UnwrittenRowError extends DatabaseError {
  constructor() {
    super('unknown', new Error('A statement of a pipeline wrote no row.'));
  }
}

/** Whether an error is that of one statement, which the steps of another script would meet, too. */
export function isOfStatement(error: unknown): boolean {
  if (error instanceof UnwrittenRowError) return true;
  return error instanceof DatabaseError && failureKinds[error.kind].isOfValues;
}

/** Inserts rows, then reads them back. */
export function* sendCreates(
  programs: Programs,
  rows: BulkInserts,
  inserts: readonly PlainInsert[],
  progress: ItemPlace,
): Script<WrittenRows> {
  const answers = yield* sendStatements(inserts.map(({ call }) => call));
  const ids = inserts.map(({ idOf }, at) => idOf(answers[at] ?? emptyResult));
  return yield* readNewRows(programs, rows, ids.map(getKeyValues), progress);
}

/** Updates rows that have values of their own. */
export function* sendUpdates(context: WriteContext, { entity, items }: BulkItemsPlan): Script<AffectedRows> {
  const ids = items.map(({ update }) => update.id);
  if (yield* findRepeatedId(context.programs, entity, ids)) throw new UnwrittenRowError();
  yield* sendStatements(
    items.map(({ update: { entity: ofClass, columns, values, id } }) =>
      bindStatement(context.programs.update(ofClass, columns), [...values, id]),
    ),
  );
  yield* requireAllVisible(context, entity, ids);
  return { affected: items.length };
}

/** In statements: their answers are in memory at the same time. */
const maxTogether = 1_000;

/**
 * Sends statements together. Throws if one of them writes no row. A statement is sent by itself once, so that it is prepared
 * when it is sent many times: a pipeline would prepare each of its statements.
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
    if (more.some(({ affected }) => affected === 0)) throw new UnwrittenRowError();
    answers.push(...more);
    waiting = [];
  }
  return answers;
}
