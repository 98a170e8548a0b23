// Filter terms and the condition of a `where` -> one SQL condition. Negations are pushed down to the tests of single rows, so
// that each set, or its complement, is computed once.
import type { EdgeModel } from '../model/member-model.js';
import type { FilterTarget } from '../model/query-model.js';
import type { SelectShape } from '../plan/plan.js';
import type { Condition, FilterTerm } from '../plan/terms.js';
import { isFewRows } from './few-rows.js';
import { compileMemberTest, groupByEdge, isEdgeItself, type MemberTest } from './predicate-sql.js';
import { createRelatedScope, createRelatedTest, createUnrelatedTest } from './related-row-sql.js';
import { joinTests, type CompileSource, type FilterScope, type Junction, type Test } from './row-test-sql.js';
import type { RowScope } from './table-sql.js';

/** The condition of all filters, for a WHERE. */
export interface FilterSql {
  readonly write: () => string;
  /** It joins sets from scans of other tables, which pays off only if all rows are tested at once. */
  readonly joinsSets: boolean;
}

/** The condition of all filters of a shape on the rows of a scope; undefined if it has none. */
export function compileFilters(
  rows: RowScope,
  shape: SelectShape,
  source: CompileSource,
): FilterSql | undefined {
  const { filters, junction, where } = shape;
  const scope: FilterScope = { ...rows, few: isFewRows(shape), source, junction, depth: 0 };
  const flat = createFilterTests(scope, filters, 'holds');
  const tests = where ? [...joinFilters(scope, flat), ...createConjuncts(scope, where)] : flat;
  if (tests.length === 0) return undefined;
  const whole = joinTests(scope, tests, where ? 'and' : junction);
  return { write: () => whole.write(scope.alias), joinsSets: whole.inSet };
}

/** A condition on the rows of a scope, whatever their source. */
export function compileCondition(rows: RowScope, condition: Condition): string {
  const scope: FilterScope = { ...rows, few: false, source: () => [], junction: 'and', depth: 0 };
  return joinTests(scope, createConjuncts(scope, condition), 'and').write(rows.alias);
}

/** Joins filters and `where`. If all filters must hold, the conjuncts of `where` are joined to them. */
function joinFilters(scope: FilterScope, tests: readonly Test[]): readonly Test[] {
  return scope.junction === 'and' || tests.length < 2 ? tests : [joinTests(scope, tests, 'or')];
}

/** Whether a condition must hold or must not hold. */
type Wanted = 'holds' | 'fails';

const opposite: Readonly<Record<Wanted, Wanted>> = { holds: 'fails', fails: 'holds' };

/** By De Morgan, all conditions hold unless one of them fails. */
const junctions: Readonly<Record<Junction, Readonly<Record<Wanted, Junction>>>> = {
  and: { holds: 'and', fails: 'or' },
  or: { holds: 'or', fails: 'and' },
};

function createConjuncts(scope: FilterScope, where: Condition): readonly Test[] {
  const together: FilterScope = { ...scope, junction: 'and' };
  if (where.is === 'and') return where.of.flatMap((one) => createConjuncts(scope, one));
  if (where.is === 'filters') return createFilterTests(together, where.terms, 'holds');
  return [createConditionTest(together, where, 'holds')];
}

function createConditionTest(scope: FilterScope, condition: Condition, wanted: Wanted): Test {
  switch (condition.is) {
    case 'filters':
      return joinTests(scope, createFilterTests(scope, condition.terms, wanted), junctions.and[wanted]);
    case 'and':
    case 'or': {
      const tests = condition.of.map((one) => createConditionTest(scope, one, wanted));
      return joinTests(scope, tests, junctions[condition.is][wanted]);
    }
    case 'not':
      return createConditionTest(scope, condition.of, opposite[wanted]);
    case 'some': {
      const { edge, of } = condition;
      const test = createConditionTest(createRelatedScope(scope, edge), of, 'holds');
      return createEdgeRowTest(scope, edge, { wanted, test });
    }
  }
}

/** A test for each filter by itself, and one for those across the same edge. */
function createFilterTests(
  scope: FilterScope,
  filters: readonly FilterTerm[],
  wanted: Wanted,
): readonly Test[] {
  const [within, others] = groupByEdge(filters);
  return [
    ...others.map((term) => createTermTest(scope, term, wanted)),
    ...[...within].map(([edge, terms]) => createRelatedRowTest(scope, edge, { terms, wanted })),
  ];
}

/** A test of a row. */
function createMemberTest(scope: FilterScope, test: MemberTest, wanted: Wanted = 'holds'): Test {
  return {
    readsOtherTables: false,
    inSet: false,
    write: (alias) => {
      const text = compileMemberTest({ ...scope, alias }, test);
      return wanted === 'holds' ? text : `(${text}) IS NOT TRUE`;
    },
  };
}

/** The edge leads to some row that passes a test, or to none. */
function createEdgeRowTest(
  scope: FilterScope,
  edge: EdgeModel,
  { wanted, test }: { readonly wanted: Wanted; readonly test?: Test },
): Test {
  return wanted === 'holds' ? createRelatedTest(scope, edge, test) : createUnrelatedTest(scope, edge, test);
}

function createRelatedRowTest(
  scope: FilterScope,
  edge: EdgeModel,
  { terms, wanted }: { readonly terms: readonly FilterTerm[]; readonly wanted: Wanted },
): Test {
  const tests = terms.flatMap((term) => {
    const members = term.filter.targets.filter((target) => !isEdgeItself(target));
    return members.map((member) =>
      testEachWord(scope, { term, wanted: 'holds' }, (word) =>
        createMemberTest(scope, { term, member, slot: term.slot, word }),
      ),
    );
  });
  return createEdgeRowTest(scope, edge, { wanted, test: joinTests(scope, tests, scope.junction) });
}

/** A separate filter: on a field of the row, on an edge itself, or on a group of members. */
function createTermTest(scope: FilterScope, term: FilterTerm, wanted: Wanted): Test {
  return testEachWord(scope, { term, wanted }, (word) => {
    const tests = term.filter.targets.map((target, at) =>
      createTargetTest(scope, target, { term, slot: term.slot + at, word, wanted }),
    );
    return joinTests(scope, tests, junctions.or[wanted]);
  });
}

/** The test of each word of the term; all must pass. */
function testEachWord(
  scope: FilterScope,
  { term: { words }, wanted }: { readonly term: FilterTerm; readonly wanted: Wanted },
  test: (word: number) => Test,
): Test {
  const tests = Array.from({ length: words }, (_, word) => test(word));
  return joinTests(scope, tests, junctions.and[wanted]);
}

function createTargetTest(
  scope: FilterScope,
  target: FilterTarget,
  { wanted, ...given }: Omit<MemberTest, 'member'> & { readonly wanted: Wanted },
): Test {
  if (isEdgeItself(target)) return createEdgeTest(scope, { term: given.term, wanted }, target.edge);
  const member = { ...given, member: target };
  if (target.edge === null) return createMemberTest(scope, member, wanted);
  return createEdgeRowTest(scope, target.edge, { wanted, test: createMemberTest(scope, member) });
}

/** `has.<edge>` and `<edge>.null`, each `true` or `false`. */
function createEdgeTest(
  scope: FilterScope,
  { term: { filter, negated }, wanted }: Pick<MemberTest, 'term'> & { readonly wanted: Wanted },
  edge: EdgeModel,
): Test {
  const isOfRow = (filter.test === 'exists') !== negated;
  return createEdgeRowTest(scope, edge, { wanted: isOfRow ? wanted : opposite[wanted] });
}
