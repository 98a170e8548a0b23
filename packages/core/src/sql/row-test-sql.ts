// Tests of a row, and how several are joined. On PostgreSQL, tests that look at other tables become one set.
import type { SelectShape } from '../plan/plan.js';
import { compileKeyOperand, qualifyKey } from './key-sql.js';
import { compileSubqueryKeys } from './late-materialization.js';
import { compileAliasedTable } from './policy-sql.js';
import { chooseAlias, compileWhere, type RowScope } from './table-sql.js';

/** The conditions that rows under an alias come from the source of a shape. Binds placeholders. */
export type CompileSource = (alias: string) => readonly string[];

export type Junction = SelectShape['junction'];

/** The rows to test, whether they are few, where they come from, and how their filters are joined. */
export interface FilterScope extends RowScope {
  readonly few: boolean;
  readonly source: CompileSource;
  readonly junction: Junction;
  /** How many edges lead to the rows: each has an alias of its own. */
  readonly depth: number;
}

/** A test of a row. Binds its placeholders when it is written. */
export interface Test {
  readonly write: (alias: string) => string;
  /** It reads other tables. */
  readonly readsOtherTables: boolean;
  /** It looks the row up in a set that a scan of another table finds. */
  readonly inSet: boolean;
  /** The same test, by indexes for each row. Absent where none serves, and where the test reads no other table. */
  readonly writeLookup?: ((alias: string) => string) | undefined;
  /** The same test as one of several alternatives. Absent where it is written alike. */
  readonly writeAlternative?: ((alias: string) => string) | undefined;
  /** The sets of which a row must be in one; absent for other tests. */
  readonly union?: SetUnion;
  /** The tests that must all pass; absent for other tests. */
  readonly conjuncts?: readonly Test[];
}

/** Sets of rows, which may share rows. */
export interface SetUnion {
  readonly size: number;
  /** Selects the keys of each set that meet further conditions, once in each set, as `k0` and so on. */
  readonly write: (conditions: (alias: string) => readonly string[]) => string;
}

/** Joins tests by AND or OR. */
export function joinTests(scope: FilterScope, tests: readonly Test[], junction: Junction): Test {
  const passes = tests.filter((test) => test.inSet || (test.readsOtherTables && !scope.few));
  if (scope.context.dialect.combinesSets && (scope.depth === 0 || !scope.few)) {
    if (junction === 'or' && passes.length > 0 && tests.length > 1) return combineByUnion(scope, tests);
    const related = scope.few ? tests.filter((test) => test.readsOtherTables) : passes;
    if (junction === 'and' && related.length > 1) return combineByIntersection(scope, tests, related);
  }
  const isAlternative = junction === 'or' && tests.length > 1;
  return isAlternative ? joinSideBySide(tests.map(asAlternative), ' OR ') : joinSideBySide(tests, ' AND ');
}

function asAlternative(test: Test): Test {
  return test.writeAlternative ? { ...test, write: test.writeAlternative } : test;
}

function joinSideBySide(tests: readonly Test[], separator: string): Test {
  const [only] = tests;
  if (tests.length === 1 && only) return only;
  return {
    readsOtherTables: tests.some((test) => test.readsOtherTables),
    inSet: tests.some((test) => test.inSet),
    write: (alias) => `(${tests.map((test) => test.write(alias)).join(separator)})`,
    writeLookup: joinLookups(tests, separator),
  };
}

/** All tests by indexes for each row; undefined if one of them has no such form. */
function joinLookups(tests: readonly Test[], separator: string): Test['writeLookup'] {
  const lookups = tests.flatMap((test) => getLookup(test) ?? []);
  if (lookups.length < tests.length) return undefined;
  return (alias) => `(${lookups.map((write) => write(alias)).join(separator)})`;
}

function getLookup({ readsOtherTables, write, writeLookup }: Test): Test['writeLookup'] {
  return readsOtherTables ? writeLookup : write;
}

/** The row passes one of the tests. Tests of the row itself share one scan. */
function combineByUnion(scope: FilterScope, tests: readonly Test[]): Test {
  const own = tests.filter((test) => !test.readsOtherTables);
  const related = tests.filter((test) => test.readsOtherTables);
  const united = [...(own.length > 0 ? [joinSideBySide(own, ' OR ')] : []), ...related];
  const whole = combineTests(scope, united, 'UNION ALL');
  // Few rows, and those of other tables, are tested otherwise.
  if (scope.few || scope.depth > 0) return whole;
  return { ...whole, writeLookup: joinLookups(tests, ' OR '), union: createUnion(scope, united) };
}

function createUnion(scope: FilterScope, tests: readonly Test[]): SetUnion {
  const member = chooseAlias(scope.entity, 'o');
  const rows = { ...scope, alias: member };
  const columns = compileSubqueryKeys(rows).join(', ');
  return {
    size: tests.length,
    write: (conditions) =>
      tests
        .map((test) => compileWhere([...conditions(member), test.write(member)]))
        .map((where) => `SELECT ${columns} FROM ${compileAliasedTable(rows)}${where}`)
        .join(' UNION ALL '),
  };
}

/**
 * The row passes all tests. Tests of the row itself share one scan, as a set: left outside, the planner might expect them to
 * leave few rows, and search a whole set for each.
 */
function combineByIntersection(scope: FilterScope, tests: readonly Test[], related: readonly Test[]): Test {
  const others = tests.filter((test) => !related.includes(test));
  const whole = combineTests(
    scope,
    [...(others.length > 0 ? [joinSideBySide(others, ' AND ')] : []), ...related],
    'INTERSECT',
  );
  return { ...whole, conjuncts: tests };
}

/**
 * The row is among all rows without those that pass a test. Unlike anti joins inside others, whose rows a planner may expect
 * to be few, sets are not joined by comparing each row to each.
 */
export function createDifference(scope: FilterScope, test: Test): Test {
  return combineTests(scope, [null, test], 'EXCEPT');
}

/** The row is in the set of rows that pass the tests: each test is joined to all rows, and none runs row by row. */
function combineTests(
  scope: FilterScope,
  tests: readonly (Test | null)[],
  operator: 'UNION ALL' | 'INTERSECT' | 'EXCEPT',
): Test {
  const { context, entity } = scope;
  const member = chooseAlias(entity, 'o');
  const passing = (test: Test | null) => {
    const conditions = [...(scope.few ? scope.source(member) : []), ...(test ? [test.write(member)] : [])];
    return `SELECT ${qualifyKey(context, member, entity).join(', ')} FROM ${compileAliasedTable({ ...scope, alias: member })}${compileWhere(conditions)}`;
  };
  return {
    readsOtherTables: true,
    inSet: true,
    write: (alias) =>
      `${compileKeyOperand(context, alias, entity)} IN (${tests.map(passing).join(` ${operator} `)})`,
  };
}
