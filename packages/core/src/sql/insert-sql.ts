// INSERT of one row. How its key is found is in new-key-sql.ts.
import type { EntityModel } from '../model/api-model.js';
import type { ColumnTerm } from '../plan/writes.js';
import { bindAssigned, getAssignedColumns, compileReferenceChecks } from './reference-sql.js';
import {
  compileNewKey,
  compileTextOfKey,
  listComputedDefaults,
  type AssignedValue,
  type NewKey,
} from './new-key-sql.js';
import { asIs } from './statement.js';
import {
  compileClassLiteral,
  createTableScope,
  compileWhere,
  type RowScope,
  type SqlContext,
} from './table-sql.js';

/**
 * Inserts one row and finds its key. The slots of the statement are the columns in order, one for each `uuid` that the server
 * generates, and those that its preparation computes.
 */
export type InsertProgram = NewKey;

/** Compiles an INSERT of these columns. It inserts no row if the target of a foreign key does not exist. */
export function compileInsert(
  context: SqlContext,
  entity: EntityModel,
  columns: readonly ColumnTerm[],
): InsertProgram {
  const { quote, defaultValues, fromNoTable } = context.dialect;
  const row = createTableScope(context, entity);
  const assigned = compileAssignments(row, columns);
  const names = assigned.map(({ name }) => quote(name)).join(', ');
  const values = assigned.map(({ value }) => value).join(', ');
  const guards = compileReferenceChecks(row, columns);
  const source =
    guards.length === 0 ? `VALUES (${values})` : `SELECT ${values}${fromNoTable}${compileWhere(guards)}`;
  const overriding = compileOverriding(entity, assigned);
  const given = assigned.length === 0 ? defaultValues : `(${names}) ${overriding}${source}`;
  return compileNewKey(row, { text: `INSERT INTO ${row.alias} ${given}`, assigned });
}

/** Without it, PostgreSQL refuses a value for a column that it always generates. */
function compileOverriding({ table }: EntityModel, assigned: readonly AssignedValue[]): string {
  const isOverridden = assigned.some(({ name }) => table.alwaysGenerated.includes(name));
  return isOverridden ? 'OVERRIDING SYSTEM VALUE ' : '';
}

function compileAssignments(row: RowScope, columns: readonly ColumnTerm[]): readonly AssignedValue[] {
  const { context, binder, entity } = row;
  const { table } = entity;
  const bind = (name: string, slot: number, encode: AssignedValue['encode']): AssignedValue => {
    const stored = compileTextOfKey(row, name, encode);
    return { name, value: binder.bind(slot, stored), slot, encode: stored };
  };
  const given = getAssignedColumns(columns).map((column): AssignedValue => {
    const { name, slot } = column;
    const encode = compileTextOfKey(row, name, column.encode);
    return { name, value: bindAssigned(row, { ...column, encode }), slot, encode };
  });
  const names = new Set(given.map(({ name }) => name));
  const uuids = table.filledColumns.filter(({ by }) => by === 'uuid');
  const filled = table.filledColumns
    .filter(({ column }) => !names.has(column))
    .map((fill): AssignedValue =>
      fill.by === 'uuid'
        ? { ...bind(fill.column, columns.length + uuids.indexOf(fill), String), isRandom: true }
        : { name: fill.column, value: compileConstant(context, table, fill.by), slot: null, encode: asIs },
    );
  const defaults = listComputedDefaults(row, names).map(({ column, expression }, at): AssignedValue => ({
    ...bind(column, columns.length + uuids.length + at, asIs),
    computedBy: expression,
  }));
  return [...given, ...filled, ...defaults];
}

function compileConstant(
  { dialect }: SqlContext,
  { discriminator }: EntityModel['table'],
  by: 'version' | 'discriminator',
): string {
  if (by === 'version' || !discriminator) return '1';
  return compileClassLiteral(dialect, discriminator.own ?? '', discriminator.storedAs);
}
