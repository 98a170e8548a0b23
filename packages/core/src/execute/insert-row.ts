// Runs the INSERT of one row and finds its key. Never that of another row: see sql/new-key-sql.ts.
import type { InsertProgram } from '../sql/insert-sql.js';
import { DatabaseError } from './database-error.js';
import { run, type Script } from './script.js';

/** The INSERT that a script is at; null for other statements. A failure then is one of the INSERT. */
export interface Inserting {
  program: InsertProgram | null;
}

/** Runs an INSERT of a script; returns the columns of the new row's key, or null when no row was inserted. */
export function* runInsert(
  program: InsertProgram,
  given: readonly unknown[],
  inserting: Inserting,
): Script<readonly unknown[] | null> {
  const { statement, preparation, insertedKey } = program;
  const defaults = preparation?.defaults ? ((yield* run(preparation.defaults, [])).rows[0] ?? []) : [];
  const values = [...given, ...defaults];
  const holders = preparation?.holder ? (yield* run(preparation.holder, values)).rows : [];
  inserting.program = program;
  const answer = yield* run(statement, values);
  inserting.program = null;
  if (answer.affected === 0) return null;
  if (holders.length > 0) throw createRewrittenKeyError();
  return insertedKey(answer, values);
}

/** The INSERT has not failed although a row has its key: a trigger changed it, to a key that the database does not tell. */
function createRewrittenKeyError(): DatabaseError {
  return new DatabaseError(
    'unknown',
    new Error('A trigger changed the key of a new row, and the database does not say to which one.'),
  );
}

/** That a key is taken which the database has chosen is a fault of the server. Other errors stay as they are. */
export function explainTakenKey({ program }: Inserting, error: unknown): unknown {
  const takenKey = program?.takenKey;
  if (!takenKey || !(error instanceof DatabaseError) || error.kind !== 'unique') return error;
  const { columns } = error;
  const isKey =
    columns === 'key' ||
    (columns.length === takenKey.columns.length && takenKey.columns.every((name) => columns.includes(name)));
  return isKey ? new DatabaseError('unknown', new Error(takenKey.problem, { cause: error.cause })) : error;
}
