// Reads rows and the rows of their non-unique eager edges, all from one snapshot.
import { ApiError } from '../errors.js';
import { createCursorFault } from '../plan/cursor-plan.js';
import { followsCursor, readsOneMore } from '../plan/page-plan.js';
import type { SelectPlan } from '../plan/plan.js';
import type { Row } from '../sql/row-renderer.js';
import type { TableScan } from '../sql/condition-scans.js';
import type { FoundRows, ReadRows, SelectPrinter, SelectProgram } from '../sql/select-program.js';
import { maxNearRows } from '../sql/table-scans.js';
import { after, recover, type Awaitable } from './awaitable.js';
import { DatabaseError } from './database-error.js';
import type { Executor, FurtherStatements, ReadStep } from './executor.js';
import { chooseTotal, computeTotal, deriveTotal, isPastStart } from './list-total.js';
import { cutToPage } from './page-rows.js';
import { RelatedReads } from './related-rows.js';
import { bindStatement, type QueryResult, type BoundStatement } from './script.js';

/** Rows of a read, for the printer of the program. */
export interface SelectedRows extends ReadRows {
  readonly program: SelectProgram;
  /** Number of entities read. */
  readonly count: number;
  /** Whether more rows follow the page; null if the total determines it, and for one entity. */
  readonly hasMore: boolean | null;
  /** Number of entities that match, inside the window or not; null where it was not asked for. */
  readonly total: number | null;
  /**
   * The printed rows, where printing could not wait for the end of the transaction; otherwise null. Set later: a copy
   * of the rows took 1.5 of the 13 us of a small update on SQLite.
   */
  text: string | null;
}

/** Runs the program of a plan. Throws `not_found` for an edge of a parent that does not exist. */
export function readRows(
  executor: Executor,
  program: SelectProgram,
  plan: SelectPlan,
): Awaitable<SelectedRows> {
  const { rowsFallback } = program;
  if (!rowsFallback && !followsCursor(plan.shape)) return readWholePage(executor, program, plan);
  return recover(
    () => readWholePage(executor, program, plan),
    (error) => {
      if (!(error instanceof DatabaseError)) throw error;
      // The value does not fit its column: only a client that knows the secret can create such a cursor.
      if (error.kind === 'value' && followsCursor(plan.shape)) throw createCursorError(plan);
      if (error.kind !== 'unprintable' || !rowsFallback) throw error;
      // The error of the renderer names the value.
      return readWholePage(executor, rowsFallback(), plan);
    },
  );
}

/** Returns the page even if only the row past its end exceeds the size of an answer. */
function readWholePage(
  executor: Executor,
  program: SelectProgram,
  plan: SelectPlan,
): Awaitable<SelectedRows> {
  const reading = readProgram(executor, program, plan);
  const { window } = plan.shape;
  if (window.kind !== 'page' || !readsOneMore(plan.shape)) return reading;
  return after(reading, (selected) => {
    if (!selected.cut) return selected;
    const values = plan.values.map((value, at) => (at === window.limitSlot ? plan.page?.perPage : value));
    return after(readProgram(executor, program, { ...plan, values }), (page) => ({ ...page, hasMore: true }));
  });
}

function readProgram(executor: Executor, program: SelectProgram, plan: SelectPlan): Awaitable<SelectedRows> {
  const first = bindStatement(program.statement, plan.values);
  const inSnapshot = () => readInSnapshot(executor, first, { program, plan });
  if (program.children.length > 0 || program.total || program.positionExists) return inSnapshot();
  return after(executor.read(first, chooseScans(program, plan)), (answer) => {
    // The parent must be looked up, and the list counted, in the same snapshot in which the page has no rows.
    const isEmpty = program.printer.count(answer.rows) === 0;
    if (isEmpty && (program.parentExists || (program.totalOfEmpty && isPastStart(plan)))) return inSnapshot();
    const selected = toSelectedRows(program, plan, { answers: [answer], related: [] });
    return selected.cut && program.inRows ? readProgram(executor, program.inRows(), plan) : selected;
  });
}

function chooseScans({ scans }: SelectProgram, { page }: SelectPlan): readonly TableScan[] {
  if (!page?.page) return scans.near;
  return (page.page - 1) * page.perPage <= maxNearRows ? scans.near : scans.far;
}

/** A read in steps. */
interface SteppedRead {
  readonly program: SelectProgram;
  readonly plan: SelectPlan;
}

function readInSnapshot(
  executor: Executor,
  first: BoundStatement,
  { program, plan }: SteppedRead,
): Awaitable<SelectedRows> {
  let reads = new RelatedReads(program.children, plan);
  const further: FurtherStatements = ([answer]) => {
    // Another attempt of the same read.
    reads = new RelatedReads(program.children, plan);
    return planFurther(program, plan, { rows: answer?.rows ?? [], reads });
  };
  return after(executor.readSnapshot(first, further, chooseScans(program, plan)), (answers) => {
    reads.finish(answers);
    return toSelectedRows(program, plan, { answers, related: reads.found });
  });
}

/** The rows of a program that is one statement. */
export function toSelectedRow(program: SelectProgram, { rows, cut }: QueryResult): SelectedRows {
  const { printer } = program;
  const count = printer.count(rows);
  return {
    program,
    rows,
    children: [],
    related: [],
    cut: cut ?? findTextCut(printer, rows),
    count,
    hasMore: null,
    total: count,
    text: null,
  };
}

function findTextCut(printer: SelectPrinter, rows: readonly Row[]): ReadRows['cut'] {
  return printer.isCut(rows) ? { next: undefined } : null;
}

/** The further statements of a read, in this order. */
interface FurtherNeeds {
  readonly parent: boolean;
  readonly position: boolean;
  readonly total: boolean;
  readonly children: boolean;
}

/** Determines which further statements a read of this many rows needs. */
function findNeeds(program: SelectProgram, plan: SelectPlan, count: number): FurtherNeeds {
  const isEmpty = count === 0;
  return {
    parent: isEmpty && program.parentExists !== null,
    position: program.positionExists !== null,
    total: chooseTotal(program, count) !== null && deriveTotal(plan, count) === null,
    children: !isEmpty && program.children.length > 0,
  };
}

/** The step after the first. */
function planFurther(
  program: SelectProgram,
  plan: SelectPlan,
  { rows, reads }: { readonly rows: readonly Row[]; readonly reads: RelatedReads },
): ReadStep {
  const { printer, parentExists, positionExists } = program;
  const count = printer.count(rows);
  const needs = findNeeds(program, plan, count);
  const total = chooseTotal(program, count);
  const calls: BoundStatement[] = [];
  if (needs.parent && parentExists) calls.push(bindStatement(parentExists, plan.values));
  if (needs.position && positionExists) calls.push(bindStatement(positionExists, plan.values));
  if (needs.total && total) calls.push(bindTotal(program, total, plan));
  return needs.children ? reads.begin(cutToPage(plan, rows).rows, calls) : { calls, further: null };
}

function bindTotal(
  { hasCacheableTotal }: SelectProgram,
  total: SelectProgram['statement'],
  { values }: SelectPlan,
): BoundStatement {
  // A spread object took 1.5 % of the time of a short page.
  const { statement, parameters } = bindStatement(total, values);
  return { statement, parameters, isTotal: hasCacheableTotal };
}

/** The answers of a read in the order of its statements, and the rows of edges in them. */
interface ReadAnswers {
  readonly answers: readonly QueryResult[];
  readonly related: readonly FoundRows[];
}

function toSelectedRows(
  program: SelectProgram,
  plan: SelectPlan,
  { answers: [own, ...others], related }: ReadAnswers,
): SelectedRows {
  const { printer } = program;
  const read = own?.rows ?? [];
  const count = printer.count(read);
  const needs = findNeeds(program, plan, count);
  const next = others.values();
  if (needs.parent && next.next().value?.rows.length === 0) throw new ApiError('not_found');
  if (needs.position && next.next().value?.rows.length === 0) throw createCursorError(plan);
  const counted = needs.total ? next.next().value : undefined;
  const { rows, hasMore } = cutToPage(plan, read);
  return {
    program,
    rows,
    children: related.length === 0 || plan.shape.view ? [] : collectChildren(rows, related),
    related,
    cut: [own, ...others].find((answer) => answer?.cut)?.cut ?? findTextCut(printer, rows),
    count: hasMore === null ? count : rows.length,
    hasMore,
    total: computeTotal(program, plan, { count, own, counted }),
    text: null,
  };
}

/** The cursor is invalid: the row with the rest of its position has been deleted, or never existed. */
function createCursorError({ shape: { position } }: SelectPlan): ApiError {
  const fault = createCursorFault(position?.side === 'before' ? 'before' : 'after');
  return new ApiError('invalid_request', { detail: fault.detail, faults: [fault] });
}

function collectChildren(rows: readonly Row[], related: readonly FoundRows[]): SelectedRows['children'] {
  return rows.map((row) => related.map((found) => found.find(row)));
}
