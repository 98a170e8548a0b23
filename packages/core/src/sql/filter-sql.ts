// Filter terms -> one condition. Edges are tested with EXISTS or IN, never with a join that multiplies rows.
import type { EdgeModel, EntityModel, FieldModel, FilterTarget } from '../model/api-model.js';
import type { FilterTerm, SelectShape } from '../plan/plan.js';
import { edgeRows, visibleRows } from './row-scope.js';
import { columnOf, comparedOf, idOf, tableOf, whereAll, type SqlContext } from './table-sql.js';
import { boundValue, type Binder } from './statement.js';

interface FilterScope {
  readonly context: SqlContext;
  readonly binder: Binder;
  readonly entity: EntityModel;
  readonly alias: string;
}

/** The condition of all filters of a shape on the row under `alias`; undefined when there is none. */
export function filterSql(
  context: SqlContext,
  binder: Binder,
  { subject, filters, junction }: SelectShape,
  alias: string,
): string | undefined {
  const scope: FilterScope = { context, binder, entity: subject, alias };
  const [within, others] = acrossOneEdge(filters);
  const conditions = [
    ...others.map((term) => termSql(scope, term)),
    ...[...within].map(([edge, terms]) => relatedRowSql(scope, edge, terms, junction)),
  ];
  if (conditions.length === 0) return undefined;
  return conditions.length === 1
    ? conditions[0]
    : `(${conditions.join(junction === 'or' ? ' OR ' : ' AND ')})`;
}

/** Filters on fields across the same edge belong together: they must hold for one and the same related row. */
function acrossOneEdge(filters: readonly FilterTerm[]): [Map<EdgeModel, FilterTerm[]>, FilterTerm[]] {
  const within = new Map<EdgeModel, FilterTerm[]>();
  const others: FilterTerm[] = [];
  for (const term of filters) {
    const [target, ...more] = term.filter.targets;
    if (!target?.edge || !target.field || more.length > 0) others.push(term);
    else within.set(target.edge, [...(within.get(target.edge) ?? []), term]);
  }
  return [within, others];
}

function relatedRowSql(
  scope: FilterScope,
  edge: EdgeModel,
  terms: readonly FilterTerm[],
  junction: 'and' | 'or',
): string {
  const tests = terms.flatMap((term) =>
    term.filter.targets.flatMap(({ field }) =>
      field ? [fieldTest(scope, term, field, relatedAlias, term.slot)] : [],
    ),
  );
  const joined = tests.length === 1 ? tests[0] : `(${tests.join(junction === 'or' ? ' OR ' : ' AND ')})`;
  return relatedSql(scope, edge, joined);
}

/** A filter of its own: on fields of the row, on the edge as such, or a group over any of them. */
function termSql(scope: FilterScope, term: FilterTerm): string {
  const tests = term.filter.targets.map((target, at) => targetSql(scope, term, target, term.slot + at));
  return tests.length === 1 && tests[0] !== undefined ? tests[0] : `(${tests.join(' OR ')})`;
}

function targetSql(scope: FilterScope, term: FilterTerm, target: FilterTarget, slot: number): string {
  if (target.field === null) return edgeTest(scope, term, target.edge);
  if (target.edge === null) return fieldTest(scope, term, target.field, scope.alias, slot);
  return relatedSql(scope, target.edge, fieldTest(scope, term, target.field, relatedAlias, slot));
}

/** `has.<edge>` and `<edge>.null`, each `true` or `false`. */
function edgeTest(scope: FilterScope, { filter, negated }: FilterTerm, edge: EdgeModel): string {
  const wantsRow = (filter.test === 'exists') !== negated;
  return wantsRow ? existsSql(scope, edge) : `NOT ${existsSql(scope, edge)}`;
}

const relatedAlias = 'related';

/**
 * The edge leads to a row that passes the test. Where the foreign key is the entity's own, its values are looked up
 * once: databases find the few related rows first and use the key's index, which they do not with EXISTS. The test
 * stands first: its placeholders came first.
 */
function relatedSql(scope: FilterScope, edge: EdgeModel, test: string | undefined): string {
  const { context, binder, alias } = scope;
  if (edge.join.kind !== 'own' || test === undefined) return existsSql(scope, edge, test);
  const target = context.targetOf(edge);
  const where = whereAll([test, ...visibleRows(context, binder, relatedAlias, target)]);
  const ids = `SELECT ${idOf(context, relatedAlias, target)} FROM ${tableOf(context, target.table.path)} ${relatedAlias}`;
  return `${columnOf(context, alias, edge.join.column)} IN (${ids}${where})`;
}

function existsSql({ context, binder, entity, alias }: FilterScope, edge: EdgeModel, test?: string): string {
  const { from, where } = edgeRows(context, binder, edge, entity, alias, relatedAlias);
  const conditions = test === undefined ? where : [test, ...where];
  return `EXISTS (SELECT 1 FROM ${from} WHERE ${conditions.join(' AND ')})`;
}

function fieldTest(
  { context, binder }: FilterScope,
  term: FilterTerm,
  field: FieldModel,
  alias: string,
  slot: number,
): string {
  const { test } = term.filter;
  const column = columnOf(context, alias, field.column);
  if (test === 'exists') throw new Error('Only edges are tested for existence.');
  if (test === 'null') return `${column} IS ${term.negated ? 'NOT ' : ''}NULL`;
  const { sql, encode } = context.dialect.predicates[test];
  return sql(comparedOf(context, alias, field), boundValue(binder, test, slot, encode(field.codec)), field);
}
