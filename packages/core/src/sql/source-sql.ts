// The rows that a read starts from: all, one by its key, the row just inserted, or those an edge leads to from a parent.
import type { EntityModel } from '../model/api-model.js';
import { hasEndpoint } from '../model/edge-endpoint.js';
import type { EdgeModel } from '../model/member-model.js';
import { isWrittenInBulk } from '../model/bulk-classes.js';
import { findSingleColumn } from '../model/row-id.js';
import type { SelectShape, SelectSource } from '../plan/plan.js';
import type { DeletedRows } from '../vocabulary/deleted-rows.js';
import {
  qualifyColumns,
  compileKeyEquals,
  compileKeyIn,
  compileKeyOperand,
  compileKeyColumnEquals,
  toOperand,
} from './key-sql.js';
import { compileAliasedTable, compileFirstRow, compileVisibility, hasHiddenRows } from './policy-sql.js';
import { compileReferencedOperand, qualifyReferenced } from './referenced-columns.js';
import { createBinder, type Binder, type Statement } from './statement.js';
import {
  compileOtherClassTest,
  qualifyColumn,
  quoteTable,
  compileWhere,
  type RowScope,
  type SqlContext,
  type UnboundScope,
} from './table-sql.js';

/**
 * The conditions of a read's source. An id has one slot for each key column; a list of ids, or the parent of an edge, is in
 * slot 0.
 */
export function compileSourceConditions(rows: RowScope, { source }: SelectShape): string[] {
  switch (source.from) {
    case 'all':
      return compileClassTest(rows, (ofClass) => isInList(ofClass, source));
    case 'edge':
      return [compileEdgeCondition(rows, source)];
    case 'inserted':
      return [compileInsertedCondition(rows)];
    case 'id':
      return [
        ...rows.entity.key.map((field, slot) => compileKeyColumnEquals(rows, field, slot)),
        ...compileReadableClassTest(rows),
      ];
    case 'ids':
      return [compileKeyIn(rows, 0), ...compileReadableClassTest(rows)];
  }
}

function compileReadableClassTest(rows: UnboundScope): string[] {
  return compileClassTest(rows, ({ operations }) => operations.includes('read'));
}

function isInList(
  entity: EntityModel,
  { writtenBy }: Extract<SelectSource, { readonly from: 'all' }>,
): boolean {
  return (
    entity.operations.includes('list') && (writtenBy === undefined || isWrittenInBulk(entity, writtenBy))
  );
}

function compileInsertedCondition({ context, entity, alias }: RowScope): string {
  const field = findSingleColumn(entity.key);
  const key = field && context.dialect.insertedKey?.readKey(field.columnKind);
  if (key === undefined) throw new Error(`${entity.name} cannot be found by what was inserted.`);
  return `${compileKeyOperand(context, alias, entity)} = ${key}`;
}

/** The condition that the edge leads to the row from the parent with the id in slot 0, and that the parent is visible. */
function compileEdgeCondition(
  { context, binder, entity, alias }: RowScope,
  { parent, edge }: Extract<SelectSource, { from: 'edge' }>,
): string {
  const { join } = edge;
  const referenced =
    join.kind === 'table' ? join.ownReferenced : join.kind === 'foreign' ? join.referenced : undefined;
  const parentId = () =>
    compileReferencedOperand({ context, binder, entity: parent, slot: 0, changed: null }, referenced);
  const parents: RowScope = { context, binder, entity: parent, alias: 'p' };
  const parentTable = compileAliasedTable(parents);
  const shown = () => compileParentConditions(parents, edge).join(' AND ');
  const guard = () =>
    hasHiddenRows(context, parent) ? ` AND EXISTS (SELECT 1 FROM ${parentTable} WHERE ${shown()})` : '';
  if (join.kind === 'foreign') {
    const isOwn = `${toOperand(qualifyColumns(context, alias, join.columns))} = ${parentId()}`;
    const first = compileFirstRow({ context, binder, entity, alias }, edge).map((test) => ` AND ${test}`);
    return `${isOwn}${first.join('')}${guard()}`;
  }
  const targetReferenced = join.kind === 'own' ? join.referenced : join.targetReferenced;
  const id = toOperand(qualifyReferenced(context, alias, entity, targetReferenced));
  if (join.kind === 'own') {
    return `${id} = (SELECT ${qualifyColumns(context, 'p', join.columns).join(', ')} FROM ${parentTable} WHERE ${shown()})`;
  }
  const linked = `SELECT ${qualifyColumns(context, 'l', join.targetColumns).join(', ')} FROM ${quoteTable(context, join.table)} l`;
  return `${id} IN (${linked} WHERE ${toOperand(qualifyColumns(context, 'l', join.ownColumns))} = ${parentId()})${guard()}`;
}

/** Distinguishes an empty edge from a parent that does not exist; null for shapes without a parent. */
export function compileParentExists(context: SqlContext, { source }: SelectShape): Statement | null {
  if (source.from !== 'edge' || source.edge.unique) return null;
  const { parent } = source;
  const binder = createBinder(context.dialect);
  const parents: RowScope = { context, binder, entity: parent, alias: 'p' };
  const where = compileWhere(compileParentConditions(parents, source.edge));
  return binder.statement(`SELECT 1 FROM ${compileAliasedTable(parents)}${where}`);
}

/** The condition that the parent of a shape's rows exists; empty for shapes without a parent. */
export function compileParentPresence(
  context: SqlContext,
  binder: Binder,
  { source }: SelectShape,
): readonly string[] {
  if (source.from !== 'edge') return [];
  const parents: RowScope = { context, binder, entity: source.parent, alias: 'p' };
  const where = compileWhere(compileParentConditions(parents, source.edge));
  return [`EXISTS (SELECT 1 FROM ${compileAliasedTable(parents)}${where})`];
}

/** The conditions that the parent with the id in slot 0 is visible, and that its class has the edge. */
function compileParentConditions(parents: RowScope, edge: EdgeModel): string[] {
  const hasEdge = (ofClass: EntityModel) =>
    ofClass.edges.some((own) => own.property === edge.property && hasEndpoint(ofClass, own));
  return [compileKeyEquals(parents, 0), ...compileVisibility(parents), ...compileClassTest(parents, hasEdge)];
}

/** The condition that a deleted row is of a class whose rows can be restored. Binds nothing. */
export function compileDeletedClassTest(rows: UnboundScope, deleted: DeletedRows): string[] {
  if (deleted === 'without') return [];
  const tests = compileClassTest(rows, ({ restorable }) => restorable);
  const { context, alias, entity } = rows;
  const { deletedAt } = entity.table;
  if (deleted === 'only' || deletedAt === null) return tests;
  return tests.map((test) => `(${qualifyColumn(context, alias, deletedAt)} IS NULL OR ${test})`);
}

/** The condition that a row's class is one of those that fit; empty if all classes fit. */
function compileClassTest(
  { context, entity: { variants, table }, alias }: UnboundScope,
  fits: (ofClass: EntityModel) => boolean,
): string[] {
  if (!variants) return [];
  const others = variants.classes.filter((one) => !fits(one.entity));
  if (others.length === 0 || !table.discriminator) return [];
  return [
    compileOtherClassTest(context, alias, {
      ...table.discriminator,
      values: others.map(({ value }) => value),
    }),
  ];
}
