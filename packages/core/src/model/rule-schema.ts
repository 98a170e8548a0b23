// Translates class-validator rules on a column to JSON Schema. A schema never rejects a value that class-validator accepts:
// if it cannot express the whole rule, it expresses less.
import type { JsonSchema } from '../vocabulary/json-schema.js';
import {
  always,
  count,
  isString,
  namedValues,
  nothing,
  present,
  isFinite,
  isObject,
  type Meaning,
  type RuleMeaning,
} from './rule-meaning.js';
import { typeOfValues } from './rule-types.js';
import type { ScannedColumn } from './scan-columns.js';
import { argumentsOf, type ValueRule } from './scan-rules.js';
import { texts } from './text-rules.js';

/** The meaning of a rule. `schema` is the column's schema without rules. */
export function meaningOf(rule: ValueRule, schema: JsonSchema, column: ScannedColumn): RuleMeaning {
  if (rule.type === 'isDefined') return always;
  if (rule.type !== 'customValidation') return nothing;
  if (column.kind === 'array' && rule.each) return meaningForItems(rule, schema);
  return saidBy(meanings(column), rule);
}

/** `{ each: true }`: the rule applies to each item. */
function meaningForItems(rule: ValueRule, { items }: JsonSchema): RuleMeaning {
  const { schema, says } = saidBy(meaningsForItems(items?.type), rule);
  return { schema: Object.keys(schema).length === 0 ? {} : { items: schema }, says };
}

function meaningsForItems(type: JsonSchema['type']): ReadonlyMap<string, Meaning> {
  if (type === 'string') return texts;
  return type === 'integer' || type === 'number' ? numbers : none;
}

function saidBy(table: ReadonlyMap<string, Meaning>, rule: ValueRule): RuleMeaning {
  return table.get(rule.name ?? '')?.(argumentsOf(rule)) ?? nothing;
}

/** The rules that JSON Schema can express for the column's values, by name. */
function meanings(column: ScannedColumn): ReadonlyMap<string, Meaning> {
  switch (column.kind) {
    case 'integer':
      return integers;
    case 'float':
      return numbers;
    case 'string':
      return texts;
    case 'bigint':
    case 'decimal':
      return numbersAsText;
    case 'enum':
      return typeOfValues(column) === 'number' ? integers : choices;
    case 'boolean':
      return booleans;
    case 'uuid':
    case 'date':
    case 'time':
      return spelledTexts;
    case 'datetime':
      return instants;
    case 'array':
      return lists;
    case 'json':
    case 'bytes':
    case null:
      return none;
  }
}

const none: ReadonlyMap<string, Meaning> = new Map();

const booleans: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ...namedValues('boolean'),
  present,
  ['isBoolean', () => always],
]);

const instants: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([present, ['isDate', () => always]]);

/** Texts that are stored in a canonical form, not as written in the body. */
const spelledTexts: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([present, isString]);

const choices: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([...namedValues('string'), isString]);

const lists: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  present,
  ['isArray', () => always],
  ['arrayNotEmpty', () => ({ schema: { minItems: 1 }, says: 'all' })],
  ['arrayMinSize', ([least]) => count('minItems', least, 'all')],
  ['arrayMaxSize', ([most]) => count('maxItems', most, 'all')],
  // The author's function that identifies an item is not among the constraints.
  ['arrayUnique', () => ({ schema: { uniqueItems: true }, says: 'part' })],
]);

/** Rules for numbers, by their names. */
const numbers: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ...namedValues('number'),
  present,
  ['isInt', () => ({ schema: { type: 'integer' }, says: 'all' })],
  ['isNumber', ([options]) => (isObject(options) && 'maxDecimalPlaces' in options ? nothing : always)],
  ['isPositive', () => ({ schema: { exclusiveMinimum: 0 }, says: 'all' })],
  ['isNegative', () => ({ schema: { exclusiveMaximum: 0 }, says: 'all' })],
  ['min', ([least]) => (isFinite(least) ? { schema: { minimum: least }, says: 'all' } : nothing)],
  ['max', ([most]) => (isFinite(most) ? { schema: { maximum: most }, says: 'all' } : nothing)],
  ['isLatitude', () => ({ schema: { minimum: -90, maximum: 90 }, says: 'part' })],
  ['isLongitude', () => ({ schema: { minimum: -180, maximum: 180 }, says: 'part' })],
]);

/** Rules for integers. */
const integers: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ...numbers,
  ['isNumber', () => always],
  [
    'isDivisibleBy',
    ([divisor]) =>
      Number.isInteger(divisor) && Number(divisor) > 0
        ? { schema: { multipleOf: divisor }, says: 'all' }
        : nothing,
  ],
]);

/** Patterns for the sign of a number written as text. */
export const signPatterns = {
  notNegative: '^(?!-.*[1-9])',
  positive: '^(?!-).*[1-9]',
  negative: '^-.*[1-9]',
} as const;

/** Rules for numbers written as text. No readable pattern expresses bounds other than zero. */
const numbersAsText: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  present,
  isString,
  ['isPositive', () => ({ schema: { pattern: signPatterns.positive }, says: 'all' })],
  ['isNegative', () => ({ schema: { pattern: signPatterns.negative }, says: 'all' })],
  [
    'min',
    ([least]) => (least === 0 ? { schema: { pattern: signPatterns.notNegative }, says: 'all' } : nothing),
  ],
]);
