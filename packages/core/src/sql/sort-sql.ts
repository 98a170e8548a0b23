// Sort terms -> ORDER BY: a total order, NULL in its place. Counts and sums across an edge are grouped once and joined. Only where
// few rows are sorted are they looked up for each row.
import type { EdgeModel } from '../model/member-model.js';
import type { SortModel } from '../model/query-model.js';
import type { SortTerm } from '../plan/plan.js';
import type { SortValue } from './dialect.js';
import { isLookedUpPerRow } from './few-rows.js';
import { compileEdgeKeys, compileEdgeRows } from './policy-sql.js';
import { qualifyKey } from './key-sql.js';
import { chooseAlias, compileField, compileWhere, type RowScope } from './table-sql.js';

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

/** The order of the rows of a scope. */
export function compileSort(scope: SortScope, terms: readonly SortTerm[]): SortSql {
  const keys = terms.map(({ sort, descending }, at) => ({
    ...createSortKey(scope, sort, `s${at}`),
    descending,
  }));
  const { dialect } = scope.context;
  return {
    joins: () => keys.map(({ join }) => join()).join(''),
    terms: () => keys.map((key) => dialect.compileOrderTerm(key)).join(', '),
    keys,
  };
}

type SortKey = Omit<SortValue, 'descending'> & { readonly join: () => string };

const joinNothing = () => '';

/** `joined` is the alias of the table that is joined for this key alone. */
function createSortKey(scope: SortScope, sort: SortTerm['sort'], joined: string): SortKey {
  const { context, alias } = scope;
  switch (sort.by) {
    case 'field': {
      const { field } = sort;
      return {
        join: joinNothing,
        value: () => compileField(context, alias, field),
        nullable: field.nullable,
        nulls: field.nulls,
      };
    }
    case 'edge-field':
      return createFieldKey(scope, sort, joined);
    case 'edge-count':
      return createAggregateKey(scope, joined, { edge: sort.edge, value: () => 'COUNT(*)', empty: '0' });
    case 'edge-sum':
      return createAggregateKey(scope, joined, {
        edge: sort.edge,
        value: (target) =>
          context.dialect.compileSum(compileField(context, target, sort.field), sort.field.columnKind),
      });
    case 'random':
      return { join: joinNothing, value: () => context.dialect.random, nullable: false, nulls: 'lowest' };
  }
}

/** The field of the one related row; NULL if it does not exist. */
function createFieldKey(
  scope: SortScope,
  { edge, field }: Extract<SortModel, { by: 'edge-field' }>,
  joined: string,
): SortKey {
  const { context } = scope;
  const related = chooseAlias(context.targetOf(edge), joined);
  const join = () => {
    const { from, where } = compileEdgeRows(scope, edge, related);
    return ` LEFT JOIN ${from} ON ${where.join(' AND ')}`;
  };
  return { join, value: () => compileField(context, related, field), nullable: true, nulls: field.nulls };
}

/** An aggregate over the rows that an edge leads to. */
interface Aggregate {
  readonly edge: EdgeModel;
  readonly value: (target: string) => string;
  /** Its value if no rows are related; undefined means NULL. */
  readonly empty?: string;
}

function createAggregateKey(scope: SortScope, joined: string, aggregate: Aggregate): SortKey {
  const { edge, empty } = aggregate;
  const traits = { nullable: empty === undefined, nulls: 'lowest' } as const;
  if (isLookedUpPerRow(edge, scope.few))
    return { join: joinNothing, value: () => compileLookup(scope, aggregate), ...traits };
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
  return { join, value: () => value, ...traits };
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
