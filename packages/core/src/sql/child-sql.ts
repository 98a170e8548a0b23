// Non-unique edges: one statement for all parents, with the edge's limit for each of them.
import type { EntityModel } from '../model/api-model.js';
import type { EdgeView, RelatedRows } from '../plan/view.js';
import { chooseLimitPerParent, listSortTerms } from './edge-limit.js';
import { compileCondition } from './filter-sql.js';
import { compileKeyMembership, compileKeyOperand, qualifyKey } from './key-sql.js';
import { compileKeyJoin, compileSubqueryKeys, isLateMaterialized } from './late-materialization.js';
import { compileAliasedTable, compileEdgeKeys } from './policy-sql.js';
import { compileParentLinks, isExact, parentAlias } from './parent-links.js';
import { isLong } from './response-size.js';
import { compileSort, type SortSql } from './sort-sql.js';
import { asIs, createBinder, type Statement } from './statement.js';
import { chooseAlias, compileWhere, quoteTable, type RowScope, type SqlContext } from './table-sql.js';
import { findPrintedColumns } from './value-text.js';
import {
  compileViewJoins,
  buildViewLayout,
  nameColumns,
  type EdgeRead,
  type ViewLayout,
  type ViewNode,
} from './view-layout.js';

/** Reads the rows that an edge leads to, in the order of the edge unless `placeAt` is set. */
export interface ChildProgram {
  /**
   * Slot 0 is the list of parent keys, as the rows of the parents hold them; slot 1 the limit plus one, if it is no constant;
   * then the values of `where`.
   */
  readonly statement: Statement;
  /** The columns of the parent's key, in the rows of the parents. */
  readonly keyAt: readonly number[];
  /** The columns with the parent's key. */
  readonly parentAt: readonly number[];
  /** The column with a row's place among those of its parent, if rows may come in another order; otherwise null. */
  readonly placeAt: number | null;
  /** How many rows of each parent are shown. */
  readonly limit: RelatedRows['limit'];
  /** Which rows are shown: its values follow the limit. */
  readonly where: RelatedRows['where'];
  /** The entity in the rows. */
  readonly root: ViewNode;
  /** The non-unique edges of these rows. */
  readonly children: readonly ChildProgram[];
}

/** The largest limit that every database accepts. */
const maxLimit = '9223372036854775807';

/** Compiles the read of an edge. Reads one row past the limit for each parent, to see whether more exist. */
export function compileChildProgram(context: SqlContext, read: EdgeRead): ChildProgram {
  const draft = draftRead(context, read);
  const { scope, layout, rows } = draft;
  const { key } = read.parent;
  const text = compileRead(draft);
  const { fields } = layout;
  return {
    statement: scope.binder.statement(text, {
      // Parent keys are decoded as in the parents' rows, so that they are equal.
      printed: findPrintedColumns([...fields, ...key], context.dialect),
      isLarge: fields.some(isLong),
    }),
    keyAt: read.keyAt,
    parentAt: key.map((_, at) => fields.length + at),
    placeAt: isOrderLost(context, scope.entity) ? fields.length + key.length : null,
    limit: rows.limit,
    where: rows.where,
    root: layout.root,
    children: layout.reads.map((below) => compileChildProgram(context, below)),
  };
}

/** The read of an edge, while its statement is being written. */
interface ReadDraft {
  readonly read: EdgeRead;
  readonly rows: RelatedRows;
  /** The rows that the edge leads to. */
  readonly scope: RowScope;
  readonly layout: ViewLayout;
  readonly sort: SortSql;
  /** Names of the columns that hold the parent's key. */
  readonly parentNames: readonly string[];
}

function draftRead(context: SqlContext, read: EdgeRead): ReadDraft {
  const { parent, shown } = read;
  const { edge, view } = shown;
  const rows = requireRows(shown);
  const entity = context.targetOf(edge);
  const alias = chooseAlias(entity, 'c');
  const scope: RowScope = { context, binder: createBinder(context.dialect), entity, alias };
  return {
    read,
    rows,
    scope,
    layout: buildViewLayout(context, { entity, alias, view }),
    sort: compileSort({ ...scope, few: true }, listSortTerms(context, shown)),
    parentNames: parent.key.map((_, at) => (at === 0 ? 'parent' : `parent${at}`)),
  };
}

function requireRows({ rows }: EdgeView): RelatedRows {
  if (rows === null) throw new Error('A unique edge is joined, not read.');
  return rows;
}

function compileRead(draft: ReadDraft): string {
  const { parent, shown } = draft.read;
  switch (chooseLimitPerParent(draft.scope.context, parent, shown)) {
    case 'lateral':
      return compileLateralRead(draft);
    case 'keys':
      return compileKeysRead(draft);
    case null:
      return compileRankedRead(draft);
  }
}

/** Ranks the rows of all parents, and cuts what is past the limit: a scan for all parents, whatever indexes exist. */
function compileRankedRead(draft: ReadDraft): string {
  const { read, scope, layout, sort, parentNames } = draft;
  const { context, binder, entity } = scope;
  const isLate = isLateMaterialized(context, entity);
  // Each call binds placeholders, so the calls follow the order of the text.
  const terms = sort.terms();
  const { from, key, compileVisible } = compileParentLinks(scope, read);
  const named = isLate ? compileSubqueryKeys(scope) : nameColumns(layout);
  const place = `ROW_NUMBER() OVER (PARTITION BY ${key.join(', ')} ORDER BY ${terms}) AS place`;
  const joins = sort.joins() + (isLate ? '' : compileViewJoins(context, binder, layout));
  const where = compileWhere([
    compileParentKeys(draft, key),
    ...compileVisible(),
    ...compileRelatedWhere(draft),
  ]);
  const columns = [...named, ...compileParentColumns(draft, key), place].join(', ');
  const limit = compileLimit(draft, (max) => ` WHERE place <= ${max}`);
  const ranked = `(SELECT ${columns} FROM ${from}${joins}${where}) ranked${limit} ORDER BY place`;
  if (isLate) return compileLateRead(draft, `SELECT * FROM ${ranked}`);
  return `SELECT ${[...layout.fields.map((_, at) => `c${at}`), ...parentNames].join(', ')} FROM ${ranked}`;
}

/** The condition that the client sets for the rows; empty without one. Binds placeholders. */
function compileRelatedWhere({
  rows: { where },
  scope,
}: Pick<ReadDraft, 'rows' | 'scope'>): readonly string[] {
  return where ? [compileCondition(scope, where.condition)] : [];
}

function compileParentKeys({ read: { parent }, scope }: ReadDraft, columns: readonly string[]): string {
  const keys = { predicate: 'in', columns, slot: 0, of: parent, stored: true } as const;
  return compileKeyMembership(scope.context, scope.binder, keys);
}

function compileParentColumns(
  { read: { parent }, scope, parentNames }: ReadDraft,
  key: readonly string[],
): string[] {
  const { dialect } = scope.context;
  return parent.key.map(
    ({ columnKind }, at) => `${dialect.compileSelected(key[at] ?? '', columnKind)} AS ${parentNames[at]}`,
  );
}

/** A clause with the limit plus one; nothing without a limit. */
function compileLimit({ rows: { limit }, scope }: ReadDraft, compile: (max: string) => string): string {
  if (limit.by === 'slot') return compile(scope.binder.bind(1, asIs));
  return limit.rows === -1 ? '' : compile(String(limit.rows + 1));
}

/** Reads the columns of the rows whose keys a sorted query selects. The LIMIT makes the database keep its order. */
function compileLateRead({ scope, layout, parentNames }: ReadDraft, keys: string): string {
  const { context, binder, entity } = scope;
  const parents = parentNames.map((name) => `k.${name}`);
  const place = isOrderLost(context, entity) ? ['k.place'] : [];
  // Drivers that return objects need distinct names.
  const shown = layout.joins.length > 0 ? nameColumns(layout) : layout.columns;
  const columns = [...shown, ...parents, ...place].join(', ');
  const joins = compileKeyJoin(scope, 'k') + compileViewJoins(context, binder, layout);
  return `SELECT ${columns} FROM (${keys} LIMIT ${maxLimit}) k${joins}`;
}

/** MariaDB joins a small table through a buffer, and returns rows in the order of that table. */
function isOrderLost(context: SqlContext, target: EntityModel): boolean {
  return isLateMaterialized(context, target) && !context.dialect.ordersJoins;
}

function compileLateralRead(draft: ReadDraft): string {
  const { read, scope, layout, sort, parentNames } = draft;
  const { context, binder, alias } = scope;
  const { dialect } = context;
  const parents = qualifyKey(context, parentAlias, read.parent);
  const { from, key, compileVisible } = compileEdgeKeys(scope, read.shown.edge, alias);
  const values = sort.keys.map(({ value }, at) => `${value()} AS o${at}`);
  const order = (of: string) =>
    sort.keys.map((term, at) => dialect.compileOrderTerm({ ...term, value: () => `${of}o${at}` })).join(', ');
  const joins = sort.joins() + compileViewJoins(context, binder, layout);
  const isOwn = key.map((column, at) => `${column} = ${parents[at] ?? ''}`);
  const where = compileWhere([...isOwn, ...compileVisible(), ...compileRelatedWhere(draft)]);
  const limit = compileLimit(draft, (max) => ` LIMIT ${max}`);
  const own = isExact(read.shown.edge.join) ? key : parents;
  const columns = [...nameColumns(layout), ...compileParentColumns(draft, own), ...values].join(', ');
  const limited = `SELECT ${columns} FROM ${from}${joins}${where} ORDER BY ${order('')}${limit}`;
  const shown = [...layout.fields.map((_, at) => `r.c${at}`), ...parentNames.map((name) => `r.${name}`)];
  const table = quoteTable(context, read.parent.table.path);
  return `SELECT ${shown.join(', ')} FROM ${table} ${parentAlias} CROSS JOIN LATERAL (${limited}) r WHERE ${compileParentKeys(draft, parents)} ORDER BY ${order('r.')}`;
}

/** For each parent, a subquery finds the keys of its rows up to the limit, from an index where one has their order. */
function compileKeysRead(draft: ReadDraft): string {
  const { read, rows, scope, layout, sort } = draft;
  const { context, binder, entity } = scope;
  const found: RowScope = { ...scope, alias: chooseAlias(entity, 'i') };
  const { from, key, compileVisible } = compileEdgeKeys(found, read.shown.edge, found.alias);
  const parents = qualifyKey(context, parentAlias, read.parent);
  const isLate = isLateMaterialized(context, entity);
  // Each call binds placeholders, so the calls follow the order of the text.
  const joins = isLate ? '' : compileViewJoins(context, binder, layout);
  const isOwn = key.map((column, at) => `${column} = ${parents[at] ?? ''}`);
  const where = compileWhere([...isOwn, ...compileVisible(), ...compileRelatedWhere({ rows, scope: found })]);
  const order = compileSort({ ...found, few: true }, listSortTerms(context, read.shown)).terms();
  const limit = compileLimit(draft, (max) => ` LIMIT ${max}`);
  const keys = `SELECT ${qualifyKey(context, found.alias, entity).join(', ')} FROM ${from}${where} ORDER BY ${order}${limit}`;
  const named = isLate ? compileSubqueryKeys(scope) : nameColumns(layout);
  const columns = [...named, ...compileParentColumns(draft, parents)].join(', ');
  const tables = `${quoteTable(context, read.parent.table.path)} ${parentAlias} CROSS JOIN ${compileAliasedTable(scope)}`;
  const among = `${compileKeyOperand(context, scope.alias, entity)} IN (${keys}) AND ${compileParentKeys(draft, parents)}`;
  const sorted = `SELECT ${columns} FROM ${tables}${joins} WHERE ${among} ORDER BY ${sort.terms()}`;
  return isLate ? compileLateRead(draft, sorted) : sorted;
}
