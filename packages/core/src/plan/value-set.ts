// Sets of values on a line, as the spans between cuts. Values of all kinds are placed on lines of integers.

/** A place between two values: before the integer of that number. Numbers are only -Infinity and Infinity. */
export type Cut = bigint | number;

/** The values between two cuts; none if the first is not the lesser. */
export type Span = readonly [from: Cut, to: Cut];

/** In order, without gaps of nothing between its spans. */
export type ValueSet = readonly Span[];

export const wholeLine: Span = [-Infinity, Infinity];

/** The union of spans, in n log n. */
export function uniteSpans(spans: readonly Span[]): ValueSet {
  const sorted = spans.filter(([from, to]) => from < to).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const united: Span[] = [];
  for (const span of sorted) {
    const last = united.at(-1);
    if (!last || last[1] < span[0]) united.push(span);
    else if (last[1] < span[1]) united[united.length - 1] = [last[0], span[1]];
  }
  return united;
}

export function intersectSets(one: ValueSet, other: ValueSet): ValueSet {
  const common: Span[] = [];
  let [at, to] = [0, 0];
  for (;;) {
    const [a, b] = [one[at], other[to]];
    if (!a || !b) return common;
    const span: Span = [a[0] < b[0] ? b[0] : a[0], a[1] < b[1] ? a[1] : b[1]];
    if (span[0] < span[1]) common.push(span);
    if (a[1] < b[1]) at++;
    else to++;
  }
}

/** All other values of the line. */
export function invertSet(set: ValueSet): ValueSet {
  const starts: readonly Cut[] = [-Infinity, ...set.map(([, to]) => to)];
  const ends: readonly Cut[] = [...set.map(([from]) => from), Infinity];
  return uniteSpans(starts.map((from, at): Span => [from, ends[at] ?? Infinity]));
}

/** Whether a set has all values of a span. */
export function coversSpan(set: ValueSet, [from, to]: Span): boolean {
  return !(from < to) || set.some((span) => span[0] <= from && to <= span[1]);
}
