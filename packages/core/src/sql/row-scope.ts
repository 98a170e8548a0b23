// Tables under their aliases: columns, keys and the rows that show.
import type { EdgeModel, EntityModel, FieldModel } from '../model/api-model.js';
import type { Dialect } from './dialect.js';
import type { Binder } from './statement.js';

/** What SQL is written against: the database's dialect and the entities edges lead to. */
export interface SqlContext {
  readonly dialect: Dialect;
  targetOf(edge: EdgeModel): EntityModel;
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
export function idOf(context: SqlContext, alias: string, entity: EntityModel): string {
  return columnOf(context, alias, idField(entity).column);
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
  const { sql, encode } = dialect.predicates.eq;
  return sql(column, () => binder.bind(slot, encode(field.codec)), field);
}

/** The field whose values are the ids. Throws for an entity with a composite key. */
export function idField({ name, id }: EntityModel): FieldModel {
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

/** The condition that a row of the entity shows: not soft-deleted, of the right class. Empty when all do. */
export function visibleRows(context: SqlContext, alias: string, { table }: EntityModel): string[] {
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

/**
 * The rows an edge leads to from the row under `alias`, as a FROM and WHERE to build on. `target` is the alias of
 * those rows.
 */
export function edgeRows(
  context: SqlContext,
  edge: EdgeModel,
  entity: EntityModel,
  alias: string,
  target: string,
): { readonly from: string; readonly where: readonly string[] } {
  const targetEntity = context.targetOf(edge);
  const { join } = edge;
  const table = `${tableOf(context, targetEntity.table.path)} ${target}`;
  const visible = visibleRows(context, target, targetEntity);
  if (join.kind === 'own') {
    return {
      from: table,
      where: [
        `${idOf(context, target, targetEntity)} = ${columnOf(context, alias, join.column)}`,
        ...visible,
      ],
    };
  }
  const ownId = idOf(context, alias, entity);
  if (join.kind === 'foreign') {
    return { from: table, where: [`${columnOf(context, target, join.column)} = ${ownId}`, ...visible] };
  }
  const link = `${target}_link`;
  return {
    from: `${tableOf(context, join.table)} ${link} JOIN ${table} ON ${idOf(context, target, targetEntity)} = ${columnOf(context, link, join.targetColumn)}`,
    where: [`${columnOf(context, link, join.ownColumn)} = ${ownId}`, ...visible],
  };
}
