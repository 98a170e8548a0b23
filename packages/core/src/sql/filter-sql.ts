// Filter terms -> one condition. Related rows are found once, as a set, never by a join that multiplies rows. Only where few
// rows are tested are they looked up for each row.
import type { EdgeModel } from '../model/member-model.js';
import type { FilterTarget } from '../model/query-model.js';
import type { FilterTerm, SelectShape } from '../plan/plan.js';
import { isLookedUpPerRow, isFewRows } from './few-rows.js';
import { compileEdgeKeys, compileEdgeRows, compileAliasedTable, compileVisibility } from './policy-sql.js';
import {
  qualifyColumns,
  compileKeyOperand,
  compileKeyAbsence,
  compileKeyPresence,
  qualifyKey,
  toOperand,
} from './key-sql.js';
import { compileMemberTest, groupByEdge, isEdgeItself, type MemberTest } from './predicate-sql.js';
import { chooseAlias, compileWhere, type RowScope } from './table-sql.js';

/** The conditions that rows under an alias come from the source of a shape. Binds placeholders. */
type CompileSource = (alias: string) => readonly string[];

/** The rows to test, whether they are few, and how the filters are joined. */
interface FilterScope extends RowScope {
  readonly few: boolean;
  readonly source: CompileSource;
  readonly junction: Junction;
}

/** A test of a row. Binds its placeholders when it is written. */
interface Test {
  readonly write: (alias: string) => string;
  /** It reads other tables. */
  readonly readsOtherTables: boolean;
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
export function compileFilters(
  rows: RowScope,
  shape: SelectShape,
  source: CompileSource,
): FilterSql | undefined {
  const { filters, junction } = shape;
  const scope: FilterScope = { ...rows, few: isFewRows(shape), source, junction };
  const [within, others] = groupByEdge(filters);
  const tests = [
    ...others.map((term) => createTermTest(scope, term)),
    ...[...within].map(([edge, terms]) => createRelatedRowTest(scope, edge, terms)),
  ];
  if (tests.length === 0) return undefined;
  const whole = joinTests(scope, tests, junction);
  return { write: () => whole.write(scope.alias), joinsSets: whole.inSet };
}

/** A test of the row it is written for. */
function createMemberTest(scope: FilterScope, test: MemberTest): Test {
  return {
    readsOtherTables: false,
    inSet: false,
    write: (alias) => compileMemberTest({ ...scope, alias }, test),
  };
}

function createRelatedRowTest(scope: FilterScope, edge: EdgeModel, terms: readonly FilterTerm[]): Test {
  const tests = terms.flatMap((term) => {
    const members = term.filter.targets.filter((target) => !isEdgeItself(target));
    return members.map((member) =>
      testEachWord(scope, term, (word) => createMemberTest(scope, { term, member, slot: term.slot, word })),
    );
  });
  return createRelatedTest(scope, edge, joinTests(scope, tests, scope.junction));
}

/** A separate filter: on a field of the row, on an edge itself, or on a group of members. */
function createTermTest(scope: FilterScope, term: FilterTerm): Test {
  return testEachWord(scope, term, (word) => {
    const tests = term.filter.targets.map((target, at) =>
      createTargetTest(scope, target, { term, slot: term.slot + at, word }),
    );
    return joinTests(scope, tests, 'or');
  });
}

/** The test of each word of the term; all must pass. */
function testEachWord(scope: FilterScope, { words }: FilterTerm, test: (word: number) => Test): Test {
  const tests = Array.from({ length: words }, (_, word) => test(word));
  return joinTests(scope, tests, 'and');
}

function createTargetTest(scope: FilterScope, target: FilterTarget, given: Omit<MemberTest, 'member'>): Test {
  if (isEdgeItself(target)) return createEdgeTest(scope, given.term, target.edge);
  const test = createMemberTest(scope, { ...given, member: target });
  return target.edge === null ? test : createRelatedTest(scope, target.edge, test);
}

/** `has.<edge>` and `<edge>.null`, each `true` or `false`. */
function createEdgeTest(scope: FilterScope, { filter, negated }: FilterTerm, edge: EdgeModel): Test {
  const wantsRow = (filter.test === 'exists') !== negated;
  return wantsRow ? createRelatedTest(scope, edge) : createUnrelatedTest(scope, edge);
}

function getRelatedAlias({ context }: FilterScope, edge: EdgeModel): string {
  return chooseAlias(context.targetOf(edge), 'related');
}

/** The edge leads to a row that passes the test. */
function createRelatedTest(scope: FilterScope, edge: EdgeModel, test?: Test): Test {
  const lookup = isLookedUpPerRow(edge, scope.few);
  if (edge.join.kind === 'own' && (test || !lookup)) return createTargetIdTest(scope, edge, test);
  return {
    readsOtherTables: true,
    inSet: !lookup,
    write: (alias) =>
      lookup
        ? `EXISTS ${compileRelatedRows({ ...scope, alias }, edge, test)}`
        : `${compileKeyOperand(scope.context, alias, scope.entity)} IN ${compileOwnerIds(scope, edge, test)}`,
  };
}

function createUnrelatedTest(scope: FilterScope, edge: EdgeModel): Test {
  const lookup = isLookedUpPerRow(edge, scope.few) || scope.context.dialect.plansAntiJoins;
  const { join } = edge;
  const absent = (alias: string) => {
    if (join.kind !== 'own')
      return `${compileKeyOperand(scope.context, alias, scope.entity)} NOT IN ${compileOwnerIds(scope, edge)}`;
    // A view has no index that finds one row.
    const key = qualifyColumns(scope.context, alias, join.columns);
    return `(${compileKeyAbsence(key)} OR NOT ${createTargetIdTest(scope, edge).write(alias)})`;
  };
  return {
    readsOtherTables: true,
    inSet: !isLookedUpPerRow(edge, scope.few),
    write: (alias) =>
      lookup ? `NOT EXISTS ${compileRelatedRows({ ...scope, alias }, edge)}` : absent(alias),
  };
}

/**
 * Where the entity holds the foreign key, finds the ids once. Databases then find the few related rows first and use the
 * index on the key; with EXISTS they do not.
 */
function createTargetIdTest(scope: FilterScope, edge: EdgeModel, test?: Test): Test {
  const { context, binder } = scope;
  if (edge.join.kind !== 'own') throw new Error('Only an own foreign key holds ids of the target.');
  const { columns } = edge.join;
  const related = getRelatedAlias(scope, edge);
  const rows: RowScope = { context, binder, entity: context.targetOf(edge), alias: related };
  return {
    readsOtherTables: true,
    inSet: false,
    write: (alias) => {
      // Written first: its placeholders come first.
      const tested = test ? [test.write(related)] : [];
      const where = compileWhere([...tested, ...compileVisibility(rows)]);
      const ids = `SELECT ${qualifyKey(context, related, rows.entity).join(', ')} FROM ${compileAliasedTable(rows)}${where}`;
      return `${toOperand(qualifyColumns(context, alias, columns))} IN (${ids})`;
    },
  };
}

/** The related rows of the row of the scope, as a subquery. */
function compileRelatedRows(scope: FilterScope, edge: EdgeModel, test?: Test): string {
  const related = getRelatedAlias(scope, edge);
  const tested = test ? [test.write(related)] : [];
  const { from, where } = compileEdgeRows(scope, edge, related);
  return `(SELECT 1 FROM ${from} WHERE ${[...tested, ...where].join(' AND ')})`;
}

/** The ids of all rows that have an edge to a row which passes the test, as a subquery. */
function compileOwnerIds(scope: FilterScope, edge: EdgeModel, test?: Test): string {
  const related = getRelatedAlias(scope, edge);
  const tested = test ? [test.write(related)] : [];
  const { from, key, compileVisible } = compileEdgeKeys(scope, edge, related);
  const select = edge.join.kind === 'table' ? scope.context.dialect.selectInSet : 'SELECT';
  return `(${select} ${key.join(', ')} FROM ${from} WHERE ${[...tested, compileKeyPresence(key), ...compileVisible()].join(' AND ')})`;
}

function joinTests(scope: FilterScope, tests: readonly Test[], junction: Junction): Test {
  const passes = tests.filter((test) => test.inSet || (test.readsOtherTables && !scope.few));
  if (scope.context.dialect.combinesSets) {
    if (junction === 'or' && passes.length > 0 && tests.length > 1) return combineByUnion(scope, tests);
    const related = scope.few ? tests.filter((test) => test.readsOtherTables) : passes;
    if (junction === 'and' && related.length > 1) return combineByIntersection(scope, tests, related);
  }
  return joinSideBySide(tests, junction === 'or' ? ' OR ' : ' AND ');
}

function joinSideBySide(tests: readonly Test[], separator: string): Test {
  const [only] = tests;
  if (tests.length === 1 && only) return only;
  return {
    readsOtherTables: tests.some((test) => test.readsOtherTables),
    inSet: tests.some((test) => test.inSet),
    write: (alias) => `(${tests.map((test) => test.write(alias)).join(separator)})`,
  };
}

/** The row passes one of the tests. Tests of the row itself share one scan. */
function combineByUnion(scope: FilterScope, tests: readonly Test[]): Test {
  const own = tests.filter((test) => !test.readsOtherTables);
  const related = tests.filter((test) => test.readsOtherTables);
  return combineTests(
    scope,
    [...(own.length > 0 ? [joinSideBySide(own, ' OR ')] : []), ...related],
    'UNION ALL',
  );
}

/**
 * The row passes all tests. Tests of the row itself share one scan, as a set: left outside, the planner might expect them to
 * leave few rows, and search a whole set for each.
 */
function combineByIntersection(scope: FilterScope, tests: readonly Test[], related: readonly Test[]): Test {
  const others = tests.filter((test) => !related.includes(test));
  return combineTests(
    scope,
    [...(others.length > 0 ? [joinSideBySide(others, ' AND ')] : []), ...related],
    'INTERSECT',
  );
}

/** The row is in the set of rows that pass the tests: each test is joined to all rows, and none runs row by row. */
function combineTests(scope: FilterScope, tests: readonly Test[], operator: 'UNION ALL' | 'INTERSECT'): Test {
  const { context, entity } = scope;
  const member = chooseAlias(entity, 'o');
  const passing = (test: Test) => {
    const conditions = [...(scope.few ? scope.source(member) : []), test.write(member)];
    return `SELECT ${qualifyKey(context, member, entity).join(', ')} FROM ${compileAliasedTable({ ...scope, alias: member })}${compileWhere(conditions)}`;
  };
  return {
    readsOtherTables: true,
    inSet: true,
    write: (alias) =>
      `${compileKeyOperand(context, alias, entity)} IN (${tests.map(passing).join(` ${operator} `)})`,
  };
}
