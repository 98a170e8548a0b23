// Statements that change which rows an edge leads to. They never delete or take a row: a link is a row of a join
// table, or a foreign key of a row that nobody else holds.
import type { EdgeModel, EntityModel, JoinModel } from '../model/api-model.js';
import { fromTable, visibleRows } from './row-scope.js';
import { columnOf, existingRows, idField, idOf, tableOf, whereAll, type SqlContext } from './table-sql.js';
import { boundValue, createBinder, type Binder, type Statement } from './statement.js';

/** Why rows are looked up: to be referred to, by many at once, or to be changed, by one. */
export type Purpose = 'refer' | 'change';

/** Finds which of the ids in slot 0 exist, and keeps them until the transaction ends. Returns one id per row. */
export function existingSql(context: SqlContext, target: EntityModel, purpose: Purpose): Statement {
  const binder = createBinder(context.dialect);
  const where = whereAll([
    anyOf(context, binder, idOf(context, 't', target), 0, target),
    ...visibleRows({ context, binder, entity: target, alias: 't' }),
  ]);
  const { forUpdate, forReference } = context.dialect;
  const lock = purpose === 'change' ? forUpdate : forReference(target.table.deletedAt !== null);
  // Locked in the order of the ids: two changes that overlap wait for each other instead of deadlocking.
  const rows = `${tableOf(context, target.table.path)} t${where} ORDER BY ${idOf(context, 't', target)}`;
  return binder.statement(`SELECT ${selectedId(context, target)} FROM ${rows}${lock}`);
}

/** Statements of one edge. Slot 0 is the id of the entity, slot 1 the list of the targets' ids. */
export type EdgeStatements = LinkStatements | ForeignStatements;

/** An edge through a join table. */
export interface LinkStatements {
  readonly kind: 'table';
  /** Links what is not linked yet. */
  readonly add: Statement;
  readonly remove: Statement;
  /** Unlinks all others. */
  readonly removeOthers: Statement;
}

/** An edge whose foreign key is a column of the target. */
export interface ForeignStatements {
  readonly kind: 'foreign';
  /** Those of the targets that belong to somebody else. */
  readonly ofOthers: Statement;
  /** Those of the targets that belong to the entity. */
  readonly own: Statement;
  /** All of the entity's that are not among the targets. */
  readonly ownOthers: Statement;
  readonly add: Statement;
  /** Frees the targets that belong to the entity. */
  readonly remove: Statement;
}

/** The statements of an edge that is not a column of the entity itself. */
export function edgeSql(context: SqlContext, entity: EntityModel, edge: EdgeModel): EdgeStatements {
  const { join } = edge;
  if (join.kind === 'own') throw new Error('An own foreign key is written with its row.');
  return join.kind === 'table'
    ? linkSql(context, entity, edge, join)
    : foreignSql(context, entity, edge, join);
}

function linkSql(
  context: SqlContext,
  entity: EntityModel,
  edge: EdgeModel,
  join: Extract<JoinModel, { kind: 'table' }>,
): LinkStatements {
  const target = context.targetOf(edge);
  const { quote } = context.dialect;
  const table = tableOf(context, join.table);
  const statement = (write: (own: string, theirs: string, binder: Binder) => string) => {
    const binder = createBinder(context.dialect);
    return binder.statement(write(quote(join.ownColumn), quote(join.targetColumn), binder));
  };
  const ownId = (binder: Binder) => binder.bind(0, idField(entity).codec.encode);
  return {
    kind: 'table',
    add: statement((own, theirs, binder) => {
      const rows = `${tableOf(context, entity.table.path)} p, ${tableOf(context, target.table.path)} t`;
      const where = `${idOf(context, 'p', entity)} = ${ownId(binder)} AND ${anyOf(context, binder, idOf(context, 't', target), 1, target)}`;
      const unlessPresent = context.dialect.unlessPresent(`${table}.${own}`);
      const ids = `SELECT ${idOf(context, 'p', entity)}, ${idOf(context, 't', target)}`;
      return `INSERT INTO ${table} (${own}, ${theirs}) ${ids} FROM ${rows} WHERE ${where}${unlessPresent}`;
    }),
    remove: statement(
      (own, theirs, binder) =>
        `DELETE FROM ${table} WHERE ${own} = ${ownId(binder)} AND ${anyOf(context, binder, theirs, 1, target)}`,
    ),
    removeOthers: statement(
      (own, theirs, binder) =>
        `DELETE FROM ${table} WHERE ${own} = ${ownId(binder)} AND ${noneOf(context, binder, theirs, 1, target)}${withinReach(context, binder, theirs, target)}`,
    ),
  };
}

function foreignSql(
  context: SqlContext,
  entity: EntityModel,
  edge: EdgeModel,
  join: Extract<JoinModel, { kind: 'foreign' }>,
): ForeignStatements {
  const target = context.targetOf(edge);
  const table = tableOf(context, target.table.path);
  const key = columnOf(context, table, join.column);
  const id = idOf(context, table, target);
  const own = (binder: Binder) => binder.bind(0, idField(entity).codec.encode);
  const mine = (binder: Binder) => `${key} = ${own(binder)}`;
  const among = (binder: Binder) => anyOf(context, binder, id, 1, target);
  const find = (...tests: ((binder: Binder) => string)[]) => {
    const binder = createBinder(context.dialect);
    const where = whereAll([
      ...tests.map((test) => test(binder)),
      ...visibleRows({ context, binder, entity: target, alias: table }),
    ]);
    const selected = context.dialect.selected(id, idField(target).kind);
    return binder.statement(
      `SELECT ${selected} FROM ${table}${where} ORDER BY ${id}${context.dialect.forUpdate}`,
    );
  };
  const set = (value: (binder: Binder) => string, ...tests: ((binder: Binder) => string)[]) => {
    const binder = createBinder(context.dialect);
    const assignment = `${context.dialect.quote(join.column)} = ${value(binder)}`;
    // The rows were found within reach and are kept; what was changed since in this transaction does not count.
    const where = whereAll([...tests.map((test) => test(binder)), ...existingRows(context, table, target)]);
    return binder.statement(`UPDATE ${table} SET ${assignment}${where}`);
  };
  return {
    kind: 'foreign',
    ofOthers: find(among, (binder) => `${key} <> ${own(binder)}`),
    own: find(among, mine),
    ownOthers: find((binder) => noneOf(context, binder, id, 1, target), mine),
    add: set(own, among),
    remove: set(() => 'NULL', among, mine),
  };
}

/** Links to rows that a policy hides are not the request's to remove. */
function withinReach(context: SqlContext, binder: Binder, id: string, target: EntityModel): string {
  if (!context.tests.has(target.name)) return '';
  const shown = { context, binder, entity: target, alias: 't' };
  const rows = `${fromTable(shown)}${whereAll(visibleRows(shown))}`;
  return ` AND ${id} IN (SELECT ${idOf(context, 't', target)} FROM ${rows})`;
}

function selectedId(context: SqlContext, target: EntityModel): string {
  return context.dialect.selected(idOf(context, 't', target), idField(target).kind);
}

function anyOf(
  context: SqlContext,
  binder: Binder,
  column: string,
  slot: number,
  target: EntityModel,
): string {
  return oneOf(context, binder, 'in', column, slot, target);
}

function noneOf(
  context: SqlContext,
  binder: Binder,
  column: string,
  slot: number,
  target: EntityModel,
): string {
  return oneOf(context, binder, 'notIn', column, slot, target);
}

function oneOf(
  { dialect }: SqlContext,
  binder: Binder,
  predicate: 'in' | 'notIn',
  column: string,
  slot: number,
  target: EntityModel,
): string {
  const id = idField(target);
  return dialect.predicates[predicate](column, boundValue(binder, predicate, slot, id.codec.encode), id);
}
