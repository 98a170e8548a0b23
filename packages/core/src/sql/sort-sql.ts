// Sort terms -> ORDER BY: a total order, with NULL where the field sorts it. Counts and sums across an edge are grouped once and
// joined; if few rows are sorted, they are looked up for each row.
import type { EdgeModel, FieldModel } from '../model/member-model.js';
import type { SortModel } from '../model/query-model.js';
import type { SortTerm } from '../plan/terms.js';
import type { NullPlace } from '../vocabulary/order.js';
import type { PositionedValue, SortValue } from './dialect.js';
import { isLookedUpPerRow } from './few-rows.js';
import { compileEdgeKeys, compileEdgeRows } from './policy-sql.js';
import { qualifyKey } from './key-sql.js';
import { chooseAlias, compileField, compileWhere, type RowScope, type SqlContext } from './table-sql.js';

/** Rows to sort, and whether they are few. */
interface SortScope extends RowScope {
  readonly few: boolean;
}

/** Two clauses of a statement. Each binds its placeholders when called, so call it where its text goes. */
export interface SortSql {
  /** The joins that the terms refer to. They never multiply rows. */
  readonly joins: () => string;
  /** The terms of an ORDER BY. */
  readonly terms: () => string;
  /** The same terms, one by one. */
  readonly keys: readonly SortKey[];
}

/** One term of an order, and what its values are. */
export interface SortKey extends SortValue, PositionedValue {
  /** A subquery or an expression, which would be evaluated for each mention. */
  readonly isComputed: boolean;
  /** The same value without the join. Binds placeholders. Absent where it needs none. */
  readonly compileUnjoined?: () => string;
}

/** The order of the rows of a scope, or its reverse. */
export function compileSort(scope: SortScope, terms: readonly SortTerm[], isReversed = false): SortSql {
  const keys = terms.map(({ sort, descending }, at) => {
    const key = createJoinedKey(scope, sort, `s${at}`);
    return {
      ...key,
      descending: descending !== isReversed,
      nulls: isReversed ? reversedNulls[key.nulls] : key.nulls,
    };
  });
  const { dialect } = scope.context;
  return {
    joins: () => keys.map(({ join }) => join()).join(''),
    terms: () => keys.map((key) => dialect.compileOrderTerm(key)).join(', '),
    keys,
  };
}

/** The reverse of an order has NULL at its other end. */
const reversedNulls: Readonly<Record<NullPlace, NullPlace>> = {
  lowest: 'lowest',
  highest: 'highest',
  first: 'last',
  last: 'first',
};

type JoinedKey = Omit<SortKey, 'descending'> & { readonly join: () => string };

const joinNothing = () => '';

/** `joined` is the alias of the table that is joined for this key alone. */
function createJoinedKey(scope: SortScope, sort: SortTerm['sort'], joined: string): JoinedKey {
  const { context, alias } = scope;
  switch (sort.by) {
    case 'field':
      return {
        join: joinNothing,
        ...createFieldTraits(context, alias, sort.field),
        nullable: sort.field.nullable,
      };
    case 'edge-field':
      return createFieldKey(scope, sort, joined);
    case 'edge-count':
      return createAggregateKey(scope, joined, {
        edge: sort.edge,
        of: null,
        value: () => 'COUNT(*)',
        empty: '0',
      });
    case 'edge-sum':
      return createAggregateKey(scope, joined, {
        edge: sort.edge,
        of: sort.field,
        value: (target) => context.dialect.compileSum(compileField(context, target, sort.field), sort.field),
      });
    case 'random':
      return {
        join: joinNothing,
        value: () => context.dialect.random,
        nullable: false,
        nulls: 'lowest',
        of: null,
        isSum: false,
        isComputed: true,
      };
  }
}

/** The field of the one related row; NULL if it does not exist. */
function createFieldKey(
  scope: SortScope,
  { edge, field }: Extract<SortModel, { by: 'edge-field' }>,
  joined: string,
): JoinedKey {
  const { context } = scope;
  const related = chooseAlias(context.targetOf(edge), joined);
  const join = () => {
    const { from, where } = compileEdgeRows(scope, edge, related);
    return ` LEFT JOIN ${from} ON ${where.join(' AND ')}`;
  };
  const traits = createFieldTraits(context, related, field);
  const key = { join, ...traits, nullable: true };
  if (!traits.isComputed) return key;
  const compileUnjoined = () => {
    const { from, where } = compileEdgeRows(scope, edge, related);
    return `(SELECT ${traits.value()} FROM ${from} WHERE ${where.join(' AND ')})`;
  };
  return { ...key, compileUnjoined };
}

/** The value of a field of the row under an alias. */
function createFieldTraits(context: SqlContext, alias: string, field: FieldModel) {
  return {
    value: () => context.dialect.compileSortValue(compileField(context, alias, field), field),
    nulls: field.nulls,
    of: field,
    isSum: false,
    isComputed: field.expression !== null,
  };
}

/** An aggregate over the rows that an edge leads to. */
interface Aggregate {
  readonly edge: EdgeModel;
  /** The field that is added up; null for the number of rows. */
  readonly of: FieldModel | null;
  readonly value: (target: string) => string;
  /** Its value if no rows are related; undefined means NULL. */
  readonly empty?: string;
}

function createAggregateKey(scope: SortScope, joined: string, aggregate: Aggregate): JoinedKey {
  const { edge, empty, of } = aggregate;
  const traits = { nullable: empty === undefined, nulls: 'lowest', of, isSum: of !== null } as const;
  if (isLookedUpPerRow(edge, scope.few))
    return { join: joinNothing, value: () => compileLookup(scope, aggregate), isComputed: true, ...traits };
  const { context, alias, entity } = scope;
  const value = empty === undefined ? `${joined}.v` : `COALESCE(${joined}.v, ${empty})`;
  const join = () => {
    const sorted = getSortedAlias(scope, edge);
    const { from, key, compileVisible } = compileEdgeKeys(scope, edge, sorted);
    const named = key.map((column, at) => `${column} AS ${getPartName(at)}`).join(', ');
    const groups = `SELECT ${named}, ${aggregate.value(sorted)} AS v FROM ${from}${compileWhere(compileVisible())} GROUP BY ${key.join(', ')}`;
    const parts = qualifyKey(context, alias, entity);
    const on = parts.map((column, at) => `${joined}.${getPartName(at)} = ${column}`).join(' AND ');
    return ` LEFT JOIN (${groups}) ${joined} ON ${on}`;
  };
  return { join, value: () => value, isComputed: false, ...traits };
}

/** The name of a part of a key in a subquery. */
function getPartName(at: number): string {
  return at === 0 ? 'k' : `k${at}`;
}

function getSortedAlias({ context }: SortScope, edge: EdgeModel): string {
  return chooseAlias(context.targetOf(edge), 'sorted');
}

/** The aggregate as a subquery for each row. */
function compileLookup(scope: SortScope, { edge, value }: Aggregate): string {
  const sorted = getSortedAlias(scope, edge);
  const { from, where } = compileEdgeRows(scope, edge, sorted);
  return `(SELECT ${value(sorted)} FROM ${from} WHERE ${where.join(' AND ')})`;
}
