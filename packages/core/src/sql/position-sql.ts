// Positions in an order: the columns that hold them, and the condition that a row comes after one. The comparisons are those
// of ORDER BY, in the collation of the column. Cursors and batches use the same.
import type { PositionTerm, SelectShape } from '../plan/plan.js';
import type { SortTerm } from '../plan/terms.js';
import type { DeletedRows } from '../vocabulary/deleted-rows.js';
import { hasNullsFirst } from './dialect.js';
import { compileAliasedTable, compileVisibility } from './policy-sql.js';
import { compileSort, type SortKey, type SortSql } from './sort-sql.js';
import { asIs, createBinder, type Statement } from './statement.js';
import { chooseAlias, compileField, compileWhere, type RowScope, type SqlContext } from './table-sql.js';

/** The positions of the rows of a shape. */
export interface PositionSql {
  /** The keys of the order. Those that are computed are columns of a subquery. */
  readonly keys: readonly SortKey[];
  readonly isComputed: boolean;
  /** The computed keys, to select in the subquery. Binds placeholders. */
  readonly compileComputed: () => string;
  /** The values of the position of a row, in the order of the keys. */
  readonly columns: readonly string[];
  /** The condition that a row comes after the position; empty at the start. Binds placeholders. */
  readonly compileCondition: () => readonly string[];
}

/** The positions of a shape; null for a shape without. */
export function compilePositions(scope: RowScope, shape: SelectShape, sort: SortSql): PositionSql | null {
  const { position } = shape;
  if (!position) return null;
  const { dialect } = scope.context;
  const computed = sort.keys.flatMap((key, at) => (key.isComputed ? [{ key, at }] : []));
  const keys = sort.keys.map((key, at) =>
    key.isComputed ? { ...key, value: () => `${scope.alias}.${getComputedName(at)}` } : key,
  );
  const sorted: SortedRows = { scope, deleted: shape.deleted, sort: shape.sort, terms: position.terms };
  return {
    keys,
    isComputed: computed.length > 0,
    compileComputed: () =>
      computed
        .map(({ key, at }) => `, ${(key.compileUnjoined ?? key.value)()} AS ${getComputedName(at)}`)
        .join(''),
    columns: keys.map((key) => dialect.compilePosition(key.value(), key)),
    compileCondition: () => (position.side === 'start' ? [] : [compileCondition(sorted, keys)]),
  };
}

function getComputedName(at: number): string {
  return `decorest_o${at}`;
}

/** Rows in an order, and a position in it. */
interface SortedRows {
  readonly scope: RowScope;
  readonly deleted: DeletedRows;
  readonly sort: readonly SortTerm[];
  readonly terms: readonly PositionTerm[];
}

/** A key beside the value of the position. */
interface Comparison {
  readonly key: SortKey;
  readonly term: PositionTerm;
  /** Both sides of a comparison. Binds the placeholder of the value. */
  readonly writeSides: () => readonly [key: string, value: string];
}

function compileCondition(rows: SortedRows, keys: readonly SortKey[]): string {
  const { dialect } = rows.scope.context;
  const comparisons = keys.map((key, at): Comparison => {
    const term = rows.terms[at] ?? { kind: 'null' };
    const writeSides = () => dialect.compilePositionSides(key.value(), compileTermValue(rows, term, at), key);
    return { key, term, writeSides };
  });
  if (dialect.comparesRows && isUniform(comparisons)) return compileRowComparison(comparisons);
  const [first, ...more] = comparisons;
  const isBounded =
    first !== undefined && more.length > 0 && first.term.kind !== 'null' && !hasNullsAfter(first);
  // An index on the first key finds the start.
  const bound = isBounded ? `${compareSides(first, `${getOperator(first.key)}=`)} AND ` : '';
  return `${bound}${compileFrom(comparisons)}`;
}

/** A row comes after the position if its first key does, or if that is equal and the other keys come after. */
function compileFrom([first, ...others]: readonly Comparison[]): string {
  if (!first) return '1 = 0';
  const after = compileAfter(first);
  if (others.length === 0) return after ?? '1 = 0';
  const rest = `${compileTie(first)} AND ${compileFrom(others)}`;
  return after === null ? `(${rest})` : `(${after} OR ${rest})`;
}

/** The condition that a key comes after the value; null if none does. */
function compileAfter(comparison: Comparison): string | null {
  const { key, term } = comparison;
  if (term.kind === 'null') return hasNullsFirst(key) ? `${key.value()} IS NOT NULL` : null;
  const after = compareSides(comparison, getOperator(key));
  return hasNullsAfter(comparison) ? `(${after} OR ${key.value()} IS NULL)` : after;
}

function compileTie(comparison: Comparison): string {
  return comparison.term.kind === 'null'
    ? `${comparison.key.value()} IS NULL`
    : compareSides(comparison, '=');
}

function compareSides({ writeSides }: Comparison, operator: string): string {
  return writeSides().join(` ${operator} `);
}

function getOperator({ descending }: SortKey): '<' | '>' {
  return descending ? '<' : '>';
}

function hasNullsAfter({ key }: Comparison): boolean {
  return key.nullable && !hasNullsFirst(key);
}

/** Whether a row comes after the position exactly if its keys, as one row value, do. */
function isUniform(comparisons: readonly Comparison[]): boolean {
  const [first, ...others] = comparisons;
  return (
    first !== undefined &&
    others.length > 0 &&
    comparisons.every(({ key, term }) => !key.nullable && term.kind !== 'null') &&
    others.every(({ key }) => key.descending === first.key.descending)
  );
}

function compileRowComparison(comparisons: readonly Comparison[]): string {
  const sides = comparisons.map(({ writeSides }) => writeSides());
  const operator = comparisons[0] ? getOperator(comparisons[0].key) : '>';
  const [keys, values] = [0, 1].map((side) => sides.map((both) => both[side]).join(', '));
  return `(${keys}) ${operator} (${values})`;
}

/** The value of a term: its placeholder, or that of the position's own row. */
function compileTermValue(rows: SortedRows, term: PositionTerm, at: number): string {
  if (term.kind === 'value') return rows.scope.binder.bind(term.slot, asIs);
  const own = toPositionRow(rows.scope);
  const { keys, joins } = compileSort({ ...own, few: true }, rows.sort.slice(at, at + 1));
  const value = keys[0]?.value() ?? 'NULL';
  return `(SELECT ${value} FROM ${compileAliasedTable(own)}${joins()}${compileWhere(compilePositionRow({ ...rows, scope: own }))})`;
}

function toPositionRow({ context, binder, entity }: RowScope): RowScope {
  return { context, binder, entity, alias: chooseAlias(entity, 'at_cursor') };
}

/** The conditions that a row has the key of the position, and is visible. */
function compilePositionRow({ scope, deleted, sort, terms }: SortedRows): string[] {
  const { context, binder, entity, alias } = scope;
  const ofKey = entity.key.map((field) => {
    const term = terms[sort.findIndex(({ sort: key }) => key.by === 'field' && key.field === field)];
    if (term?.kind !== 'value') return '1 = 0';
    const sides = context.dialect.compilePositionSides(
      compileField(context, alias, field),
      binder.bind(term.slot, asIs),
      {
        of: field,
        isSum: false,
      },
    );
    return sides.join(' = ');
  });
  return [...ofKey, ...compileVisibility(scope, deleted)];
}

/** Finds the row of a position without some of its values; null for a complete position. */
export function compilePositionExists(
  context: SqlContext,
  { subject, deleted, sort, position }: SelectShape,
): Statement | null {
  const lacking = sort.filter((_, at) => position?.terms[at]?.kind === 'row');
  if (!position || lacking.length === 0) return null;
  const binder = createBinder(context.dialect);
  const own = toPositionRow({ context, binder, entity: subject, alias: '' });
  const { keys, joins } = compileSort({ ...own, few: true }, lacking);
  const from = `${compileAliasedTable(own)}${joins()}`;
  const where = compileWhere([
    ...compilePositionRow({ scope: own, deleted, sort, terms: position.terms }),
    ...keys.map((key) => `${key.value()} IS NOT NULL`),
  ]);
  return binder.statement(`SELECT 1 FROM ${from}${where}`);
}
