// INSERT of one row, and its key: returned by the database, or known from the given and generated values.
import type { EntityModel } from '../model/api-model.js';
import type { FieldModel } from '../model/member-model.js';
import { findSingleColumn } from '../model/row-id.js';
import type { ColumnTerm } from '../plan/writes.js';
import type { Encode } from './dialect.js';
import type { Row } from './row-renderer.js';
import { bindAssigned, getAssignedColumns, compileReferenceChecks } from './reference-sql.js';
import type { Statement } from './statement.js';
import {
  compileClassLiteral,
  createTableScope,
  compileWhere,
  type RowScope,
  type SqlContext,
} from './table-sql.js';

/** Inserts one row and finds its key. */
export interface InsertProgram {
  /** Its slots are the columns in order, then one for each `uuid` that the server generates. */
  readonly statement: Statement;
  /** The key columns as the driver returns them, from its answer and the bound values. */
  readonly insertedKey: (answer: InsertResult, values: readonly unknown[]) => readonly unknown[];
}

/** A driver's answer to an INSERT: the returned columns, or the generated id. */
export interface InsertResult {
  readonly rows: readonly Row[];
  readonly insertId?: number | string;
}

/** A column of the new row. Without a slot, its value is part of the text. */
interface AssignedValue {
  readonly name: string;
  readonly value: string;
  readonly bound: { readonly slot: number; readonly encode: Encode } | null;
}

/** Compiles an INSERT of these columns. It inserts no row if the target of a foreign key does not exist. */
export function compileInsert(
  context: SqlContext,
  entity: EntityModel,
  columns: readonly ColumnTerm[],
): InsertProgram {
  const { quote, defaultValues, fromNoTable, supportsReturning } = context.dialect;
  const row = createTableScope(context, entity);
  const { binder } = row;
  const assigned = compileAssignments(row, columns);
  const names = assigned.map(({ name }) => quote(name)).join(', ');
  const values = assigned.map(({ value }) => value).join(', ');
  const guards = compileReferenceChecks(row, columns);
  const source =
    guards.length === 0 ? `VALUES (${values})` : `SELECT ${values}${fromNoTable}${compileWhere(guards)}`;
  const given = assigned.length === 0 ? defaultValues : `(${names}) ${source}`;
  const insert = `INSERT INTO ${row.alias} ${given}`;
  return supportsReturning
    ? compileReturning(row, insert)
    : { statement: binder.statement(insert), insertedKey: createKeyReader(entity, assigned) };
}

function compileAssignments(row: RowScope, columns: readonly ColumnTerm[]): readonly AssignedValue[] {
  const {
    context,
    binder,
    entity: { table },
  } = row;
  const bind = (name: string, slot: number, encode: Encode): AssignedValue => ({
    name,
    value: binder.bind(slot, encode),
    bound: { slot, encode },
  });
  const given = getAssignedColumns(columns).map((column): AssignedValue => {
    const { name, slot, encode } = column;
    return { name, value: bindAssigned(row, column), bound: { slot, encode } };
  });
  const names = new Set(given.map(({ name }) => name));
  const uuids = table.filledColumns.filter(({ by }) => by === 'uuid');
  const filled = table.filledColumns
    .filter(({ column }) => !names.has(column))
    .map((fill) =>
      fill.by === 'uuid'
        ? bind(fill.column, columns.length + uuids.indexOf(fill), String)
        : { name: fill.column, value: compileConstant(context, table, fill.by), bound: null },
    );
  return [...given, ...filled];
}

function compileConstant(
  { dialect }: SqlContext,
  { discriminator }: EntityModel['table'],
  by: 'version' | 'discriminator',
): string {
  if (by === 'version' || !discriminator) return '1';
  return compileClassLiteral(dialect, discriminator.own ?? '', discriminator.storedAs);
}

function compileReturning({ context, binder, entity: { key } }: RowScope, insert: string): InsertProgram {
  const { compileSelected, quote, insertedKey } = context.dialect;
  const returned = key.map(({ column, columnKind }) => compileSelected(quote(column), columnKind));
  const only = findSingleColumn(key);
  const canReadBack = only && insertedKey?.readKey(only.columnKind) !== undefined;
  const savedKey = canReadBack ? [insertedKey.saveKey(quote(only.column))] : [];
  return {
    statement: binder.statement(`${insert} RETURNING ${[...returned, ...savedKey].join(', ')}`),
    insertedKey: ({ rows }) => rows[0] ?? [],
  };
}

/** Without a given key, the key is the auto-increment id. */
function createKeyReader(
  { key }: EntityModel,
  assigned: readonly AssignedValue[],
): InsertProgram['insertedKey'] {
  const bound = key.map(({ column }) => assigned.find(({ name }) => name === column)?.bound);
  return ({ insertId }, values) =>
    key.map((field, at) => {
      const given = bound[at];
      return given ? given.encode(values[given.slot]) : getGeneratedId(field, insertId);
    });
}

function getGeneratedId({ columnKind }: FieldModel, insertId: InsertResult['insertId']): unknown {
  return columnKind === 'bigint' ? String(insertId) : Number(insertId);
}
