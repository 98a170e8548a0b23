// Tables under their aliases: columns, keys and the rows that exist.
import type { EdgeModel, EntityModel, FieldModel, TableModel } from '../model/api-model.js';
import type { RowTest } from '../plan/reach.js';
import type { Dialect } from './dialect.js';
import { boundValue, type Binder } from './statement.js';

/** What SQL is written against: the database's dialect and the entities edges lead to. */
export interface SqlContext {
  readonly dialect: Dialect;
  targetOf(edge: EdgeModel): EntityModel;
  /** What policies ask of an entity's rows, by its name. Only `visibleRows` looks here. */
  readonly tests: ReadonlyMap<string, RowTest>;
  /** Most bytes of an answer. */
  readonly responseBytes: number;
}

/** Anything with a name and perhaps a single key. */
interface Keyed<Id> {
  readonly name: string;
  readonly id: Id | null;
}

/** A column under an alias. */
export function columnOf({ dialect }: SqlContext, alias: string, column: string): string {
  return `${alias}.${dialect.quote(column)}`;
}

/** A field's column under an alias, as filters compare it. */
export function comparedOf(context: SqlContext, alias: string, field: FieldModel): string {
  return context.dialect.compared(columnOf(context, alias, field.column), field);
}

/** The id column under an alias. Only entities with a single key are addressed by it. */
export function idOf(context: SqlContext, alias: string, entity: Keyed<Pick<FieldModel, 'column'>>): string {
  return columnOf(context, alias, idField(entity).column);
}

/** The key columns under an alias, separated by commas. */
export function keyOf(context: SqlContext, alias: string, { key }: Pick<EntityModel, 'key'>): string {
  return key.map(({ column }) => columnOf(context, alias, column)).join(', ');
}

/** The condition that an entity's id is the one in a slot. */
export function hasId(
  context: SqlContext,
  binder: Binder,
  alias: string,
  entity: EntityModel,
  slot: number,
): string {
  return keyIs(context, binder, alias, idField(entity), slot);
}

/** The condition that a column of a key holds the value in a slot. */
export function keyIs(
  { dialect }: SqlContext,
  binder: Binder,
  alias: string,
  field: FieldModel,
  slot: number,
): string {
  const column = `${alias}.${dialect.quote(field.column)}`;
  return dialect.predicates.eq(column, boundValue(binder, 'eq', slot, field.codec.encode), field);
}

/** The field whose values are the ids. Throws for an entity with a composite key. */
export function idField<Id>({ name, id }: Keyed<Id>): Id {
  if (!id) throw new Error(`${name} has no single id.`);
  return id;
}

/** Fields under an alias, as they are selected. */
export function selectedFields(context: SqlContext, alias: string, fields: readonly FieldModel[]): string[] {
  return fields.map(({ column, kind }) => context.dialect.selected(columnOf(context, alias, column), kind));
}

/** The quoted table of an entity or of a join; a path may name a schema. */
export function tableOf({ dialect }: SqlContext, path: string): string {
  return path.split('.').map(dialect.quote).join('.');
}

/** The condition that a row is one of the entity's: not soft-deleted, of the right class. Empty when all are. */
export function existingRows(
  context: SqlContext,
  alias: string,
  { table }: { readonly table: TableModel },
): string[] {
  const { deletedAt, discriminator } = table;
  return [
    ...(deletedAt === null ? [] : [`${columnOf(context, alias, deletedAt)} IS NULL`]),
    ...(discriminator === null
      ? []
      : [
          `${columnOf(context, alias, discriminator.column)} IN (${discriminator.values.map((value) => context.dialect.literal(value)).join(', ')})`,
        ]),
  ];
}

/** ` WHERE a AND b`, or nothing. */
export function whereAll(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
}
