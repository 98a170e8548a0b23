// Filters in a query -> filter terms and their values.
import type { FilterModel, FilterTarget } from '../model/query-model.js';
import type { Limits } from '../limits.js';
import { predicates, type Arity } from '../vocabulary/predicate.js';
import { formatQuantity } from '../vocabulary/wording.js';
import type { Faults } from './faults.js';
import { parseIdText } from './id-value.js';
import { parseValue, type ParsedValue } from './parse-value.js';
import type { FilterTerm } from './plan.js';
import type { QueryCheck, QueryNames, QueryParameters } from './query-parameters.js';
import { maxWords, padWords, splitWords } from './word-list.js';

/** The filters in use, and their values in slot order. */
export interface PlannedFilters {
  readonly terms: readonly FilterTerm[];
  readonly values: readonly unknown[];
}

const noFilters: PlannedFilters = Object.freeze({ terms: [], values: [] });

/** Whether the parameter of a filter may be repeated. */
export function getRepetition(filter: FilterModel): 'one' | 'many' {
  return getArity(filter) === 'many' ? 'many' : 'one';
}

/** Terms follow the order of the model, so that the order of parameters does not change the shape. */
export function planFilters(
  parameters: QueryParameters,
  names: QueryNames,
  firstSlot: number,
  { limits, faults }: QueryCheck,
): PlannedFilters {
  const used = parameters.names.flatMap((name) => names.filters.get(name) ?? []);
  if (used.length === 0) return noFilters;
  if (used.length > limits.filters) faults.add(createTooManyFiltersFault(used, limits));
  const terms: FilterTerm[] = [];
  const values: unknown[] = [];
  for (const filter of used.sort((a, b) => a.ordinal - b.ordinal)) {
    const texts = parameters.all(filter.name);
    const negated = getArity(filter) === 'flag' && !parseFlag(filter, texts, faults);
    const parsed = parseFilterValues({ filter, texts }, limits, faults);
    terms.push({ filter, slot: firstSlot + values.length, words: countWords(filter, parsed), negated });
    values.push(...parsed);
  }
  return { terms, values };
}

/** How many words the parsed values of a filter have: each has as many. */
export function countWords({ test }: FilterModel, [value]: readonly unknown[]): number {
  return test === 'words' && Array.isArray(value) ? value.length : 1;
}

function getArity({ test }: FilterModel): Arity {
  return test === 'exists' ? 'flag' : predicates[test].arity;
}

function parseFlag({ name }: FilterModel, texts: readonly string[], faults: Faults): boolean {
  const [text] = texts;
  if (text !== 'true' && text !== 'false') {
    faults.add({ parameter: name, code: 'malformed_parameter', detail: `'${name}' must be true or false.` });
  }
  return text !== 'false';
}

/** A filter and its values as the client sent them. */
interface SentFilter {
  readonly filter: FilterModel;
  readonly texts: readonly string[];
}

/** One value per target: members of a group may be of different kinds. */
function parseFilterValues({ filter, texts }: SentFilter, limits: Limits, faults: Faults): unknown[] {
  const arity = getArity(filter);
  if (arity === 'flag') return [];
  if (texts.length > limits.listLength) {
    faults.add(createTooManyValuesFault(filter, limits));
    return [];
  }
  if (filter.test === 'words') return parseWords({ filter, texts }, faults);
  return filter.targets.map((target) => {
    const parsed = texts.map((text) => parseFilterValue(filter, { target, text }, faults));
    return arity === 'many' ? parsed : parsed[0];
  });
}

/** The words, for each target. */
function parseWords({ filter, texts }: SentFilter, faults: Faults): unknown[] {
  const { name, targets } = filter;
  const words = splitWords(texts[0] ?? '');
  if (words.length === 0)
    faults.add({ parameter: name, code: 'malformed_parameter', detail: `'${name}' needs a word.` });
  if (words.length > maxWords)
    faults.add({
      parameter: name,
      code: 'too_many',
      detail: `'${name}' has more than ${maxWords} words.`,
    });
  const padded = padWords(words.slice(0, maxWords));
  return targets.map(() => padded);
}

function parseFilterValue(
  { name, test }: FilterModel,
  { target, text }: { readonly target: FilterTarget; readonly text: string },
  faults: Faults,
): unknown {
  if (faults.isFull) return undefined;
  const many = predicates[test === 'exists' ? 'null' : test].arity === 'many';
  if (text === '' && many) {
    faults.add({ parameter: name, code: 'malformed_parameter', detail: `'${name}' needs a value.` });
    return undefined;
  }
  const parsed = parseTargetValue(target, text);
  if (parsed.ok) return parsed.value;
  const severalInOne = !target.key && many && text.includes(',');
  const hint = severalInOne ? ` Repeat the parameter for each value: ${name}=...&${name}=...` : '';
  faults.add({
    parameter: name,
    code: 'malformed_parameter',
    detail: `'${name}' must be ${parsed.expected}.${hint}`,
  });
  return undefined;
}

function parseTargetValue({ field, key }: FilterTarget, text: string): ParsedValue {
  if (field) return parseValue(text, field);
  const id = key && parseIdText(text, { key });
  const expected = `an id: ${(key ?? []).map(({ name }) => name).join(' and ')}, joined by a comma`;
  return id === undefined ? { ok: false, expected } : { ok: true, value: id };
}

function createTooManyFiltersFault(used: readonly FilterModel[], { filters }: Limits) {
  const parameter = used[0]?.name ?? '';
  return {
    parameter,
    code: 'too_many',
    detail: `The request has more than ${formatQuantity(filters, 'filter')} (limits.filters).`,
  } as const;
}

function createTooManyValuesFault({ name }: FilterModel, { listLength }: Limits) {
  const detail = `'${name}' has more than ${formatQuantity(listLength, 'value')} (limits.listLength).`;
  return { parameter: name, code: 'too_many', detail } as const;
}
