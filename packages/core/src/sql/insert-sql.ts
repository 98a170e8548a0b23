// INSERT of one row, and how its key is told: by the database, or by what was given and made.
import type { EntityModel, FieldModel } from '../model/api-model.js';
import { singleColumn } from '../model/row-id.js';
import type { ColumnTerm } from '../plan/plan.js';
import type { Encode } from './dialect.js';
import type { Row } from './row-renderer.js';
import { assignedColumns, targetsExist } from './reference-sql.js';
import type { Statement } from './statement.js';
import { tableScope, whereAll, type RowScope, type SqlContext } from './table-sql.js';

/** Inserts one row, and tells its key. */
export interface InsertProgram {
  /** Slots are the columns in order, then one for each `uuid` the server makes. */
  readonly statement: Statement;
  /** The key's columns as the driver gives them, from its answer and the values that were bound. */
  readonly keyOf: (answer: Inserted, values: readonly unknown[]) => readonly unknown[];
}

/** What a database says of a new row: the columns it returns, or the id it made. */
export interface Inserted {
  readonly rows: readonly Row[];
  readonly insertId?: number | string;
}

/** A column of the new row. Without a slot its value is in the text. */
interface Assigned {
  readonly name: string;
  readonly value: string;
  readonly bound: { readonly slot: number; readonly encode: Encode } | null;
}

/** An INSERT of these columns, of no row when a foreign key leads nowhere. */
export function insertSql(
  context: SqlContext,
  entity: EntityModel,
  columns: readonly ColumnTerm[],
): InsertProgram {
  const { quote, defaultRow, fromNothing, returning } = context.dialect;
  const row = tableScope(context, entity);
  const { binder } = row;
  const assigned = assignments(row, columns);
  const names = assigned.map(({ name }) => quote(name)).join(', ');
  const values = assigned.map(({ value }) => value).join(', ');
  const guards = targetsExist(row, columns);
  const source =
    guards.length === 0 ? `VALUES (${values})` : `SELECT ${values}${fromNothing}${whereAll(guards)}`;
  const given = assigned.length === 0 ? defaultRow : `(${names}) ${source}`;
  const insert = `INSERT INTO ${row.alias} ${given}`;
  return returning
    ? returningKey(row, insert)
    : { statement: binder.statement(insert), keyOf: keyFrom(entity, assigned) };
}

function assignments(
  { context, binder, entity: { table } }: RowScope,
  columns: readonly ColumnTerm[],
): readonly Assigned[] {
  const bind = (name: string, slot: number, encode: Encode): Assigned => ({
    name,
    value: binder.bind(slot, encode),
    bound: { slot, encode },
  });
  const given = assignedColumns(columns).map(({ name, slot, encode }) => bind(name, slot, encode));
  const names = new Set(given.map(({ name }) => name));
  const uuids = table.filled.filter(({ by }) => by === 'uuid');
  const filled = table.filled
    .filter(({ column }) => !names.has(column))
    .map((fill) =>
      fill.by === 'uuid'
        ? bind(fill.column, columns.length + uuids.indexOf(fill), String)
        : { name: fill.column, value: constant(context, table, fill.by), bound: null },
    );
  return [...given, ...filled];
}

function constant(
  { dialect }: SqlContext,
  { discriminator }: EntityModel['table'],
  by: 'version' | 'discriminator',
): string {
  return by === 'version' ? '1' : dialect.literal(discriminator?.values[0] ?? '');
}

function returningKey({ context, binder, entity: { key } }: RowScope, insert: string): InsertProgram {
  const { selected, quote, inserted } = context.dialect;
  const returned = key.map(({ column, columnKind }) => selected(quote(column), columnKind));
  const only = singleColumn(key);
  const isRecalled = only && inserted?.recall(only.columnKind) !== undefined;
  const remembered = isRecalled ? [inserted.remember(quote(only.column))] : [];
  return {
    statement: binder.statement(`${insert} RETURNING ${[...returned, ...remembered].join(', ')}`),
    keyOf: ({ rows }) => rows[0] ?? [],
  };
}

/** A key that nobody gave is the id that the database counted on. */
function keyFrom({ key }: EntityModel, assigned: readonly Assigned[]): InsertProgram['keyOf'] {
  const bound = key.map(({ column }) => assigned.find(({ name }) => name === column)?.bound);
  return ({ insertId }, values) =>
    key.map((field, at) => {
      const given = bound[at];
      return given ? given.encode(values[given.slot]) : madeId(field, insertId);
    });
}

function madeId({ columnKind }: FieldModel, insertId: Inserted['insertId']): unknown {
  return columnKind === 'bigint' ? String(insertId) : Number(insertId);
}
