// Writes that take one statement and the read of the row: both are sent at once.
import { getKeyValues } from '../plan/id-value.js';
import type { CreatePlan, UpdatePlan } from '../plan/writes.js';
import { getOnlyVersion } from '../plan/precondition-plan.js';
import type { Programs } from '../sql/bound-programs.js';
import type { InsertProgram } from '../sql/insert-sql.js';
import type { SelectProgram } from '../sql/select-program.js';
import type { Awaitable } from './awaitable.js';
import { isLinkedToParent } from './edge-script.js';
import type { Executor } from './executor.js';
import { generateValues } from './generated-values.js';
import { createLostRowError, createUnreadError } from './lost-row.js';
import type { WriteContext } from './observed-write-script.js';
import { toSelectedRow } from './read-rows.js';
import { bindStatement, emptyResult, type BoundStatement, type QueryResult } from './script.js';
import { decodeStoredId } from './stored-id.js';
import { printBeforeCommit } from './read-written-row.js';
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

/** Builds the batch of a create, which begins with its INSERT; null when it takes more than one step. */
export function buildCreateBatch(
  { programs, inserting }: WriteContext,
  plan: CreatePlan,
  readBack: SelectProgram | null,
): WriteBatch | null {
  const { entity, returns } = plan;
  if (programs.isRestricted(entity)) return null;
  const inserted = readBack && programs.selectInserted(entity);
  if (readBack && (!inserted || !isReadByOneStatement(inserted))) return null;
  const insert = buildPlainInsert(programs, plan);
  if (!insert) return null;
  const { call, idOf, program } = insert;
  const begin = () => {
    inserting.program = program;
  };
  if (!inserted)
    return {
      calls: [call],
      isBounded: false,
      begin,
      toResult: ([answer = emptyResult]) => ({ id: idOf(answer) }),
    };
  const read = { program: inserted, key: [], returns, createMissingError: createLostRowError };
  return buildReadingBatch(programs, { call, begin }, read);
}

/** Builds the batch of an update; null when it takes more than one step. */
export function buildUpdateBatch(
  programs: Programs,
  plan: UpdatePlan,
  readBack: SelectProgram | null,
): WriteBatch | null {
  const { entity, id, columns, values, precondition, returns } = plan;
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
  if (!readBack) return { calls: [update], isBounded: false, begin: null, toResult: () => ({ id }) };
  if (!isReadByOneStatement(readBack)) return null;
  const createMissingError = () => createUnreadError(entity);
  const read = { program: readBack, key: getKeyValues(id), returns, createMissingError };
  return buildReadingBatch(programs, { call: update, begin: null }, read);
}

/** One statement reads the row, and printing it cannot fail: it can wait for the end of the transaction. */
function isReadByOneStatement({ mayThrow, inRows }: SelectProgram): boolean {
  return !mayThrow && !inRows;
}

/** How the row of a batch is read, and whether its answer shows it. */
interface BatchRead {
  readonly program: SelectProgram;
  readonly key: readonly unknown[];
  readonly returns: CreatePlan['returns'];
  readonly createMissingError: () => Error;
}

function buildReadingBatch(
  { writeLimit }: Programs,
  { call, begin }: { readonly call: BoundStatement; readonly begin: WriteBatch['begin'] },
  { program, key, returns, createMissingError }: BatchRead,
): WriteBatch {
  const limit = returns === 'minimal' ? null : writeLimit;
  const statement = (limit && program.bounded) ?? program.statement;
  return {
    calls: [call, bindStatement(statement, key)],
    isBounded: statement !== program.statement,
    begin,
    toResult([, answer = emptyResult]) {
      const selected = toSelectedRow(program, answer);
      if (selected.count === 0) throw createMissingError();
      return printBeforeCommit(selected, limit);
    },
  };
}

/** Runs a batch in one transaction; null when it wrote no row. */
export function runBatch(executor: Executor, { calls, begin, toResult }: WriteBatch): Awaitable<WriteResult> {
  begin?.();
  return executor.writeBatch(calls, (answers) => (answers[0]?.affected ? toResult(answers) : null));
}
