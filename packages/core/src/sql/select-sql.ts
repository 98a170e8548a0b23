// A read's shape -> the program that runs and prints it.
import type { SelectShape } from '../plan/plan.js';
import type { SqlContext } from './table-sql.js';
import { rowsProgram } from './rows-program.js';
import type { SelectProgram } from './select-program.js';
import { textProgram } from './text-program.js';

/** Lets the database print where it prints just as we do, which is faster; otherwise prints rows. */
export function compileSelect(context: SqlContext, shape: SelectShape): SelectProgram {
  return textProgram(context, shape) ?? rowsProgram(context, shape);
}
