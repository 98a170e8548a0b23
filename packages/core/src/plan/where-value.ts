// The JSON value of a filter in a `where` -> the texts of the equivalent query parameter. The types are those of the
// document: numbers for integers and floats, booleans, and strings for bigints, decimals and all other kinds.
import type { FaultCode } from '../errors.js';
import type { Limits } from '../limits.js';
import type { FilterModel, FilterTarget } from '../model/query-model.js';
import { isStorable } from '../request/query-string.js';
import type { FieldKind } from '../vocabulary/field-kind.js';
import type { JsonValue } from '../vocabulary/json-schema.js';
import { formatQuantity } from '../vocabulary/wording.js';
import { getArity } from './filter-plan.js';
import { isLonger } from './query-parameters.js';

/** The texts, or the first fault; `at` is its place in the value, as a JSON pointer. */
type FilterTexts =
  | { readonly ok: true; readonly texts: readonly string[] }
  | { readonly ok: false; readonly at: string; readonly code: FaultCode; readonly detail: string };

const flagTypes: ReadonlySet<ValueType> = new Set<ValueType>(['boolean']);

/** Converts the value of a filter. */
export function toFilterTexts(filter: FilterModel, value: JsonValue, limits: Limits): FilterTexts {
  const arity = getArity(filter);
  if (arity === 'flag') return toText({ types: flagTypes, value, at: '' }, limits);
  const types = getValueTypes(filter);
  if (arity === 'one') return toText({ types, value, at: '' }, limits);
  if (!Array.isArray(value))
    return rejectValue('', 'wrong_type', `The value must be an array, not ${describeJsonValue(value)}.`);
  const items = value as readonly JsonValue[];
  if (items.length === 0)
    return rejectValue('', 'malformed_parameter', 'The array must have at least one item.');
  if (items.length > limits.listLength)
    return rejectValue(
      '',
      'too_many',
      `The array has more than ${formatQuantity(limits.listLength, 'item')} (limits.listLength).`,
    );
  const texts: string[] = [];
  for (const [at, item] of items.entries()) {
    const text = toText({ types, value: item, at: `/${at}` }, limits);
    if (!text.ok) return text;
    texts.push(...text.texts);
  }
  return { ok: true, texts };
}

type ValueType = 'string' | 'integer' | 'number' | 'boolean';

const typeOfKind: Readonly<Record<FieldKind, ValueType>> = {
  integer: 'integer',
  bigint: 'string',
  float: 'number',
  decimal: 'string',
  boolean: 'boolean',
  string: 'string',
  uuid: 'string',
  enum: 'string',
  date: 'string',
  time: 'string',
  datetime: 'string',
  json: 'string',
  bytes: 'string',
  array: 'string',
};

/** The types that a value must have, all at once. Members of a group may be of several kinds: the narrowest decide. */
function getValueTypes({ targets }: FilterModel): ReadonlySet<ValueType> {
  const kinds = new Set(targets.map(({ field }) => field?.kind));
  const isNarrower = ({ field }: FilterTarget) => {
    if (field === null) return true;
    if (kinds.has('integer')) return field.kind !== 'bigint' && field.kind !== 'decimal';
    return field.kind !== 'float' || !(kinds.has('bigint') || kinds.has('decimal'));
  };
  const types = targets.filter(isNarrower).map((target) => ({ target, type: getTargetType(target) }));
  // Any text that another member accepts, too.
  const strict = types.filter(({ target }) => target.field?.kind !== 'string');
  return new Set((strict.length > 0 ? strict : types).map(({ type }) => type));
}

function getTargetType({ field }: FilterTarget): ValueType {
  if (field === null) return 'string';
  const isNumericEnum = field.values?.every((value) => typeof value === 'number') ?? false;
  return isNumericEnum ? 'integer' : typeOfKind[field.kind];
}

const fitsType: Readonly<Record<ValueType, (value: JsonValue) => boolean>> = {
  string: (value) => typeof value === 'string',
  integer: (value) => Number.isInteger(value),
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
};

const typesInWords: Readonly<Record<ValueType, string>> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
};

/** One value, its place, and the types that it must have. */
interface TypedValue {
  readonly types: ReadonlySet<ValueType>;
  readonly value: JsonValue;
  readonly at: string;
}

function toText({ types, value, at }: TypedValue, limits: Limits): FilterTexts {
  for (const type of types)
    if (!fitsType[type](value))
      return rejectValue(
        at,
        'wrong_type',
        `The value must be ${typesInWords[type]}, not ${describeJsonValue(value)}.`,
      );
  if (typeof value === 'number')
    return { ok: true, texts: [Number.isInteger(value) ? String(BigInt(value)) : String(value)] };
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (isLonger(text, limits.valueLength)) return rejectValue(at, 'too_long', describeTooLong(limits));
  if (!isStorable(text))
    return rejectValue(at, 'invalid', 'Text must not contain NUL or an unpaired surrogate.');
  return { ok: true, texts: [text] };
}

function rejectValue(at: string, code: FaultCode, detail: string): FilterTexts {
  return { ok: false, at, code, detail };
}

function describeTooLong({ valueLength }: Limits): string {
  return `The value has more than ${formatQuantity(valueLength, 'character')} (limits.valueLength).`;
}

/** The type of a JSON value in words. */
export function describeJsonValue(value: JsonValue): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'boolean') return 'true or false';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
