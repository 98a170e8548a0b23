// Filter terms -> one condition. Related rows are found once, as a set, never by a join that multiplies rows. Only where few
// rows are tested are they looked up for each row.
import type { EdgeModel, FilterTarget } from '../model/api-model.js';
import type { FilterTerm, SelectShape } from '../plan/plan.js';
import { looksUpRelated, readsFewRows } from './few-rows.js';
import { edgeKeys, edgeRows, fromTable, visibleRows } from './policy-sql.js';
import { columnsOf, idOf, isAbsent, isPresent, keyColumnsOf, operand } from './key-sql.js';
import { memberTestSql, isEdgeItself, type MemberTest } from './member-test-sql.js';
import { aliasFor, whereAll, type RowScope } from './table-sql.js';

/** The conditions that rows under an alias come from the source of a shape. Binds placeholders. */
type SourceSql = (alias: string) => readonly string[];

/** The rows to test, whether they are few, and how the filters are joined. */
interface FilterScope extends RowScope {
  readonly few: boolean;
  readonly source: SourceSql;
  readonly junction: Junction;
}

/** A test of a row. Binds its placeholders when it is written. */
interface Test {
  readonly write: (alias: string) => string;
  /** It reads other tables. */
  readonly related: boolean;
  /** It looks the row up in a set that a scan of another table finds. */
  readonly inSet: boolean;
}

/** The condition of all filters, for a WHERE. */
export interface FilterSql {
  readonly write: () => string;
  /** It joins sets that scans of other tables find, which pays only for all rows at once. */
  readonly joinsSets: boolean;
}

type Junction = SelectShape['junction'];

/** The condition of all filters of a shape on the rows of a scope; undefined if it has no filters. */
export function filterSql(rows: RowScope, shape: SelectShape, source: SourceSql): FilterSql | undefined {
  const { filters, junction } = shape;
  const scope: FilterScope = { ...rows, few: readsFewRows(shape), source, junction };
  const [within, others] = acrossOneEdge(filters);
  const tests = [
    ...others.map((term) => termTest(scope, term)),
    ...[...within].map(([edge, terms]) => relatedRowTest(scope, edge, terms)),
  ];
  if (tests.length === 0) return undefined;
  const whole = joined(scope, tests, junction);
  return { write: () => whole.write(scope.alias), joinsSets: whole.inSet };
}

/** Groups filters on fields across the same edge: one related row must pass all of them. */
function acrossOneEdge(filters: readonly FilterTerm[]): [Map<EdgeModel, FilterTerm[]>, FilterTerm[]] {
  const within = new Map<EdgeModel, FilterTerm[]>();
  const others: FilterTerm[] = [];
  for (const term of filters) {
    const [target, ...more] = term.filter.targets;
    if (!target?.edge || isEdgeItself(target) || more.length > 0) others.push(term);
    else within.set(target.edge, [...(within.get(target.edge) ?? []), term]);
  }
  return [within, others];
}

/** A test of the row it is written for. */
function memberTest(scope: FilterScope, test: MemberTest): Test {
  return { related: false, inSet: false, write: (alias) => memberTestSql({ ...scope, alias }, test) };
}

function relatedRowTest(scope: FilterScope, edge: EdgeModel, terms: readonly FilterTerm[]): Test {
  const tests = terms.flatMap((term) =>
    term.filter.targets.flatMap((target) =>
      isEdgeItself(target) ? [] : [memberTest(scope, { term, member: target, slot: term.slot })],
    ),
  );
  return relatedTest(scope, edge, joined(scope, tests, scope.junction));
}

/** A separate filter: on a field of the row, on an edge itself, or on a group of members. */
function termTest(scope: FilterScope, term: FilterTerm): Test {
  const tests = term.filter.targets.map((target, at) =>
    targetTest(scope, target, { term, slot: term.slot + at }),
  );
  return joined(scope, tests, 'or');
}

function targetTest(
  scope: FilterScope,
  target: FilterTarget,
  given: Pick<MemberTest, 'term' | 'slot'>,
): Test {
  if (isEdgeItself(target)) return edgeTest(scope, given.term, target.edge);
  const test = memberTest(scope, { ...given, member: target });
  return target.edge === null ? test : relatedTest(scope, target.edge, test);
}

/** `has.<edge>` and `<edge>.null`, each `true` or `false`. */
function edgeTest(scope: FilterScope, { filter, negated }: FilterTerm, edge: EdgeModel): Test {
  const wantsRow = (filter.test === 'exists') !== negated;
  return wantsRow ? relatedTest(scope, edge) : unrelatedTest(scope, edge);
}

function relatedOf({ context }: FilterScope, edge: EdgeModel): string {
  return aliasFor(context.targetOf(edge), 'related');
}

/** The edge leads to a row that passes the test. */
function relatedTest(scope: FilterScope, edge: EdgeModel, test?: Test): Test {
  const lookup = looksUpRelated(edge, scope.few);
  if (edge.join.kind === 'own' && (test || !lookup)) return targetIdTest(scope, edge, test);
  return {
    related: true,
    inSet: !lookup,
    write: (alias) =>
      lookup
        ? `EXISTS ${existing({ ...scope, alias }, edge, test)}`
        : `${idOf(scope.context, alias, scope.entity)} IN ${ownIds(scope, edge, test)}`,
  };
}

function unrelatedTest(scope: FilterScope, edge: EdgeModel): Test {
  const lookup = looksUpRelated(edge, scope.few) || scope.context.dialect.antiJoins;
  const { join } = edge;
  const absent = (alias: string) => {
    if (join.kind !== 'own')
      return `${idOf(scope.context, alias, scope.entity)} NOT IN ${ownIds(scope, edge)}`;
    // A view has no index that finds one row.
    const key = columnsOf(scope.context, alias, join.columns);
    return `(${isAbsent(key)} OR NOT ${targetIdTest(scope, edge).write(alias)})`;
  };
  return {
    related: true,
    inSet: !looksUpRelated(edge, scope.few),
    write: (alias) => (lookup ? `NOT EXISTS ${existing({ ...scope, alias }, edge)}` : absent(alias)),
  };
}

/**
 * Where the entity holds the foreign key, finds the ids once. Databases then find the few related rows first and use the
 * index on the key; with EXISTS they do not.
 */
function targetIdTest(scope: FilterScope, edge: EdgeModel, test?: Test): Test {
  const { context, binder } = scope;
  if (edge.join.kind !== 'own') throw new Error('Only an own foreign key holds ids of the target.');
  const { columns } = edge.join;
  const related = relatedOf(scope, edge);
  const rows: RowScope = { context, binder, entity: context.targetOf(edge), alias: related };
  return {
    related: true,
    inSet: false,
    write: (alias) => {
      // Written first: its placeholders come first.
      const tested = test ? [test.write(related)] : [];
      const where = whereAll([...tested, ...visibleRows(rows)]);
      const ids = `SELECT ${keyColumnsOf(context, related, rows.entity).join(', ')} FROM ${fromTable(rows)}${where}`;
      return `${operand(columnsOf(context, alias, columns))} IN (${ids})`;
    },
  };
}

/** The related rows of the row of the scope, as a subquery. */
function existing(scope: FilterScope, edge: EdgeModel, test?: Test): string {
  const related = relatedOf(scope, edge);
  const tested = test ? [test.write(related)] : [];
  const { from, where } = edgeRows(scope, edge, related);
  return `(SELECT 1 FROM ${from} WHERE ${[...tested, ...where].join(' AND ')})`;
}

/** The ids of all rows that have an edge to a row which passes the test, as a subquery. */
function ownIds(scope: FilterScope, edge: EdgeModel, test?: Test): string {
  const related = relatedOf(scope, edge);
  const tested = test ? [test.write(related)] : [];
  const { from, key, visible } = edgeKeys(scope, edge, related);
  const select = edge.join.kind === 'table' ? scope.context.dialect.selectInSet : 'SELECT';
  return `(${select} ${key.join(', ')} FROM ${from} WHERE ${[...tested, isPresent(key), ...visible()].join(' AND ')})`;
}

function joined(scope: FilterScope, tests: readonly Test[], junction: Junction): Test {
  const passes = tests.filter((test) => test.inSet || (test.related && !scope.few));
  if (scope.context.dialect.combinesSets) {
    if (junction === 'or' && passes.length > 0 && tests.length > 1) return unitedTest(scope, tests);
    const related = scope.few ? tests.filter((test) => test.related) : passes;
    if (junction === 'and' && related.length > 1) return intersectedTest(scope, tests, related);
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

/** The row passes one of the tests. Tests of the row itself share one scan. */
function unitedTest(scope: FilterScope, tests: readonly Test[]): Test {
  const own = tests.filter((test) => !test.related);
  const related = tests.filter((test) => test.related);
  return combinedTest(scope, [...(own.length > 0 ? [sideBySide(own, ' OR ')] : []), ...related], 'UNION ALL');
}

/**
 * The row passes all tests. Tests of the row itself share one scan, as a set: left outside, the planner might expect them to
 * leave few rows, and search a whole set for each.
 */
function intersectedTest(scope: FilterScope, tests: readonly Test[], related: readonly Test[]): Test {
  const others = tests.filter((test) => !related.includes(test));
  return combinedTest(
    scope,
    [...(others.length > 0 ? [sideBySide(others, ' AND ')] : []), ...related],
    'INTERSECT',
  );
}

/** The row is in the set of rows that pass the tests: each test is joined to all rows, and none runs row by row. */
function combinedTest(scope: FilterScope, tests: readonly Test[], operator: 'UNION ALL' | 'INTERSECT'): Test {
  const { context, entity } = scope;
  const member = aliasFor(entity, 'o');
  const passing = (test: Test) => {
    const conditions = [...(scope.few ? scope.source(member) : []), test.write(member)];
    return `SELECT ${keyColumnsOf(context, member, entity).join(', ')} FROM ${fromTable({ ...scope, alias: member })}${whereAll(conditions)}`;
  };
  return {
    related: true,
    inSet: true,
    write: (alias) => `${idOf(context, alias, entity)} IN (${tests.map(passing).join(` ${operator} `)})`,
  };
}
