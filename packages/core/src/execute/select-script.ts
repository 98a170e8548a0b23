// Reads rows and the rows of their non-unique eager edges.
import { ApiError } from '../errors.js';
import type { EntityModel } from '../model/api-model.js';
import type { ChildProgram } from '../sql/child-sql.js';
import type { Row } from '../sql/row-renderer.js';
import type { SelectProgram } from '../sql/select-program.js';
import { callOf, readCall, run, type Answer, type Script, type StatementCall } from './script.js';

/** Rows of a read, to be printed by the program's printer. */
export interface SelectedRows {
  readonly rows: readonly Row[];
  /** For each row, the rows of each non-unique eager edge. Empty where the program has none. */
  readonly children: readonly (readonly (readonly Row[])[])[];
  /** How many entities were read. */
  readonly count: number;
  /** What the printer made of them, where that could not wait. */
  readonly text?: string;
}

/** Throws `not_found` when the edge of a parent that does not exist was asked for. */
export function* selectRows(program: SelectProgram, values: readonly unknown[]): Script<SelectedRows> {
  const { rows } = yield readCall(program, values);
  const count = program.printer.count(rows);
  if (count === 0 && program.parentExists) {
    const parents = yield* run(program.parentExists, values);
    if (parents.rows.length === 0) throw new ApiError('not_found');
  }
  return { rows, children: yield* childrenOf(program, rows), count };
}

/**
 * The statements of a read of one row by its id, which its children are found by too; null where they need the rows
 * first.
 */
export function readCalls(
  program: SelectProgram,
  entity: EntityModel,
  id: unknown,
): readonly StatementCall[] | null {
  if (program.children.some(({ keys }) => keys === 'many')) return null;
  const key = entity.id?.codec.encode(id);
  return [
    callOf(program.statement, [id]),
    ...program.children.map(({ statement }) => callOf(statement, [key])),
  ];
}

/** What the statements of `readCalls` gave. */
export function selectedOf(program: SelectProgram, [own, ...edges]: readonly Answer[]): SelectedRows {
  const rows = own?.rows ?? [];
  return {
    rows,
    children: program.children.length === 0 ? [] : [edges.map((edge) => edge.rows)],
    count: program.printer.count(rows),
  };
}

function* childrenOf(program: SelectProgram, rows: readonly Row[]): Script<SelectedRows['children']> {
  if (program.children.length === 0 || rows.length === 0) return [];
  const keys = rows.map((row) => row[program.keyAt]);
  const byEdge: Map<string, Row[]>[] = [];
  for (const child of program.children) {
    const { rows: found } = yield* run(child.statement, [child.keys === 'one' ? keys[0] : keys]);
    byEdge.push(byParent(child, found));
  }
  return keys.map((key) => byEdge.map((found) => found.get(String(key)) ?? []));
}

function byParent({ parentAt }: ChildProgram, rows: readonly Row[]): Map<string, Row[]> {
  const found = new Map<string, Row[]>();
  for (const row of rows) {
    const key = String(row[parentAt]);
    const siblings = found.get(key);
    if (siblings) siblings.push(row);
    else found.set(key, [row]);
  }
  return found;
}
