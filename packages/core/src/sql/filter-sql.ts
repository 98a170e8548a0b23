// Filter terms -> one condition. Rows across edges are found as a set, once, never with a join that multiplies rows; only
// where few rows are tested are they looked up for each.
import type { EdgeModel, FieldModel, FilterTarget } from '../model/api-model.js';
import type { FilterTerm, SelectShape } from '../plan/plan.js';
import { looksUpRelated, readsFewRows } from './few-rows.js';
import { edgeKeys, edgeRows, fromTable, visibleRows, type RowScope } from './row-scope.js';
import { columnOf, comparedOf, idOf, keyOf, whereAll } from './table-sql.js';
import { boundValue } from './statement.js';

/** A scope whose rows are tested, and whether they are few. */
interface FilterScope extends RowScope {
  readonly few: boolean;
}

/** A test of the row under the alias it is given. Binds its placeholders when it is written. */
interface Test {
  readonly write: (alias: string) => string;
  /** It looks at other tables. */
  readonly related: boolean;
  /** It looks for the row among those that a pass over another table finds. */
  readonly inSet: boolean;
}

/** What a row must pass, to be written in a WHERE. */
export interface FilterSql {
  readonly write: () => string;
  /** Some of it is a join to what passes over other tables find: worth making only for all rows at once. */
  readonly joinsSets: boolean;
}

type Junction = SelectShape['junction'];

/** The condition of all filters of a shape on the rows of the scope; undefined when there is none. */
export function filterSql(rows: RowScope, shape: SelectShape): FilterSql | undefined {
  const { filters, junction } = shape;
  const scope: FilterScope = { ...rows, few: readsFewRows(shape) };
  const [within, others] = acrossOneEdge(filters);
  const tests = [
    ...others.map((term) => termTest(scope, term)),
    ...[...within].map(([edge, terms]) => relatedRowTest(scope, edge, terms, junction)),
  ];
  if (tests.length === 0) return undefined;
  const whole = joined(scope, tests, junction);
  return { write: () => whole.write(scope.alias), joinsSets: whole.inSet };
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

function relatedRowTest(
  scope: FilterScope,
  edge: EdgeModel,
  terms: readonly FilterTerm[],
  junction: Junction,
): Test {
  const tests = terms.flatMap((term) =>
    term.filter.targets.flatMap(({ field }) => (field ? [fieldTest(scope, term, field, term.slot)] : [])),
  );
  return relatedTest(scope, edge, joined(scope, tests, junction));
}

/** A filter of its own: on fields of the row, on the edge as such, or a group over any of them. */
function termTest(scope: FilterScope, term: FilterTerm): Test {
  const tests = term.filter.targets.map((target, at) => targetTest(scope, term, target, term.slot + at));
  return joined(scope, tests, 'or');
}

function targetTest(scope: FilterScope, term: FilterTerm, target: FilterTarget, slot: number): Test {
  if (target.field === null) return edgeTest(scope, term, target.edge);
  const test = fieldTest(scope, term, target.field, slot);
  return target.edge === null ? test : relatedTest(scope, target.edge, test);
}

/** `has.<edge>` and `<edge>.null`, each `true` or `false`. */
function edgeTest(scope: FilterScope, { filter, negated }: FilterTerm, edge: EdgeModel): Test {
  const wantsRow = (filter.test === 'exists') !== negated;
  return wantsRow ? relatedTest(scope, edge) : unrelatedTest(scope, edge);
}

const related = 'related';

/** The edge leads to a row that passes the test. */
function relatedTest(scope: FilterScope, edge: EdgeModel, test?: Test): Test {
  const lookup = looksUpRelated(edge, scope.few);
  if (edge.join.kind === 'own' && test) return targetIdTest(scope, edge, test);
  return {
    related: true,
    inSet: !lookup,
    write: (alias) =>
      lookup
        ? `EXISTS ${existing(scope, edge, alias, test)}`
        : `${idOf(scope.context, alias, scope.entity)} IN ${ownIds(scope, edge, test)}`,
  };
}

function unrelatedTest(scope: FilterScope, edge: EdgeModel): Test {
  const lookup = looksUpRelated(edge, scope.few) || scope.context.dialect.antiJoins;
  return {
    related: true,
    inSet: !looksUpRelated(edge, scope.few),
    write: (alias) =>
      lookup
        ? `NOT EXISTS ${existing(scope, edge, alias)}`
        : `${idOf(scope.context, alias, scope.entity)} NOT IN ${ownIds(scope, edge)}`,
  };
}

/**
 * Where the foreign key is the entity's own, the ids it may hold are found once: databases find the few related rows
 * first and use the key's index, which they do not with EXISTS.
 */
function targetIdTest(scope: FilterScope, edge: EdgeModel, test: Test): Test {
  const { context, binder } = scope;
  if (edge.join.kind !== 'own') throw new Error('Only an own foreign key holds ids of the target.');
  const { column } = edge.join;
  const rows: RowScope = { context, binder, entity: context.targetOf(edge), alias: related };
  return {
    related: true,
    inSet: false,
    write: (alias) => {
      // Written first, as its placeholders come first.
      const tested = test.write(related);
      const where = whereAll([tested, ...visibleRows(rows)]);
      const ids = `SELECT ${idOf(context, related, rows.entity)} FROM ${fromTable(rows)}${where}`;
      return `${columnOf(context, alias, column)} IN (${ids})`;
    },
  };
}

/** The related rows of the row under `alias`, as a subquery. */
function existing(scope: FilterScope, edge: EdgeModel, alias: string, test?: Test): string {
  const tested = test ? [test.write(related)] : [];
  const { from, where } = edgeRows({ ...scope, alias }, edge, related);
  return `(SELECT 1 FROM ${from} WHERE ${[...tested, ...where].join(' AND ')})`;
}

/** The ids of all rows that the edge leads away from, as a subquery. */
function ownIds(scope: FilterScope, edge: EdgeModel, test?: Test): string {
  const tested = test ? [test.write(related)] : [];
  const { from, key, visible } = edgeKeys(scope, edge, related);
  return `(SELECT ${key} FROM ${from} WHERE ${[...tested, `${key} IS NOT NULL`, ...visible()].join(' AND ')})`;
}

function joined(scope: FilterScope, tests: readonly Test[], junction: Junction): Test {
  const passes = tests.filter((test) => test.inSet || (test.related && !scope.few));
  if (scope.context.dialect.combinesSets) {
    if (junction === 'or' && passes.length > 0 && tests.length > 1) return unitedTest(scope, tests);
    if (junction === 'and' && passes.length > 1) {
      const others = tests.filter((test) => !passes.includes(test));
      return sideBySide([...others, combinedTest(scope, passes, 'INTERSECT')], ' AND ');
    }
  }
  return sideBySide(tests, junction === 'or' ? ' OR ' : ' AND ');
}

function sideBySide(tests: readonly Test[], separator: string): Test {
  const [only] = tests;
  if (tests.length === 1 && only) return only;
  return {
    related: tests.some((test) => test.related),
    inSet: tests.some((test) => test.inSet),
    write: (alias) => `(${tests.map((test) => test.write(alias)).join(separator)})`,
  };
}

/** The row passes one of the tests. Those of the row itself take one pass together. */
function unitedTest(scope: FilterScope, tests: readonly Test[]): Test {
  const own = tests.filter((test) => !test.related);
  const related = tests.filter((test) => test.related);
  return combinedTest(scope, [...(own.length > 0 ? [sideBySide(own, ' OR ')] : []), ...related], 'UNION ALL');
}

const member = 'o';

/** The row is in the set of the rows that pass the tests: each test is joined to all rows, none tried row by row. */
function combinedTest(scope: FilterScope, tests: readonly Test[], operator: 'UNION ALL' | 'INTERSECT'): Test {
  const { context, entity } = scope;
  const passing = (test: Test) =>
    `SELECT ${keyOf(context, member, entity)} FROM ${fromTable({ ...scope, alias: member })} WHERE ${test.write(member)}`;
  return {
    related: true,
    inSet: true,
    write: (alias) => {
      const key = keyOf(context, alias, entity);
      return `${entity.id ? key : `(${key})`} IN (${tests.map(passing).join(` ${operator} `)})`;
    },
  };
}

function fieldTest(
  { context, binder }: FilterScope,
  term: FilterTerm,
  field: FieldModel,
  slot: number,
): Test {
  const { test } = term.filter;
  if (test === 'exists') throw new Error('Only edges are tested for existence.');
  const write = (alias: string) => {
    if (test === 'null')
      return `${columnOf(context, alias, field.column)} IS ${term.negated ? 'NOT ' : ''}NULL`;
    const value = boundValue(binder, test, slot, field.codec.encode);
    return context.dialect.predicates[test](comparedOf(context, alias, field), value, field);
  };
  return { related: false, inSet: false, write };
}
