// Writes that take one statement and the read of the row: both are sent at once.
import { getKeyValues } from '../plan/id-value.js';
import type { CreatePlan, UpdatePlan } from '../plan/writes.js';
import { getOnlyVersion } from '../plan/precondition-plan.js';
import type { Programs } from '../sql/bound-programs.js';
import type { InsertProgram } from '../sql/insert-sql.js';
import type { SelectProgram } from '../sql/select-program.js';
import { after, recover, type Awaitable } from './awaitable.js';
import { isLinkedToParent } from './edge-script.js';
import type { Executor } from './executor.js';
import { generateValues } from './generated-values.js';
import { explainTakenKey } from './insert-row.js';
import { createLostRowError, createUnreadError } from './lost-row.js';
import { toSelectedRow } from './read-rows.js';
import { bindStatement, emptyResult, type BoundStatement, type QueryResult } from './script.js';
import { decodeStoredId } from './stored-id.js';
import type { WriteBatch, WriteResult } from './write.js';

/** An INSERT, and the id of its row. */
export interface PlainInsert {
  readonly call: BoundStatement;
  readonly idOf: (answer: QueryResult) => unknown;
  readonly program: InsertProgram;
}

/** Builds the INSERT of a create; null when it takes more than one step. */
export function buildPlainInsert(programs: Programs, plan: CreatePlan): PlainInsert | null {
  const { entity, columns, values, edges, nested } = plan;
  if (entity.observedWrites.create || edges.length > 0 || nested.length > 0 || plan.clientId) return null;
  if (isLinkedToParent(plan)) return null;
  const program = programs.insert(entity, columns);
  if (program.preparation) return null;
  const { statement, insertedKey } = program;
  const bound = [...values, ...generateValues(entity)];
  return {
    call: bindStatement(statement, bound),
    idOf: (answer) => decodeStoredId(entity, insertedKey(answer, bound)),
    program,
  };
}

/** Builds the batch of a create; null when it takes more than one step. */
export function buildCreateBatch(
  programs: Programs,
  plan: CreatePlan,
  readBack: SelectProgram | null,
): WriteBatch | null {
  const { entity } = plan;
  if (programs.isRestricted(entity)) return null;
  const inserted = readBack && programs.selectInserted(entity);
  if (readBack && (!inserted || !isReadByOneStatement(inserted))) return null;
  const insert = buildPlainInsert(programs, plan);
  if (!insert) return null;
  const { call, idOf, program } = insert;
  const explain = (error: unknown) => explainTakenKey({ program }, error);
  if (!inserted)
    return { calls: [call], toResult: ([answer = emptyResult]) => ({ id: idOf(answer) }), explain };
  const reading = { write: call, read: bindStatement(inserted.statement, []), program: inserted };
  return { ...buildReadingBatch(reading, createLostRowError), explain };
}

/** Builds the batch of an update; null when it takes more than one step. */
export function buildUpdateBatch(
  programs: Programs,
  plan: UpdatePlan,
  readBack: SelectProgram | null,
): WriteBatch | null {
  const { entity, id, columns, values, precondition } = plan;
  const only = precondition && getOnlyVersion(precondition);
  if (
    entity.observedWrites.update ||
    plan.edges.length > 0 ||
    columns.length === 0 ||
    (precondition && !only) ||
    programs.isRestricted(entity)
  )
    return null;
  const update = only
    ? bindStatement(programs.update(entity, columns, only.field), [...values, id, only.version])
    : bindStatement(programs.update(entity, columns), [...values, id]);
  if (!readBack) return { calls: [update], toResult: () => ({ id }), explain: null };
  if (!isReadByOneStatement(readBack)) return null;
  const read = bindStatement(readBack.statement, getKeyValues(id));
  return {
    ...buildReadingBatch({ write: update, read, program: readBack }, () => createUnreadError(entity)),
    explain: null,
  };
}

/** One statement reads the row, and printing it cannot fail: it can wait for the end of the transaction. */
function isReadByOneStatement({ mayThrow, inRows }: SelectProgram): boolean {
  return !mayThrow && !inRows;
}

/** A write, and the read of its row. */
interface WriteAndRead {
  readonly write: BoundStatement;
  readonly read: BoundStatement;
  readonly program: SelectProgram;
}

function buildReadingBatch(
  { write, read, program }: WriteAndRead,
  createMissingError: () => Error,
): Pick<WriteBatch, 'calls' | 'toResult'> {
  return {
    calls: [write, read],
    toResult([, answer = emptyResult]) {
      const selected = toSelectedRow(program, answer);
      if (selected.count === 0) throw createMissingError();
      return selected;
    },
  };
}

/** Runs a batch in one transaction; null when it wrote no row. */
export function runBatch(
  executor: Executor,
  { calls, toResult, explain }: WriteBatch,
): Awaitable<WriteResult> {
  const run = () =>
    after(executor.writeBatch(calls), (answers) => (answers[0]?.affected ? toResult(answers) : null));
  if (!explain) return run();
  return recover(run, (error) => {
    throw explain(error);
  });
}
