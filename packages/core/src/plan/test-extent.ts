// For which values the tests of filters hold: all, some or none.
import type { FieldModel } from '../model/member-model.js';
import type { FilterTarget, FilterTest } from '../model/query-model.js';

/** For which rows a condition holds: `all`; `present`: all but those without a value; `some`; `none`. */
export type Extent = 'all' | 'present' | 'some' | 'none';

/** A test of one target, and its value: a list, where the test takes one. */
export interface Tested {
  readonly target: FilterTarget;
  readonly test: FilterTest;
  readonly value: unknown;
  /** A flag that was `false`. */
  readonly negated: boolean;
}

/** For which rows a test holds. */
export function judgeTest(tested: Tested): Extent {
  const { target, test, value, negated } = tested;
  if (test === 'null' || test === 'exists') return judgePresence(tested, (test === 'null') === negated);
  const { field } = target;
  if (Array.isArray(value) && value.length === 0)
    return test === 'notIn' || test === 'all' ? 'present' : 'none';
  if (!field || value === undefined) return 'some';
  return widen(target, judgeValue(field, test, value));
}

/** A test of presence holds for all rows, or for none, where nothing can be missing. */
function judgePresence({ target: { edge, field } }: Tested, isPresent: boolean): Extent {
  const isRequiredEdge = edge === null || (edge.unique && !edge.nullable && edge.join.kind === 'own');
  const isRequired = isRequiredEdge && field?.nullable !== true;
  if (!isRequired) return 'some';
  return isPresent ? 'all' : 'none';
}

/** All values are those of all rows only where each row has one. */
function widen({ edge, field }: FilterTarget, extent: Extent): Extent {
  return extent === 'all' && (edge !== null || field?.nullable !== false) ? 'present' : extent;
}

function judgeValue(field: FieldModel, test: FilterTest, value: unknown): Extent {
  if (value === '') return extentOfEmptyText[test] ?? 'some';
  if (test === 'in' || test === 'notIn') {
    const isWhole = includesAllValues(field, value);
    return isWhole ? (test === 'in' ? 'all' : 'none') : 'some';
  }
  const bounds = findBounds(field);
  return bounds
    ? judgeBound(test, compareValues(value, bounds.minimum), compareValues(value, bounds.maximum))
    : 'some';
}

/** Each text contains the empty one, and all others are greater: who sends it has left the value out. */
const extentOfEmptyText: Readonly<Partial<Record<FilterTest, Extent>>> = {
  has: 'all',
  ihas: 'all',
  prefix: 'all',
  suffix: 'all',
  gte: 'all',
  gt: 'present',
  neq: 'present',
  lt: 'none',
};

/** What a comparison with a value leaves, by how the value compares with the smallest and the largest. */
function judgeBound(test: FilterTest, toMinimum: number, toMaximum: number): Extent {
  if (test === 'gte') return toMinimum <= 0 ? 'all' : toMaximum > 0 ? 'none' : 'some';
  if (test === 'gt') return toMinimum < 0 ? 'all' : toMaximum >= 0 ? 'none' : 'some';
  if (test === 'lte') return toMaximum >= 0 ? 'all' : toMinimum < 0 ? 'none' : 'some';
  if (test === 'lt') return toMaximum > 0 ? 'all' : toMinimum <= 0 ? 'none' : 'some';
  return 'some';
}

const uuidBounds = {
  minimum: '00000000-0000-0000-0000-000000000000',
  maximum: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
};

function findBounds({
  range,
  kind,
}: FieldModel): { readonly minimum: string; readonly maximum: string } | null {
  return kind === 'uuid' ? uuidBounds : range;
}

/** Integers by their value, texts by their characters. */
function compareValues(a: unknown, b: unknown): number {
  const [left, right] = [toComparable(a), toComparable(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}

function toComparable(value: unknown): bigint | number | string {
  if (value instanceof Date) return value.getTime();
  if (typeof value === 'number') return value;
  const text = String(value);
  return /^-?[0-9]+$/.test(text) ? BigInt(text) : text;
}

/** Whether a list has all values that a field can have. */
function includesAllValues({ kind, values }: FieldModel, list: unknown): boolean {
  const given = new Set(Array.isArray(list) ? list : [list]);
  const possible = kind === 'boolean' ? [true, false] : values;
  return possible?.every((value) => given.has(value)) ?? false;
}

/** For which rows one of several tests holds, of which each holds for some. */
export function coversAllValues(tests: readonly Tested[]): Extent {
  const groups = new Map<unknown, Tested[]>();
  for (const tested of tests) {
    const { key, field, edge } = tested.target;
    const of = key ?? field ?? edge;
    groups.set(of, [...(groups.get(of) ?? []), tested]);
  }
  const extents = [...groups.values()].map(coverField);
  return extents.includes('all') ? 'all' : extents.includes('present') ? 'present' : 'some';
}

function coverField(tests: readonly Tested[]): Extent {
  const flags = tests.filter(({ test }) => test === 'null' || test === 'exists' || test === 'empty');
  if (flags.some(({ negated }) => negated) && flags.some(({ negated }) => !negated)) return 'all';
  const field = tests[0]?.target.field;
  if (!field) return 'some';
  const listed = tests.flatMap(({ test, value }) => (test === 'eq' || test === 'in' ? value : []));
  const refused = tests.flatMap(({ test, value }) => (test === 'neq' || test === 'notIn' ? [value] : []));
  const isRefusedOnly = (value: unknown) =>
    [value].flat().every((one) => listed.some((other) => isSame(one, other)));
  const isWhole =
    includesAllValues(field, listed) ||
    refused.some(isRefusedOnly) ||
    areDistinct(refused) ||
    meetBounds(tests);
  return isWhole ? 'present' : 'some';
}

/** Two different values cannot both be the one of a row. */
function areDistinct([first, ...others]: readonly unknown[]): boolean {
  return others.some(
    (other) => ![first].flat().some((one) => [other].flat().some((two) => isSame(one, two))),
  );
}

function isSame(a: unknown, b: unknown): boolean {
  return toComparable(a) === toComparable(b) && String(a) === String(b);
}

/** Whether all that is below one value or above another is everything. The collation orders texts that differ. */
function meetBounds(tests: readonly Tested[]): boolean {
  const below = tests.filter(({ test }) => test === 'lt' || test === 'lte');
  const above = tests.filter(({ test }) => test === 'gt' || test === 'gte');
  return below.some((upper) =>
    above.some((lower) => {
      if (isSame(lower.value, upper.value)) return upper.test === 'lte' || lower.test === 'gte';
      return !isCollated(lower.target) && compareValues(lower.value, upper.value) < 0;
    }),
  );
}

function isCollated({ field }: FilterTarget): boolean {
  return field?.kind === 'string' || field?.kind === 'enum';
}
