// A read's shape -> the program that runs and prints it.
import type { SelectShape } from '../plan/plan.js';
import { rowsProgram } from './rows-program.js';
import { rowWithEdgesProgram } from './row-with-edges-program.js';
import type { SelectProgram } from './select-program.js';
import { eagerMany } from './shown-columns.js';
import type { SqlContext } from './table-sql.js';

/** Prints rows: the strategy of every database, for every shape. */
export function compileSelect(context: SqlContext, shape: SelectShape): SelectProgram {
  const withEdges = shape.window.kind === 'one' && eagerMany(shape.subject).length > 0;
  return withEdges ? rowWithEdgesProgram(context, shape) : rowsProgram(context, shape);
}
