// Filters in a query -> filter terms and their values.
import type { FilterModel, FilterTarget } from '../model/query-model.js';
import type { Limits } from '../limits.js';
import { predicates, type Arity } from '../vocabulary/predicate.js';
import { formatQuantity } from '../vocabulary/wording.js';
import type { Faults } from './faults.js';
import { parseIdText } from './id-value.js';
import { parseValue, type ParsedValue } from './parse-value.js';
import type { FilterTerm } from './terms.js';
import type { QueryCheck, QueryNames, QueryParameters } from './query-parameters.js';
import { maxWords, padWords, splitWords } from './word-list.js';

/** The filters in use, and their values in slot order. */
interface PlannedFilters {
  readonly terms: readonly FilterTerm[];
  readonly values: readonly unknown[];
}

/** Collects the faults of one filter. */
interface FilterFaults {
  readonly isFull: () => boolean;
  /** `item` is the position of the value in a list. */
  readonly add: (code: 'malformed' | 'too_many', detail: string, item?: number) => void;
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
  check: QueryCheck,
): PlannedFilters {
  const { limits, faults } = check;
  const used = parameters.names.flatMap((name) => names.filters.get(name) ?? []);
  if (used.length === 0) return noFilters;
  if (used.length > limits.filters) faults.add(createTooManyFiltersFault(used, limits));
  const terms: FilterTerm[] = [];
  const values: unknown[] = [];
  for (const filter of used.sort((a, b) => a.ordinal - b.ordinal)) {
    const sent = { filter, texts: parameters.all(filter.name) };
    const parsed = parseFilter(sent, check, createParameterFaults(filter, faults));
    const { negated, words } = parsed;
    terms.push({ filter, slot: firstSlot + values.length, words, negated });
    values.push(...parsed.values);
  }
  return { terms, values };
}

function createParameterFaults({ name }: FilterModel, faults: Faults): FilterFaults {
  return {
    isFull: () => faults.isFull,
    add: (code, detail) => {
      faults.add({ parameter: name, code: code === 'malformed' ? 'malformed_parameter' : code, detail });
    },
  };
}

/** The values that a filter takes. */
export function getArity({ test }: FilterModel): Arity {
  return test === 'exists' ? 'flag' : predicates[test].arity;
}

/** A filter and its values as the client sent them. */
interface SentFilter {
  readonly filter: FilterModel;
  readonly texts: readonly string[];
  /** Values of a list are items of an array, not repeated parameters. */
  readonly inArray?: true;
}

/** The values of a filter, one per target; none of a flag, which may be negated. */
interface ParsedFilter {
  readonly negated: boolean;
  /** How many words each value has; 1 unless the test is `words`. */
  readonly words: number;
  readonly values: readonly unknown[];
}

/** Parses the values of a filter by the kinds of its targets, and counts its comparisons. */
export function parseFilter(
  sent: SentFilter,
  { limits, comparisons }: QueryCheck,
  faults: FilterFaults,
): ParsedFilter {
  const { filter, texts } = sent;
  const negated = getArity(filter) === 'flag' && !parseFlag(sent, faults);
  const values = parseFilterValues(sent, limits, faults);
  const words = countWords(filter, values);
  // A list that is too long has a fault of its own.
  const size = { values: Math.min(texts.length, limits.listLength), words };
  if (comparisons.exceedWith(filter, size)) faults.add('too_many', comparisons.describe());
  return { negated, words, values };
}

/** How many words the parsed values of a filter have: each has as many. */
function countWords({ test }: FilterModel, [value]: readonly unknown[]): number {
  return test === 'words' && Array.isArray(value) ? value.length : 1;
}

function parseFlag({ filter: { name }, texts: [text] }: SentFilter, faults: FilterFaults): boolean {
  if (text !== 'true' && text !== 'false') faults.add('malformed', `'${name}' must be true or false.`);
  return text !== 'false';
}

/** One value per target: members of a group may be of different kinds. */
function parseFilterValues(sent: SentFilter, limits: Limits, faults: FilterFaults): unknown[] {
  const { filter, texts } = sent;
  const arity = getArity(filter);
  if (arity === 'flag') return [];
  if (texts.length > limits.listLength) {
    faults.add('too_many', describeTooManyValues(filter, limits));
    return [];
  }
  if (filter.test === 'words') return parseWords(sent, faults);
  return filter.targets.map((target) => {
    const parsed = texts.map((_, item) => parseFilterValue(sent, { target, item }, faults));
    return arity === 'many' ? parsed : parsed[0];
  });
}

/** The words, for each target. */
function parseWords({ filter: { name, targets }, texts }: SentFilter, faults: FilterFaults): unknown[] {
  const words = splitWords(texts[0] ?? '');
  if (words.length === 0) faults.add('malformed', `'${name}' needs a word.`);
  if (words.length > maxWords) faults.add('too_many', `'${name}' has more than ${maxWords} words.`);
  const padded = padWords(words.slice(0, maxWords));
  return targets.map(() => padded);
}

function parseFilterValue(
  { filter, texts, inArray }: SentFilter,
  { target, item }: { readonly target: FilterTarget; readonly item: number },
  faults: FilterFaults,
): unknown {
  if (faults.isFull()) return undefined;
  const { name } = filter;
  const text = texts[item] ?? '';
  const many = getArity(filter) === 'many';
  const parsed = parseTargetValue(target, text);
  if (parsed.ok) return parsed.value;
  if (text === '' && many) {
    faults.add('malformed', `'${name}' needs a value.`, item);
    return undefined;
  }
  const severalInOne = !inArray && !target.key && many && text.includes(',');
  const hint = severalInOne ? ` Repeat the parameter for each value: ${name}=...&${name}=...` : '';
  faults.add('malformed', `'${name}' must be ${parsed.expected}.${hint}`, item);
  return undefined;
}

function parseTargetValue({ field, key }: FilterTarget, text: string): ParsedValue {
  if (field) return parseValue(text, field);
  const id = key && parseIdText(text, { key });
  const expected = `an id: ${(key ?? []).map(({ name }) => name).join(' and ')}, joined by a comma`;
  return id === undefined ? { ok: false, expected } : { ok: true, value: id };
}

function createTooManyFiltersFault(used: readonly FilterModel[], limits: Limits) {
  const parameter = used[0]?.name ?? '';
  return { parameter, code: 'too_many', detail: describeTooManyFilters(limits) } as const;
}

/** The request has more filters than its limit. */
export function describeTooManyFilters({ filters }: Limits): string {
  return `The request has more than ${formatQuantity(filters, 'filter')} (limits.filters).`;
}

function describeTooManyValues({ name }: FilterModel, { listLength }: Limits): string {
  return `'${name}' has more than ${formatQuantity(listLength, 'value')} (limits.listLength).`;
}
