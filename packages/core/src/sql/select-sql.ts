// A read's shape -> its statements and its renderer. The number of statements is constant: the rows with their unique
// eager edges and, for lists, the total; and one statement per non-unique eager edge, whatever the number of rows.
import type { EntityModel, FieldModel } from '../model/api-model.js';
import type { SelectShape, SelectSource, SelectWindow } from '../plan/plan.js';
import { childProgram, type ChildProgram } from './child-sql.js';
import { entityRenderer, type EntityRenderer } from './entity-renderer.js';
import { filterSql } from './filter-sql.js';
import {
  columnOf,
  edgeRows,
  idField,
  idOf,
  tableOf,
  visibleRows,
  whereAll,
  type SqlContext,
} from './row-scope.js';
import { fieldsRenderer } from './row-renderer.js';
import { sortSql } from './sort-sql.js';
import { asIs, createBinder, type Binder, type Statement } from './statement.js';

/** What runs a read of one shape. */
export interface SelectProgram {
  readonly statement: Statement;
  /** Column of the total, the same in each row; null for a read of one. */
  readonly totalAt: number | null;
  /** Non-unique eager edges, each read for all rows at once. */
  readonly children: readonly ChildProgram[];
  /** Column of the key the children are found by. */
  readonly keyAt: number;
  readonly renderer: EntityRenderer;
  /** Tells an empty edge from a parent that does not exist; null where there is no parent. */
  readonly parentExists: Statement | null;
}

const root = 't';

/** Compiles a shape. Values: the source's, the filters', limit and offset. */
export function compileSelect(context: SqlContext, shape: SelectShape): SelectProgram {
  const { subject } = shape;
  const isList = shape.window.kind !== 'one';
  const binder = createBinder(context.dialect);
  const own = fieldsRenderer(subject, context.dialect);
  const joins = eagerJoins(context, subject);
  const columns = [
    ...own.fields.map((field) => selectedColumn(context, root, field)),
    ...joins.flatMap(({ alias, fields }) => fields.map((field) => selectedColumn(context, alias, field))),
  ];
  const table = `${tableOf(context, subject.table.path)} ${root}`;
  // Written twice, not bound once: where placeholders have no numbers, each place takes its own parameter.
  const rows = () => whereAll(rowConditions(context, binder, shape));
  const text = [
    `SELECT ${[...columns, ...(isList ? [`(SELECT COUNT(*) FROM ${table}${rows()})`] : [])].join(', ')}`,
    ` FROM ${table}${joins.map(({ sql }) => sql).join('')}${rows()}`,
    isList ? ` ORDER BY ${sortSql(context, subject, shape.sort, root)}` : '',
    windowSql(binder, shape.window),
  ].join('');
  const eagerChildren = subject.edges.filter((edge) => edge.eager && !edge.unique);
  return {
    statement: binder.statement(text),
    totalAt: isList ? columns.length : null,
    children: eagerChildren.map((edge) => childProgram(context, subject, edge, isList)),
    keyAt: subject.id ? own.fields.indexOf(subject.id) : -1,
    renderer: entityRenderer(context, subject, own),
    parentExists: parentExists(context, shape),
  };
}

function selectedColumn(context: SqlContext, alias: string, { column, kind }: FieldModel): string {
  return context.dialect.selected(columnOf(context, alias, column), kind);
}

/** A LEFT JOIN per unique eager edge: the target's columns, or NULLs. */
function eagerJoins(context: SqlContext, subject: EntityModel) {
  const edges = subject.edges.filter((edge) => edge.eager && edge.unique);
  return edges.map((edge, at) => {
    const target = context.targetOf(edge);
    const alias = `e${at}`;
    const { where } = edgeRows(context, edge, subject, root, alias);
    const sql = ` LEFT JOIN ${tableOf(context, target.table.path)} ${alias} ON ${where.join(' AND ')}`;
    return { alias, fields: fieldsRenderer(target, context.dialect).fields, sql };
  });
}

/** Conditions in the order of their placeholders. */
function rowConditions(context: SqlContext, binder: Binder, shape: SelectShape): string[] {
  const source = sourceConditions(context, binder, shape);
  const filters = filterSql(context, binder, shape, root);
  return [
    ...source,
    ...visibleRows(context, root, shape.subject),
    ...(filters === undefined ? [] : [filters]),
  ];
}

/** The rows a read starts from. An id takes a slot per key column, an edge the parent's id in slot 0. */
function sourceConditions(context: SqlContext, binder: Binder, { source, subject }: SelectShape): string[] {
  if (source.from === 'all') return [];
  if (source.from === 'edge') return [edgeCondition(context, binder, source, subject)];
  return subject.key.map(
    ({ column, codec }, slot) => `${columnOf(context, root, column)} = ${binder.bind(slot, codec.encode)}`,
  );
}

/** The subject is among the rows the edge leads to from the parent with this id, if that parent shows. */
function edgeCondition(
  context: SqlContext,
  binder: Binder,
  { parent, edge: { join } }: Extract<SelectSource, { from: 'edge' }>,
  subject: EntityModel,
): string {
  const id = () => binder.bind(0, idField(parent).codec.encode);
  const parentTable = `${tableOf(context, parent.table.path)} p`;
  const hiding = visibleRows(context, 'p', parent);
  const shown = () => [`${idOf(context, 'p', parent)} = ${id()}`, ...hiding].join(' AND ');
  const guard = () =>
    hiding.length > 0 ? ` AND EXISTS (SELECT 1 FROM ${parentTable} WHERE ${shown()})` : '';
  const subjectId = idOf(context, root, subject);
  if (join.kind === 'own') {
    return `${subjectId} = (SELECT ${columnOf(context, 'p', join.column)} FROM ${parentTable} WHERE ${shown()})`;
  }
  if (join.kind === 'foreign') return `${columnOf(context, root, join.column)} = ${id()}${guard()}`;
  const linked = `SELECT ${columnOf(context, 'l', join.targetColumn)} FROM ${tableOf(context, join.table)} l`;
  return `${subjectId} IN (${linked} WHERE ${columnOf(context, 'l', join.ownColumn)} = ${id()})${guard()}`;
}

function windowSql(binder: Binder, window: SelectWindow): string {
  switch (window.kind) {
    case 'page':
      return ` LIMIT ${binder.bind(window.limitSlot, asIs)} OFFSET ${binder.bind(window.offsetSlot, asIs)}`;
    case 'capped':
      return ` LIMIT ${binder.bind(window.limitSlot, asIs)}`;
    case 'one':
    case 'all':
      return '';
  }
}

function parentExists(context: SqlContext, { source }: SelectShape): Statement | null {
  if (source.from !== 'edge' || source.edge.unique) return null;
  const { parent } = source;
  const binder = createBinder(context.dialect);
  const id = binder.bind(0, idField(parent).codec.encode);
  const where = whereAll([`${idOf(context, 'p', parent)} = ${id}`, ...visibleRows(context, 'p', parent)]);
  return binder.statement(`SELECT 1 FROM ${tableOf(context, parent.table.path)} p${where}`);
}
