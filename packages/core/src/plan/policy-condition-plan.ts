// A condition of a policy -> a test of rows and its values. Strict: an invalid condition is a mistake of the policy's
// author, and fails the request rather than expose rows.
import type { PolicyColumn, PolicyEdge, PolicyModel, PolicyTable } from '../model/resolve/policy-model.js';
import { findSingleColumn } from '../model/row-id.js';
import { notNull } from '../vocabulary/policy.js';
import { normalizers } from './parse-value.js';
import { type RowTest, type TestedColumn, type TestedEdge, isComparable } from './policy-scope.js';

/** Maximum number of tests in one request: their structure is part of a statement that is prepared and cached. */
const maxTests = 200;

/** Collects the values and the key of one request's tests. */
export interface PolicyDraft {
  readonly model: Pick<PolicyModel, 'getTable'>;
  readonly values: unknown[];
  key: string;
  tests: number;
}

interface ConditionScope {
  readonly draft: PolicyDraft;
  readonly table: PolicyTable;
  /** Prefix of the names of embedded columns. */
  readonly prefix: string;
}

const none: RowTest = Object.freeze({ test: 'none' });

/** Plans a condition; null when every row passes. Throws when it is not a valid condition on the table's rows. */
export function planCondition(draft: PolicyDraft, table: PolicyTable, condition: unknown): RowTest | null {
  return planRowTest({ draft, table, prefix: '' }, condition);
}

function planRowTest(scope: ConditionScope, condition: unknown): RowTest | null {
  const { draft } = scope;
  if (condition === true) return writeKey(draft, '1', null);
  if (condition === false) return writeKey(draft, '0', none);
  if (Array.isArray(condition)) return planDisjunction(scope, condition);
  if (isPlain(condition)) return planMembers(scope, condition);
  throw createPolicyError(scope, `${describeValue(condition)} is not a condition`);
}

function planDisjunction(scope: ConditionScope, conditions: readonly unknown[]): RowTest | null {
  const { draft } = scope;
  draft.key += '[';
  const tests = conditions.map((condition) => {
    draft.key += '|';
    return planRowTest(scope, condition);
  });
  draft.key += ']';
  return tests.includes(null) ? null : combineWithOr(tests);
}

function planMembers(scope: ConditionScope, match: Readonly<Record<string, unknown>>): RowTest {
  const names = Object.keys(match);
  // A condition that was assembled and came out empty must not expose every row.
  if (names.length === 0)
    throw createPolicyError(scope, 'an empty object is not a condition: write true for all rows');
  const { draft } = scope;
  draft.key += '{';
  const tests = names.map((name) => planMember(scope, name, match[name]));
  draft.key += '}';
  return combineWithAnd(tests);
}

function planMember(scope: ConditionScope, name: string, wanted: unknown): RowTest {
  const property = scope.prefix + name;
  const { draft, table } = scope;
  draft.tests += 1;
  if (draft.tests > maxTests)
    throw createPolicyError(scope, `more than ${maxTests} tests: use lists of values`);
  draft.key += JSON.stringify(name);
  const edge = table.edges.get(property);
  const column = table.columns.get(property);
  // A foreign key column may have the same property name as its relation: the relation supports more tests.
  if (edge) return planEdgeTest(scope, { property, ...edge }, wanted);
  if (column) return planColumnTest(scope, column, wanted);
  const prefix = `${property}.`;
  if (isPlain(wanted) && [...table.columns.keys()].some((known) => known.startsWith(prefix)))
    return planMembers({ ...scope, prefix }, wanted);
  throw createPolicyError(scope, `the entity has no '${property}'`);
}

function planColumnTest(scope: ConditionScope, column: PolicyColumn, wanted: unknown): RowTest {
  const items = groupItems(wanted);
  const { absent, present, rows } = items;
  if (rows.length > 0)
    throw createPolicyError(scope, `'${column.property}' cannot be ${describeValue(rows[0])}`);
  return combineWithOr([
    ...(absent ? [writeKey(scope.draft, '?', { test: 'null', column: column.column } as const)] : []),
    ...(present ? [writeKey(scope.draft, '!', { test: 'not null', column: column.column } as const)] : []),
    ...planValueTest(scope, column, items).map(({ by, slot }) => ({
      test: by,
      column: toTestedColumn(column),
      slot,
    })),
  ]);
}

/** A list gets the same test for any length, so that its length does not change the statement. */
function planValueTest(
  scope: ConditionScope,
  column: PolicyColumn,
  { isList, scalars: values }: WantedItems,
) {
  if (values.length === 0) return [];
  const stray = values.findIndex((value) => !isComparable(column, value));
  if (stray !== -1)
    throw createPolicyError(scope, `'${column.property}' cannot be ${describeValue(values[stray])}`);
  const { draft } = scope;
  const wanted = values.map((value) => normalizeWanted(column, value));
  const by = isList ? 'among' : 'equal';
  draft.key += isList ? '@' : '=';
  return [{ by, slot: draft.values.push(isList ? wanted : wanted[0]) - 1 } as const];
}

/** A value as requests are read: of UUIDs and times, columns hold the normal form. */
function normalizeWanted({ columnKind, codec }: PolicyColumn, value: unknown): unknown {
  if (typeof value !== 'string' || codec.transformed) return value;
  return columnKind === 'uuid' || columnKind === 'time' ? normalizers[columnKind](value) : value;
}

/** A relation under the name that the condition uses. */
interface NamedEdge extends PolicyEdge {
  readonly property: string;
}

function planEdgeTest(
  scope: ConditionScope,
  { property, target, join }: NamedEdge,
  wanted: unknown,
): RowTest {
  if (!join) throw createPolicyError(scope, `'${property}' cannot be followed`);
  const edge: TestedEdge = { join, from: scope.table, to: scope.draft.model.getTable(target) };
  const items = groupItems(wanted);
  const { absent, present, rows } = items;
  return combineWithOr([
    ...(absent ? [writeKey(scope.draft, '?', buildAbsenceTest(edge))] : []),
    ...(present ? [writeKey(scope.draft, '!', buildPresenceTest(edge))] : []),
    ...planIdTest(scope, { property, edge }, items),
    ...rows.map((row) => ({
      test: 'related' as const,
      edge,
      where: planRowTest({ ...scope, table: edge.to, prefix: '' }, row),
    })),
  ]);
}

function buildAbsenceTest(edge: TestedEdge): RowTest {
  const { join } = edge;
  if (join.kind !== 'own') return { test: 'unrelated', edge };
  return combineWithOr(join.columns.map((column) => ({ test: 'null', column })));
}

function buildPresenceTest(edge: TestedEdge): RowTest {
  const { join } = edge;
  if (join.kind !== 'own') return { test: 'related', edge, where: null };
  return combineWithAnd(join.columns.map((column) => ({ test: 'not null', column })));
}

/** Tests the id of the related row: in the row's own foreign key or in the join table where possible. */
function planIdTest(
  scope: ConditionScope,
  { property, edge }: { readonly property: string; readonly edge: TestedEdge },
  items: WantedItems,
): RowTest[] {
  const id = findSingleColumn(edge.to.key);
  if (items.scalars.length === 0) return [];
  if (!id)
    throw createPolicyError(
      scope,
      `'${property}' leads to ${edge.to.name}, whose key has several columns: use an object`,
    );
  const column = toTestedColumn(id);
  const { join } = edge;
  return planValueTest(scope, id, items).map(({ by, slot }): RowTest => {
    if (join.kind === 'foreign' || (join.kind === 'own' ? join.referenced : join.targetReferenced))
      return { test: 'related', edge, where: { test: by, column, slot } };
    const [name = ''] = join.kind === 'own' ? join.columns : join.targetColumns;
    const reference = { ...column, column: name };
    return join.kind === 'own'
      ? { test: by, column: reference, slot }
      : { test: 'linked', edge, column: reference, by, slot };
  });
}

/** `isComparable` has already excluded columns of unknown kind. */
function toTestedColumn({ column, codec, columnKind, spelling }: PolicyColumn): TestedColumn {
  return { column, codec, columnKind: columnKind ?? 'string', spelling };
}

/** The condition of a member, by type of item. */
interface WantedItems {
  /** The condition is a list, of which any item may match. */
  readonly isList: boolean;
  readonly absent: boolean;
  readonly present: boolean;
  /** Conditions on related rows. */
  readonly rows: readonly unknown[];
  /** Values or ids. */
  readonly scalars: readonly unknown[];
}

/** Groups the items of a member's condition by type. */
function groupItems(wanted: unknown): WantedItems {
  const isList = Array.isArray(wanted);
  const items: readonly unknown[] = isList ? wanted : [wanted];
  return {
    isList,
    absent: items.includes(null),
    present: items.includes(notNull),
    rows: items.filter((item) => isPlain(item) || Array.isArray(item)),
    scalars: items.filter(
      (item) => item !== null && item !== notNull && !isPlain(item) && !Array.isArray(item),
    ),
  };
}

function combineWithOr(tests: readonly (RowTest | null)[]): RowTest {
  const some = tests.filter((test) => test !== null && test.test !== 'none') as RowTest[];
  return some.length > 1 ? { test: 'any of', tests: some } : (some[0] ?? none);
}

function combineWithAnd(tests: readonly RowTest[]): RowTest {
  if (tests.some(({ test }) => test === 'none')) return none;
  return tests.length > 1 ? { test: 'all of', tests } : (tests[0] ?? none);
}

function writeKey<T>(draft: PolicyDraft, key: string, test: T): T {
  draft.key += key;
  return test;
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Describes a value by its type: the value itself may be personal data and must stay out of the log. */
function describeValue(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  return typeof value === 'symbol' ? 'a symbol' : `a value of type ${typeof value}`;
}

function createPolicyError({ table }: ConditionScope, problem: string): Error {
  return new Error(`A policy for ${table.name}: ${problem}.`);
}
