// Comparisons of columns that may spell one value in several ways: what is shown is what is compared.
import type { Predicate } from '../vocabulary/predicate.js';
import type { ComparedColumn, CompilePredicate, Dialect, Encode } from './dialect.js';

/** The predicates that compare whole values. */
type Comparison = Extract<Predicate, 'eq' | 'neq' | 'in' | 'notIn' | 'gt' | 'gte' | 'lt' | 'lte'>;

/** Tests of columns with some spelling. */
export type SpellingTests = Readonly<Record<Comparison, CompilePredicate>>;

const comparisons: readonly Comparison[] = ['eq', 'neq', 'in', 'notIn', 'gt', 'gte', 'lt', 'lte'];

/** The predicates of a dialect, with other tests for the columns that `findTests` knows. */
export function addSpellings(
  plain: Dialect['predicates'],
  findTests: (column: ComparedColumn) => SpellingTests | null,
): Dialect['predicates'] {
  const tests = comparisons.map((predicate): [Comparison, CompilePredicate] => [
    predicate,
    (column, value, field) => (findTests(field) ?? plain)[predicate](column, value, field),
  ]);
  return { ...plain, ...Object.fromEntries(tests) };
}

/** How a database compares instants finer than milliseconds. */
interface FinerInstants {
  /** The column cut to milliseconds, as it is shown. */
  readonly cut: (column: string) => string;
  /** The last instant that is shown as the millisecond of a bound value, and the operator that includes it. */
  readonly end: { readonly as?: Encode; readonly each?: (placeholder: string) => string };
  readonly untilEnd: '<' | '<=';
  readonly compileList: (list: string) => { readonly among: string; readonly outside: string };
}

/** Tests of instants: a shown millisecond is a range of the bare column, so that an index serves. */
export function createFinerTests({ cut, end, untilEnd, compileList }: FinerInstants): SpellingTests {
  const pastEnd = untilEnd === '<' ? '>=' : '>';
  return {
    eq: (column, value) => `(${column} >= ${value()} AND ${column} ${untilEnd} ${value(end)})`,
    neq: (column, value) => `(${column} < ${value()} OR ${column} ${pastEnd} ${value(end)})`,
    gt: (column, value) => `${column} ${pastEnd} ${value(end)}`,
    gte: (column, value) => `${column} >= ${value()}`,
    lt: (column, value) => `${column} < ${value()}`,
    lte: (column, value) => `${column} ${untilEnd} ${value(end)}`,
    in: (column, value) => {
      const from = `${column} >= ${value({ pick: pickLeast })}`;
      const to = `${column} ${untilEnd} ${value({ ...end, pick: pickGreatest })}`;
      return `(${from} AND ${to} AND ${cut(column)} ${compileList(value()).among})`;
    },
    notIn: (column, value) => `${cut(column)} ${compileList(value()).outside}`,
  };
}

/** The first of some values of one type. */
export function pickLeast(values: readonly unknown[]): unknown {
  return values.reduce((least, value) => (isLess(value, least) ? value : least));
}

/** The last of some values of one type. */
export function pickGreatest(values: readonly unknown[]): unknown {
  return values.reduce((greatest, value) => (isLess(greatest, value) ? value : greatest));
}

function isLess(one: unknown, other: unknown): boolean {
  if (one instanceof Date && other instanceof Date) return one < other;
  return String(one) < String(other);
}

/** The texts of one UUID: lower and upper case, with dashes and without. */
export function listUuidTexts(uuid: unknown): readonly string[] {
  const text = String(uuid);
  const plain = text.replaceAll('-', '');
  return [text, text.toUpperCase(), plain, plain.toUpperCase()];
}
