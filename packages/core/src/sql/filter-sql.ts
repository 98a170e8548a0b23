// Filter terms and the condition of a `where` -> one SQL condition. Negations are pushed down to the tests of single rows, so
// that each set, or its complement, is computed once.
import type { EdgeModel } from '../model/member-model.js';
import type { FilterTarget } from '../model/query-model.js';
import { groupByEdge } from '../plan/condition-edges.js';
import type { SelectShape } from '../plan/plan.js';
import type { Condition, FilterTerm } from '../plan/terms.js';
import { isFewRows } from './few-rows.js';
import { compileMemberTest, isEdgeItself, type MemberTest } from './predicate-sql.js';
import { createRelatedScope, createRelatedTest, createUnrelatedTest } from './related-row-sql.js';
import {
  joinTests,
  type CompileSource,
  type FilterScope,
  type Junction,
  type SetUnion,
  type Test,
} from './row-test-sql.js';
import { createBinder } from './statement.js';
import type { RowScope } from './table-sql.js';

/** The condition of all filters, for a WHERE. */
export interface FilterSql {
  readonly write: () => string;
  /** It joins sets from scans of other tables, which pays off only if all rows are tested at once. */
  readonly joinsSets: boolean;
  /** The same filters as unions of sets; null where they are none. */
  readonly united: UnitedFilters | null;
}

/** Filters of which each is a union of sets, or a test of the row itself. */
export interface UnitedFilters {
  readonly unions: readonly UnionFilter[];
  /** The tests of the row itself. */
  readonly writeOthers: (alias: string) => readonly string[];
  /** The length of all filters as one condition. Binds no placeholders. */
  readonly measure: () => number;
}

/** A filter that is a union of sets, and the same as a test by indexes for each row; undefined where none serves. */
export type UnionFilter = SetUnion & Pick<Test, 'writeLookup'>;

/** The condition of all filters of a shape on the rows of a scope; undefined if it has none. */
export function compileFilters(
  rows: RowScope,
  shape: SelectShape,
  source: CompileSource,
): FilterSql | undefined {
  const { filters, where, junction } = shape;
  if (filters.length === 0 && !where) return undefined;
  const scope: FilterScope = { ...rows, few: isFewRows(shape), source, junction, depth: 0 };
  const { whole, conjuncts } = createShapeTests(scope, shape);
  const united = uniteConjuncts(conjuncts);
  const unbound = { ...scope, binder: createBinder(scope.context.dialect) };
  const measure = () => createShapeTests(unbound, shape).whole.write(scope.alias).length;
  return {
    write: () => whole.write(scope.alias),
    joinsSets: whole.inSet,
    united: united && { ...united, measure },
  };
}

/** The test of all filters of a shape, and the tests that must all pass. */
function createShapeTests(
  scope: FilterScope,
  { filters, where, junction }: SelectShape,
): { readonly whole: Test; readonly conjuncts: readonly Test[] } {
  const flat = createFilterTests(scope, filters, 'holds');
  const tests = where ? [...joinFilters(scope, flat), ...createConjuncts(scope, where)] : flat;
  const whole = joinTests(scope, tests, where ? 'and' : junction);
  return { whole, conjuncts: where || junction === 'and' ? tests : [whole] };
}

/** Null unless some of the conjuncts are unions, and the others test the row itself. */
function uniteConjuncts(tests: readonly Test[]): Omit<UnitedFilters, 'measure'> | null {
  const conjuncts = tests.flatMap((test) => test.conjuncts ?? [test]);
  const unions = conjuncts.flatMap(({ union, writeLookup }) => (union ? [{ ...union, writeLookup }] : []));
  const others = conjuncts.filter((test) => !test.union);
  if (unions.length === 0 || others.some((test) => test.readsOtherTables)) return null;
  return { unions, writeOthers: (alias) => others.map((test) => test.write(alias)) };
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
