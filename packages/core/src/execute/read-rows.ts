// Reads rows and the rows of their non-unique eager edges, all from one snapshot.
import { ApiError } from '../errors.js';
import type { SelectPlan } from '../plan/plan.js';
import type { Row } from '../sql/row-renderer.js';
import type { FoundRows, ReadRows, SelectPrinter, SelectProgram } from '../sql/select-program.js';
import { after, recover, type Awaitable } from './awaitable.js';
import { DatabaseError } from './database-error.js';
import { lastStep, type Executor, type FurtherStatements, type ReadStep } from './executor.js';
import { RelatedReads } from './related-rows.js';
import { bindStatement, type QueryResult, type BoundStatement } from './script.js';

/** Rows of a read, for the printer of the program. */
export interface SelectedRows extends ReadRows {
  readonly program: SelectProgram;
  /** Number of entities read. */
  readonly count: number;
  /** Number of entities that match, inside the window or not. */
  readonly total: number;
  /** The printed rows, where printing could not wait for the end of the transaction. */
  readonly text?: string;
}

/** Runs the program of a plan. Throws `not_found` for an edge of a parent that does not exist. */
export function readRows(
  executor: Executor,
  program: SelectProgram,
  plan: SelectPlan,
): Awaitable<SelectedRows> {
  const { rowsFallback } = program;
  if (!rowsFallback) return readProgram(executor, program, plan);
  // The error of the renderer names the value.
  return recover(
    () => readProgram(executor, program, plan),
    (error) => {
      if (!(error instanceof DatabaseError) || error.kind !== 'unprintable') throw error;
      return readProgram(executor, rowsFallback(), plan);
    },
  );
}

function readProgram(executor: Executor, program: SelectProgram, plan: SelectPlan): Awaitable<SelectedRows> {
  const first = bindStatement(program.statement, plan.values);
  if (program.children.length > 0 || program.total) return readInSnapshot(executor, first, { program, plan });
  return after(executor.read(first, program.scans), (answer) => {
    // The parent must be looked up in the same snapshot in which it has no rows.
    if (program.parentExists && program.printer.count(answer.rows) === 0)
      return readInSnapshot(executor, first, { program, plan });
    const selected = toSelectedRows(program, plan, { answers: [answer], related: [] });
    return selected.cut && program.inRows ? readProgram(executor, program.inRows(), plan) : selected;
  });
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
  return after(executor.readSnapshot(first, further, program.scans), (answers) => {
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
    total: count,
  };
}

function findTextCut(printer: SelectPrinter, rows: readonly Row[]): ReadRows['cut'] {
  return printer.isCut(rows) ? { next: undefined } : null;
}

/** The step after the first: the total of a list, and its edges; or whether the parent of an empty edge exists. */
function planFurther(
  program: SelectProgram,
  plan: SelectPlan,
  { rows, reads }: { readonly rows: readonly Row[]; readonly reads: RelatedReads },
): ReadStep {
  const { printer, parentExists } = program;
  const count = printer.count(rows);
  if (count === 0)
    return parentExists ? { calls: [bindStatement(parentExists, plan.values)], further: null } : lastStep;
  const totals =
    program.total && deriveTotal(plan, count) === null ? [bindTotal(program, program.total, plan)] : [];
  return reads.begin(rows, totals);
}

function bindTotal(
  { hasCacheableTotal }: SelectProgram,
  total: SelectProgram['statement'],
  { values }: SelectPlan,
): BoundStatement {
  return { ...bindStatement(total, values), isTotal: hasCacheableTotal };
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
  const rows = own?.rows ?? [];
  const { printer, parentExists } = program;
  const count = printer.count(rows);
  if (count === 0 && parentExists && others[0]?.rows.length === 0) throw new ApiError('not_found');
  return {
    program,
    rows,
    children: related.length === 0 || plan.shape.view ? [] : collectChildren(rows, related),
    related,
    cut: [own, ...others].find((answer) => answer?.cut)?.cut ?? findTextCut(printer, rows),
    count,
    total: count === 0 ? 0 : computeTotal(program, plan, { count, own, counted: others[0] }),
  };
}

/** The number of rows read, the answer that has them, and the answer of the count where one was asked for. */
interface ReadResults {
  readonly count: number;
  readonly own: QueryResult | undefined;
  readonly counted: QueryResult | undefined;
}

function computeTotal(
  { total, printer }: SelectProgram,
  plan: SelectPlan,
  { count, own, counted }: ReadResults,
): number {
  if (!total) return printer.total(own?.rows ?? []);
  return deriveTotal(plan, count) ?? Number(counted?.rows[0]?.[0]);
}

/** A page that is not full ends with the last row. Null for a full one. */
function deriveTotal({ shape: { window }, values }: SelectPlan, count: number): number | null {
  switch (window.kind) {
    case 'page':
      return count < Number(values[window.limitSlot]) ? Number(values[window.offsetSlot]) + count : null;
    case 'capped':
      return count < Number(values[window.limitSlot]) ? count : null;
    case 'one':
    case 'all':
      return count;
  }
}

function collectChildren(rows: readonly Row[], related: readonly FoundRows[]): SelectedRows['children'] {
  return rows.map((row) => related.map((found) => found.find(row)));
}
