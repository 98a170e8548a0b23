// Statements of create, update and delete of one row.
import type { EntityModel } from '../model/api-model.js';
import type { ColumnTerm } from '../plan/plan.js';
import { idField, idOf, tableOf, visibleRows, whereAll, type SqlContext } from './row-scope.js';
import { literal, type Encode } from './dialect.js';
import { createBinder, type Statement } from './statement.js';

type Filled = EntityModel['table']['filled'][number];

/** Inserts one row; slots are the columns in order, then one for each `uuid` the server makes. Returns the key. */
export function insertSql(
  context: SqlContext,
  entity: EntityModel,
  columns: readonly ColumnTerm[],
): Statement {
  const { quote } = context.dialect;
  const binder = createBinder(context.dialect);
  const given = columns.map((term, slot) => ({
    name: columnName(term),
    value: binder.bind(slot, encodeOf(term)),
  }));
  const names = new Set(given.map(({ name }) => name));
  const filled = entity.table.filled
    .filter(({ column }) => !names.has(column))
    .map((fill, at) => ({
      name: fill.column,
      value: filledValue(entity, fill, () => binder.bind(columns.length + at, String)),
    }));
  const all = [...given, ...filled];
  const values =
    all.length === 0
      ? 'DEFAULT VALUES'
      : `(${all.map(({ name }) => quote(name)).join(', ')}) VALUES (${all.map(({ value }) => value).join(', ')})`;
  const returned = entity.key
    .map(({ column, kind }) => context.dialect.selected(quote(column), kind))
    .join(', ');
  return binder.statement(
    `INSERT INTO ${tableOf(context, entity.table.path)} ${values} RETURNING ${returned}`,
  );
}

function filledValue({ table }: EntityModel, { by }: Filled, uuid: () => string): string {
  if (by === 'version') return '1';
  return by === 'uuid' ? uuid() : literal(table.discriminator?.values[0] ?? '');
}

/** Sets the columns given and nothing else, but for update dates and versions. The id is in the slot after them. */
export function updateSql(
  context: SqlContext,
  entity: EntityModel,
  columns: readonly ColumnTerm[],
): Statement {
  const binder = createBinder(context.dialect);
  const given = columns.map(
    (term, slot) => `${context.dialect.quote(columnName(term))} = ${binder.bind(slot, encodeOf(term))}`,
  );
  const assignments = [...given, ...touchedColumns(context, entity)].join(', ');
  const id = binder.bind(columns.length, idField(entity).codec.encode);
  return binder.statement(
    `UPDATE ${tableOf(context, entity.table.path)} SET ${assignments}${rowById(context, entity, id)}`,
  );
}

function touchedColumns({ dialect }: SqlContext, { table }: EntityModel): string[] {
  return table.touched.map(({ column, kind }) => {
    const name = dialect.quote(column);
    return kind === 'date' ? `${name} = ${dialect.now}` : `${name} = ${name} + 1`;
  });
}

/** Deletes the row with the id in slot 0, or marks it as deleted. */
export function deleteSql(context: SqlContext, entity: EntityModel): Statement {
  const binder = createBinder(context.dialect);
  const table = tableOf(context, entity.table.path);
  const where = rowById(context, entity, binder.bind(0, idField(entity).codec.encode));
  const { deletedAt } = entity.table;
  if (deletedAt === null) return binder.statement(`DELETE FROM ${table}${where}`);
  return binder.statement(
    `UPDATE ${table} SET ${context.dialect.quote(deletedAt)} = ${context.dialect.now}${where}`,
  );
}

/** Finds the row with the id in slot 0 and keeps it as it is until the transaction ends. */
export function lockSql(context: SqlContext, entity: EntityModel): Statement {
  const binder = createBinder(context.dialect);
  const table = tableOf(context, entity.table.path);
  const where = rowById(context, entity, binder.bind(0, idField(entity).codec.encode));
  return binder.statement(`SELECT 1 FROM ${table}${where}${context.dialect.forUpdate}`);
}

/** Moves the sequence of the id on past the one in slot 0; null where that needs no statement. */
export function advanceSequenceSql(context: SqlContext, entity: EntityModel): Statement | null {
  const binder = createBinder(context.dialect);
  const { column, kind, codec } = idField(entity);
  if (kind !== 'integer' && kind !== 'bigint') return null;
  const text = context.dialect.advanceSequence(
    tableOf(context, entity.table.path),
    column,
    binder.bind(0, codec.encode),
  );
  return text === null ? null : binder.statement(text);
}

/** Statements that write have no alias: the table's own name stands for the row. */
function rowById(context: SqlContext, entity: EntityModel, id: string): string {
  const table = tableOf(context, entity.table.path);
  return whereAll([`${idOf(context, table, entity)} = ${id}`, ...visibleRows(context, table, entity)]);
}

function columnName(term: ColumnTerm): string {
  if (term.of === 'field') return term.field.column;
  if (term.edge.join.kind !== 'own') throw new Error('Only edges that own their foreign key are columns.');
  return term.edge.join.column;
}

function encodeOf(term: ColumnTerm): Encode {
  return term.of === 'field' ? term.field.codec.encode : idField(term.target).codec.encode;
}
