// Sort terms -> ORDER BY: a total order, NULL lowest. Counts and sums across an edge are grouped once and joined. Only where
// few rows are sorted are they looked up for each row.
import type { EdgeModel, SortModel } from '../model/api-model.js';
import type { SortTerm } from '../plan/plan.js';
import { looksUpRelated } from './few-rows.js';
import { edgeKeys, edgeRows } from './policy-sql.js';
import { keyColumnsOf } from './key-sql.js';
import { aliasFor, fieldOf, whereAll, type RowScope } from './table-sql.js';

/** Rows to sort, and whether they are few. */
export interface SortScope extends RowScope {
  readonly few: boolean;
}

/** Two clauses of a statement. Each binds its placeholders when called, so call it where its text goes. */
export interface SortSql {
  /** The joins that the terms refer to. They never multiply rows. */
  readonly joins: () => string;
  /** The terms of an ORDER BY. */
  readonly terms: () => string;
  /** The same terms, one by one. */
  readonly keys: readonly SortValue[];
}

/** One term of an order. */
export interface SortValue {
  readonly value: () => string;
  readonly nullable: boolean;
  readonly descending: boolean;
}

/** The order of the rows of a scope. */
export function sortSql(scope: SortScope, terms: readonly SortTerm[]): SortSql {
  const keys = terms.map(({ sort, descending }, at) => ({ ...sortKey(scope, sort, `s${at}`), descending }));
  const { dialect } = scope.context;
  return {
    joins: () => keys.map(({ join }) => join()).join(''),
    terms: () =>
      keys
        .map(({ value, descending, nullable }) => dialect.ordered(value(), descending, nullable))
        .join(', '),
    keys,
  };
}

type SortKey = Omit<SortValue, 'descending'> & { readonly join: () => string };

const none = () => '';

/** `joined` is the alias of the table that is joined for this key alone. */
function sortKey(scope: SortScope, sort: SortTerm['sort'], joined: string): SortKey {
  const { context, alias } = scope;
  switch (sort.by) {
    case 'field': {
      const { field } = sort;
      return { join: none, value: () => fieldOf(context, alias, field), nullable: field.nullable };
    }
    case 'edge-field':
      return fieldKey(scope, sort, joined);
    case 'edge-count':
      return groupKey(scope, joined, { edge: sort.edge, value: () => 'COUNT(*)', empty: '0' });
    case 'edge-sum':
      return groupKey(scope, joined, {
        edge: sort.edge,
        value: (target) =>
          context.dialect.summed(fieldOf(context, target, sort.field), sort.field.columnKind),
      });
    case 'random':
      return { join: none, value: () => context.dialect.random, nullable: false };
  }
}

/** The field of the one related row; NULL if it does not exist. */
function fieldKey(
  scope: SortScope,
  { edge, field }: Extract<SortModel, { by: 'edge-field' }>,
  joined: string,
): SortKey {
  const { context } = scope;
  const related = aliasFor(context.targetOf(edge), joined);
  const join = () => {
    const { from, where } = edgeRows(scope, edge, related);
    return ` LEFT JOIN ${from} ON ${where.join(' AND ')}`;
  };
  return { join, value: () => fieldOf(context, related, field), nullable: true };
}

/** An aggregate over the rows that an edge leads to. */
interface Aggregate {
  readonly edge: EdgeModel;
  readonly value: (target: string) => string;
  /** Its value if no rows are related; undefined means NULL. */
  readonly empty?: string;
}

function groupKey(scope: SortScope, joined: string, aggregate: Aggregate): SortKey {
  const { edge, empty } = aggregate;
  const nullable = empty === undefined;
  if (looksUpRelated(edge, scope.few))
    return { join: none, value: () => lookedUp(scope, aggregate), nullable };
  const { context, alias, entity } = scope;
  const value = empty === undefined ? `${joined}.v` : `COALESCE(${joined}.v, ${empty})`;
  const join = () => {
    const sorted = sortedOf(scope, edge);
    const { from, key, visible } = edgeKeys(scope, edge, sorted);
    const named = key.map((column, at) => `${column} AS ${partName(at)}`).join(', ');
    const groups = `SELECT ${named}, ${aggregate.value(sorted)} AS v FROM ${from}${whereAll(visible())} GROUP BY ${key.join(', ')}`;
    const parts = keyColumnsOf(context, alias, entity);
    const on = parts.map((column, at) => `${joined}.${partName(at)} = ${column}`).join(' AND ');
    return ` LEFT JOIN (${groups}) ${joined} ON ${on}`;
  };
  return { join, value: () => value, nullable };
}

/** The name of a part of a key in a subquery. */
function partName(at: number): string {
  return at === 0 ? 'k' : `k${at}`;
}

function sortedOf({ context }: SortScope, edge: EdgeModel): string {
  return aliasFor(context.targetOf(edge), 'sorted');
}

/** The aggregate as a subquery for each row. */
function lookedUp(scope: SortScope, { edge, value }: Aggregate): string {
  const sorted = sortedOf(scope, edge);
  const { from, where } = edgeRows(scope, edge, sorted);
  return `(SELECT ${value(sorted)} FROM ${from} WHERE ${where.join(' AND ')})`;
}
