// Foreign keys that refer to other columns than the key: the columns of a row that they are compared with, and their values for
// the id in a slot.
import type { EntityModel } from '../model/api-model.js';
import type { ReferencedColumns } from '../model/join-model.js';
import {
  bindKey,
  compileKeyEquals,
  qualifyColumns,
  qualifyKey,
  toOperand,
  type KeyColumn,
} from './key-sql.js';
import { compileSubquery, quoteTable, type RowScope, type SqlContext } from './table-sql.js';

/** The columns of a row that a foreign key refers to: those of its key, unless it refers to others. */
export function qualifyReferenced(
  context: SqlContext,
  alias: string,
  entity: { readonly key: readonly Pick<KeyColumn, 'column'>[] },
  referenced: ReferencedColumns | undefined,
): readonly string[] {
  return referenced ? qualifyColumns(context, alias, referenced.columns) : qualifyKey(context, alias, entity);
}

/** A row by the id in a slot. */
export interface ReferencedRow extends Pick<RowScope, 'context' | 'binder'> {
  readonly entity: EntityModel;
  readonly slot: number;
  /** The quoted table that the statement changes, if any. */
  readonly changed: string | null;
}

const referencedAlias = 'referenced';

/** The value of one of the columns that a foreign key refers to, in the row with the id in a slot. */
export function compileReferencedValue(row: ReferencedRow, column: string): string {
  return compileLookup(row, [column]);
}

/** What a foreign key to the row with the id in a slot holds, as one operand: the id, unless it refers to other columns. */
export function compileReferencedOperand(
  row: ReferencedRow,
  referenced: ReferencedColumns | undefined,
): string {
  return referenced ? compileLookup(row, referenced.columns) : bindKey(row.binder, row.slot, row.entity.key);
}

function compileLookup(
  { context, binder, entity, slot, changed }: ReferencedRow,
  names: readonly string[],
): string {
  const columns = qualifyColumns(context, referencedAlias, names).join(', ');
  const isRow = compileKeyEquals({ context, binder, entity, alias: referencedAlias }, slot);
  const rows = `${quoteTable(context, entity.table.path)} ${referencedAlias} WHERE ${isRow}`;
  return `(${compileSubquery(context.dialect, { columns, rows }, changed)})`;
}

/** The name of the columns that a join to the referenced row adds: those of its key. */
export function joinReferenced(
  context: SqlContext,
  alias: string,
  { columns, referenced }: { readonly columns: readonly string[]; readonly referenced: ReferencedColumns },
): { readonly join: string; readonly key: readonly string[] } {
  const on = `${toOperand(qualifyColumns(context, alias, referenced.columns))} = ${toOperand(columns)}`;
  return {
    join: ` JOIN ${quoteTable(context, referenced.table)} ${alias} ON ${on}`,
    key: qualifyColumns(context, alias, referenced.key),
  };
}
