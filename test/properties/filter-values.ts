// Random values to ask a filter for: mostly such as some row has or nearly has, spelled in all the ways there are.
import type { FieldModel, FilterModel } from '@decorest/core';
import fc from 'fast-check';
import { wordsOf, type AskedFilter } from './filter-oracle.js';
import { filterQuery } from './query-text.js';
import { textOf, wireValues, type Wire } from './wire-values.js';

/** A field's values in the data that is asked for. */
export type KnownValues = (field: FieldModel) => readonly Wire[];

/** The filter with texts to ask it for. */
export function askedFilter(filter: FilterModel, known: KnownValues): fc.Arbitrary<AskedFilter> {
  return textsOf(filter, known).map((texts) => {
    const asked = { filter, texts };
    // A counterexample shows the query, not the model.
    return { ...asked, [fc.toStringMethod]: () => filterQuery(asked) };
  });
}

function textsOf(filter: FilterModel, known: KnownValues): fc.Arbitrary<string[]> {
  const fields = filter.targets.flatMap(({ field }) => field ?? []);
  const [field] = fields;
  if (!field || filter.test === 'null' || filter.test === 'exists')
    return fc.constantFrom('true', 'false').map((text) => [text]);
  const values = fields.flatMap((member) => known(member)).filter((value) => value !== null);
  if (filter.test === 'words') return someWords(oneText(filter, field, values));
  if (filter.test !== 'in' && filter.test !== 'notIn')
    return oneText(filter, field, values).map((text) => [text]);
  return fc
    .array(oneText(filter, field, values), { minLength: 1, maxLength: 8 })
    .map((texts) => texts.map((text) => (text === '' ? 'x' : text)));
}

/** 1 to 8 words, some of them phrases, between white space of several kinds. */
function someWords(text: fc.Arbitrary<string>): fc.Arbitrary<string[]> {
  const word = fc.oneof(
    text,
    text.map((some) => `"${some}"`),
  );
  const space = fc.constantFrom(' ', '  ', '\t', '\u3000');
  return fc
    .tuple(fc.array(word, { minLength: 1, maxLength: 6 }), space)
    .map(([words, between]) => words.join(between))
    .filter((whole) => wordsOf(whole).length > 0 && wordsOf(whole).length <= 8)
    .map((whole) => [whole]);
}

function oneText(filter: FilterModel, field: FieldModel, values: readonly Wire[]): fc.Arbitrary<string> {
  const known = values.length === 0 ? fresh(field) : fc.constantFrom(...values.map(String));
  if (field.kind === 'string')
    return fc.oneof({ weight: 4, arbitrary: known.chain(similarTo) }, textOf(2), textOf(12));
  return fc.oneof({ weight: 3, arbitrary: known }, fresh(field)).chain((text) => spellings(field, text));
}

function fresh({ kind, range }: FieldModel): fc.Arbitrary<string> {
  if (kind === 'integer')
    return (range?.maximum === '32767' ? wireValues.small : wireValues.integer).map(String);
  if (kind === 'bigint') return wireValues.big;
  if (kind === 'json' || kind === 'bytes' || kind === 'array') throw new Error(`${kind} has no filters.`);
  return wireValues[kind].map(String);
}

/** The text, a part of it, or either in another case. */
function similarTo(text: string): fc.Arbitrary<string> {
  const points = Array.from(text);
  const end = fc.nat({ max: points.length });
  const part = fc.tuple(end, end).map(([a, b]) => points.slice(Math.min(a, b), Math.max(a, b)).join(''));
  const head = end.map((at) => points.slice(0, at).join(''));
  const tail = end.map((at) => points.slice(at).join(''));
  const cased = fc.constantFrom(same, lower, upper, lower, upper);
  return fc.tuple(fc.oneof(fc.constant(text), part, head, tail), cased).map(([some, change]) => change(some));
}

const same = (text: string): string => text;
const lower = (text: string): string => text.toLowerCase();
const upper = (text: string): string => text.toUpperCase();

/** Other texts of the same value, where a kind has any. */
function spellings({ kind }: FieldModel, text: string): fc.Arbitrary<string> {
  if (kind === 'datetime')
    return fc.constantFrom(text, text.replace('Z', '+00:00'), text.replace('Z', '-00:00'));
  if (kind === 'decimal') return fc.constantFrom(text, text.includes('.') ? `${text}00` : `${text}.0`);
  if (kind === 'time') return fc.constantFrom(text, /\.\d{1,4}$/.test(text) ? `${text}00` : text);
  return fc.constant(text);
}
