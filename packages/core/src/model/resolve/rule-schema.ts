// Translates class-validator rules on a column to JSON Schema. A schema never rejects a value that class-validator accepts:
// if it cannot express the whole rule, it expresses less.
import type { JsonSchema, NumberSign } from '../../vocabulary/json-schema.js';
import { buildSignRule } from './field-schema.js';
import {
  alwaysSatisfied,
  createCountMeaning,
  isString,
  buildValueMeanings,
  inexpressible,
  presenceRule,
  isFiniteNumber,
  isObject,
  type Meaning,
  type RuleMeaning,
} from './rule-meaning.js';
import { getRuleTypes, getValueType } from '../scan/rule-types.js';
import type { ScannedColumn } from '../scan/scan-columns.js';
import { getArguments, type ValueRule } from '../value-rule.js';
import { textMeanings } from './text-rules.js';

/** The meaning of a rule. `schema` is the column's schema without rules. */
export function translateRule(rule: ValueRule, schema: JsonSchema, column: ScannedColumn): RuleMeaning {
  if (rule.type === 'isDefined') return alwaysSatisfied;
  if (rule.type !== 'customValidation') return inexpressible;
  if (column.kind === 'array' && rule.each) return translateItemRule(rule, schema);
  return findMeaning(getMeanings(column), rule);
}

/** `{ each: true }`: the rule applies to each item. */
function translateItemRule(rule: ValueRule, { items }: JsonSchema): RuleMeaning {
  const types = [items?.type ?? []].flat();
  const [type, ...others] = types.filter((each) => each !== 'null');
  const { schema, says } = findMeaning(getItemMeanings(others.length > 0 ? undefined : type), rule);
  // Rules apply to each item, NULL included.
  const isNarrowed = type !== undefined && types.includes('null') && isBrokenByNull(rule);
  const item = isNarrowed ? { type, ...schema } : schema;
  return { schema: Object.keys(item).length === 0 ? {} : { items: item }, says };
}

function isBrokenByNull({ name = '' }: ValueRule): boolean {
  return name === 'isNotEmpty' || getRuleTypes(name).length > 0;
}

function getItemMeanings(type: JsonSchema['type']): ReadonlyMap<string, Meaning> {
  if (type === 'string') return textMeanings;
  return type === 'integer' || type === 'number' ? numbers : none;
}

function findMeaning(table: ReadonlyMap<string, Meaning>, rule: ValueRule): RuleMeaning {
  return table.get(rule.name ?? '')?.(getArguments(rule)) ?? inexpressible;
}

/** The rules that JSON Schema can express for the column's values, by name. */
function getMeanings(column: ScannedColumn): ReadonlyMap<string, Meaning> {
  switch (column.kind) {
    case 'integer':
      return integers;
    case 'float':
      return numbers;
    case 'string':
      return textMeanings;
    case 'bigint':
    case 'decimal':
      return buildMeaningsOfNumbersAsText(column);
    case 'enum':
      return getValueType(column) === 'number' ? integers : choices;
    case 'boolean':
      return booleans;
    case 'uuid':
    case 'time':
      return spelledTexts;
    case 'date':
    case 'datetime':
      return instants;
    case 'bytes':
      return base64;
    case 'array':
      return lists;
    case 'json':
    case null:
      return none;
  }
}

const none: ReadonlyMap<string, Meaning> = new Map();

const booleans: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ...buildValueMeanings('boolean'),
  presenceRule,
  isString,
  ['isBooleanString', () => alwaysSatisfied],
  ['isBoolean', () => alwaysSatisfied],
]);

/** Texts that are stored in a canonical form, not as written in the body. */
const spelledTexts: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([presenceRule, isString]);

/** Days and instants: texts of ISO 8601 for some rules, instances of Date for others. */
const instants: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ...spelledTexts,
  ['isDate', () => alwaysSatisfied],
  ['isDateString', createMeaningWithoutOptions(alwaysSatisfied)],
  ['isIso8601', createMeaningWithoutOptions(alwaysSatisfied)],
]);

/** Bytes as the text that a body has. */
const base64: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  isString,
  ['isNotEmpty', () => ({ schema: { minLength: 1 }, says: 'all' })],
]);

/** The meaning of a rule without options; with options, it may accept other values. */
function createMeaningWithoutOptions(meaning: RuleMeaning): Meaning {
  return (constraints) => (constraints.every((option) => option === undefined) ? meaning : inexpressible);
}

const choices: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ...buildValueMeanings('string'),
  isString,
]);

const lists: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  presenceRule,
  ['isArray', () => alwaysSatisfied],
  ['arrayNotEmpty', () => ({ schema: { minItems: 1 }, says: 'all' })],
  ['arrayMinSize', ([least]) => createCountMeaning('minItems', least, 'all')],
  ['arrayMaxSize', ([most]) => createCountMeaning('maxItems', most, 'all')],
  // The author's function that identifies an item is not among the constraints.
  ['arrayUnique', () => ({ schema: { uniqueItems: true }, says: 'part' })],
]);

/** Rules for numbers, by their names. */
const numbers: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ...buildValueMeanings('number'),
  presenceRule,
  isString,
  ['isInt', () => ({ schema: { type: 'integer' }, says: 'all' })],
  ['isNumber', ([options]) => (hasPlaces(options) ? inexpressible : alwaysSatisfied)],
  ['isPositive', () => ({ schema: { exclusiveMinimum: 0 }, says: 'all' })],
  ['isNegative', () => ({ schema: { exclusiveMaximum: 0 }, says: 'all' })],
  ['min', ([least]) => (isFiniteNumber(least) ? { schema: { minimum: least }, says: 'all' } : inexpressible)],
  ['max', ([most]) => (isFiniteNumber(most) ? { schema: { maximum: most }, says: 'all' } : inexpressible)],
  ['isLatitude', () => ({ schema: { minimum: -90, maximum: 90 }, says: 'part' })],
  ['isLongitude', () => ({ schema: { minimum: -180, maximum: 180 }, says: 'part' })],
]);

function hasPlaces(options: unknown): boolean {
  return isObject(options) && 'maxDecimalPlaces' in options;
}

/** Rules for integers. */
const integers: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ...numbers,
  ['isNumber', () => alwaysSatisfied],
  [
    'isDivisibleBy',
    ([divisor]) =>
      Number.isInteger(divisor) && Number(divisor) > 0
        ? { schema: { multipleOf: divisor }, says: 'all' }
        : inexpressible,
  ],
]);

/** Rules for numbers written as text. No readable pattern expresses bounds other than zero. */
function buildMeaningsOfNumbersAsText(column: ScannedColumn): ReadonlyMap<string, Meaning> {
  const createSignMeaning = (is: NumberSign): RuleMeaning => ({
    schema: { 'x-decorest-sign': buildSignRule(is, column) },
    says: 'all',
  });
  return new Map<string, Meaning>([
    presenceRule,
    isString,
    ['isNumber', ([options]) => (hasPlaces(options) ? inexpressible : alwaysSatisfied)],
    ['isNumberString', createMeaningWithoutOptions(alwaysSatisfied)],
    ['isDecimal', createMeaningWithoutOptions(alwaysSatisfied)],
    ['isPositive', () => createSignMeaning('positive')],
    ['isNegative', () => createSignMeaning('negative')],
    ['min', ([least]) => (least === 0 ? createSignMeaning('notNegative') : inexpressible)],
  ]);
}
