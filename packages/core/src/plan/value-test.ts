// For which values of a field a test holds, as sets on lines: on that of the field, or, where only the database knows how its
// values compare, on lines of a few places that tell one value from all others.
import type { FieldModel } from '../model/member-model.js';
import type { FilterTest } from '../model/query-model.js';
import type { ValueTest } from './restricting-node.js';
import { findLine, type ValueLine } from './value-line.js';
import { invertSet, uniteSpans, wholeLine, type Cut, type Span, type ValueSet } from './value-set.js';

/** Values that surely pass a test, on one line. */
export interface PassingValues {
  /** Identifies the line among those of the field. */
  readonly line: string;
  readonly whole: Span;
  readonly set: ValueSet;
  /** The value of the test is the empty text: who sent it has left it out, and meant all. */
  readonly meant: boolean;
}

/** A test with its text. */
type Tested = ValueTest & { readonly text: string };

/** The values that pass a test, or those that do not; NULL aside. */
export function findPassing(tested: Tested, passes: boolean): readonly PassingValues[] {
  const { field, value } = tested;
  const test = passes ? tested.test : (opposites[tested.test] ?? null);
  const own = pass(tested.text, two, passes ? yes : no);
  // A value with a fault is undefined.
  if (value === undefined) return [own];
  const list: readonly unknown[] = [value].flat();
  const line = field && findLine(field);
  const places = line ? list.map(line.place) : [];
  const onLine = line && test ? findOnLine(line, test, places) : [];
  if (line && test && !places.includes(null)) return onLine;
  const isComparable = test !== null && field?.codec.transformed !== true;
  return [
    own,
    ...onLine,
    ...(isComparable ? compareTexts(test, list) : []),
    ...(field?.kind === 'string' ? findTexts(field, { test, list, passes }) : []),
  ];
}

const opposites: Readonly<Partial<Record<FilterTest, FilterTest>>> = {
  eq: 'neq',
  neq: 'eq',
  in: 'notIn',
  notIn: 'in',
  lt: 'gte',
  gte: 'lt',
  gt: 'lte',
  lte: 'gt',
};

function pass(line: string, whole: Span, set: ValueSet): PassingValues {
  return { line, whole, set, meant: false };
}

const two: Span = [0n, 2n];
const no: ValueSet = [[0n, 1n]];
const yes: ValueSet = [[1n, 2n]];

function findOnLine(
  { whole }: ValueLine,
  test: FilterTest,
  places: readonly (Span | null)[],
): readonly PassingValues[] {
  const known = places.flatMap((place) => (place ? [place] : []));
  const isListed = test === 'eq' || test === 'in';
  // What is between two values of the line may be any of their neighbours.
  if (known.length < places.length && !isListed) return [];
  const [place = wholeLine] = known;
  if (test in bounds) return [pass('values', whole, uniteSpans([bound(test, place)]))];
  const listed = uniteSpans(known);
  return [pass('values', whole, isListed ? listed : invertSet(listed))];
}

const bounds: Readonly<Partial<Record<FilterTest, (before: Cut, after: Cut) => Span>>> = {
  lt: (before) => [-Infinity, before],
  lte: (_, after) => [-Infinity, after],
  gt: (_, after) => [after, Infinity],
  gte: (before) => [before, Infinity],
};

function bound(test: FilterTest, [before, after]: Span): Span {
  return bounds[test]?.(before, after) ?? [before, before];
}

/** Below a value, equal to it, above it. */
const three: Span = [0n, 3n];

/** What holds however the database compares: a value is less than another, equal to it, or greater. */
function compareTexts(test: FilterTest, list: readonly unknown[]): readonly PassingValues[] {
  const texts = list.map((value) => JSON.stringify(value));
  const isOne = texts.length === 1;
  const all = `in ${[...texts].sort().join()}`;
  if (test in bounds) return [pass(`from ${String(texts[0])}`, three, uniteSpans([bound(test, [1n, 2n])]))];
  switch (test) {
    case 'eq':
    case 'in':
      return [...(isOne ? [] : [pass(all, two, yes)]), ...texts.map((text) => pass(`in ${text}`, two, yes))];
    case 'neq':
    case 'notIn':
      return [pass(all, two, no)];
    default:
      return [];
  }
}

/** A test of texts, and its values. */
interface TextTest {
  readonly test: FilterTest | null;
  readonly list: readonly unknown[];
  /** It is a test of the client, not the opposite of one. */
  readonly passes: boolean;
}

/** Each text contains the empty one, and none is less: who sends it has left the value out. */
const metByAll: ReadonlySet<FilterTest> = new Set(['has', 'ihas', 'prefix', 'suffix', 'gte']);
const meantForAll: ReadonlySet<FilterTest> = new Set(['gt', 'neq']);

function findTexts(field: FieldModel, { test, list, passes }: TextTest): readonly PassingValues[] {
  const { codec, columnKind } = field;
  if (test === null) return [];
  const isEmpty = list[0] === '';
  const isStored = columnKind === 'string' && !codec.transformed && !codec.opaque;
  const meant = isEmpty && (metByAll.has(test) || (passes && meantForAll.has(test)));
  const refused = test === 'neq' || test === 'notIn' ? invertSet(uniteSpans(list.map(placeFolded))) : [];
  const exact = isEmpty && metByAll.has(test) ? [wholeLine] : refused;
  return [
    ...(isStored ? [pass('folded', wholeLine, exact)] : []),
    ...(meant ? [{ line: 'folded', whole: wholeLine, set: [wholeLine], meant }] : []),
  ];
}

/** A collation may take texts for equal that differ in case, accents and signs: these have one place. */
function placeFolded(value: unknown): Span {
  const folded = String(value)
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()
    .toLowerCase();
  const place = BigInt(`0x1${Buffer.from(folded, 'utf16le').toString('hex')}`);
  return [place, place + 1n];
}
