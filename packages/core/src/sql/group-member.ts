// A key or a measure in the statement of an aggregate: its columns in the inner SELECT, which makes the groups, and what the
// outer SELECT, which filters, sorts and prints them, makes of these.
import type { FieldModel } from '../model/member-model.js';
import type { Dialect } from './dialect.js';
import { findPrintedColumns } from './value-text.js';

/** A column of the inner SELECT. */
export interface GroupColumn {
  readonly expression: string;
  /** Rows with equal values are one group. */
  readonly isKey: boolean;
}

/** A column of the outer SELECT. */
export interface SelectedColumn {
  readonly expression: string;
  /** It is printed as the server sends it. */
  readonly isPrinted: boolean;
}

/** A key or a measure. Each function takes the names of its columns in the inner SELECT. */
export interface GroupMember {
  /** Name in the answer. */
  readonly name: string;
  readonly columns: readonly GroupColumn[];
  readonly compileSelected: (columns: readonly string[]) => readonly SelectedColumn[];
  readonly compileOrder: (columns: readonly string[]) => readonly string[];
  /** JSON text, from what the driver returns for the selected columns. Throws `UnfitValue`. */
  readonly print: (stored: readonly unknown[]) => string;
  /** Its texts may be long. */
  readonly isLong: boolean;
}

/** A column that holds values of a field. */
export function selectFieldValue(column: string, field: FieldModel, dialect: Dialect): SelectedColumn {
  return {
    expression: dialect.compileSelected(column, field.columnKind),
    isPrinted: findPrintedColumns([field], dialect).size > 0,
  };
}
