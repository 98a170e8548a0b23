// How much text programs hold, to bound it: that of one request by a limit, that of all by the size of the caches.
import { ApiError } from '../errors.js';
import { formatQuantity } from '../vocabulary/wording.js';
import type { ChildProgram } from './child-sql.js';
import type { EdgeStatements } from './edge-sql.js';
import type { GroupProgram } from './group-program.js';
import type { SelectProgram } from './select-program.js';
import type { Statement } from './statement.js';

type Statements = readonly (Statement | null)[];

/** The statements of a read. */
export function listSelectStatements(program: SelectProgram): Statements {
  const { statement, total, totalOfEmpty, children, parentExists, positionExists } = program;
  return [
    statement,
    total,
    totalOfEmpty,
    parentExists,
    positionExists,
    ...children.flatMap(listChildStatements),
  ];
}

function listChildStatements({ statement, children }: ChildProgram): readonly Statement[] {
  return [statement, ...children.flatMap(listChildStatements)];
}

/** The statements of an aggregate. */
export function listGroupStatements({ statement, parentExists }: GroupProgram): Statements {
  return [statement, parentExists];
}

/** The statements that change an edge. */
export function listEdgeStatements(edge: EdgeStatements): Statements {
  if (edge.kind === 'table') return [edge.add, edge.remove, edge.removeOthers];
  return [edge.ofOthers, edge.own, edge.ownOthers, edge.add, edge.remove];
}

/** The length of the texts that a program keeps, in UTF-16 code units. */
export function measureStatements(statements: Statements): number {
  return statements.reduce((sum, statement) => sum + (statement?.keptLength ?? 0), 0);
}

/** Throws `invalid_request` for a statement that is longer than `limits.statementLength`. */
export function requireShortStatements(statements: Statements, maxLength: number): void {
  if (statements.every((statement) => statement === null || statement.text.length <= maxLength)) return;
  const most = formatQuantity(maxLength, 'character');
  throw new ApiError('invalid_request', {
    detail: `The request takes a statement of more than ${most} (limits.statementLength). Use fewer filters, sort keys or included paths.`,
  });
}
