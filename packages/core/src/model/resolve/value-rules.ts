// Resolves class-validator's rules on a property: the part that the schema expresses, the part left to check, and the rules
// that no value satisfies.
import { validateSync } from 'class-validator';
import type { JsonSchema } from '../../vocabulary/json-schema.js';
import type { RuleMeaning, ValueRules } from '../rule-model.js';
import { translateRule } from './rule-schema.js';
import { intersectSchemas } from './schema-intersection.js';
import { isRuleForType, getValueType, isLibraryRule, type ValueType } from '../scan/rule-types.js';
import type { ScannedColumn } from '../scan/scan-columns.js';
import { getRules, type ValueRule } from '../scan/scan-rules.js';

/** Rules that compare numbers. On decimals and bigints, whose values are texts, they compare the numeric value. */
const numericRules: ReadonlySet<string | undefined> = new Set([
  'min',
  'max',
  'isPositive',
  'isNegative',
  'isDivisibleBy',
]);

/** Rules that apply to null too. The column decides whether others see null. */
const rulesOfNull: ReadonlySet<string | undefined> = new Set(['isDefined', 'isNotEmpty', 'notEquals']);

/** Whether a rule applies to null. */
export function isRuleOfNull(rule: string | undefined): boolean {
  return rulesOfNull.has(rule);
}

/** Whether a body must give the property a value, even if the column is nullable. */
export function isRequiredByRules(column: ScannedColumn): boolean {
  const rules = getRules(column);
  return (
    rules.some(({ type }) => type === 'isDefined') && !rules.some(isConditional) && !rules.some(isOptional)
  );
}

/** The schema of a column's values, narrowed by its rules. */
export function narrowByRules(schema: JsonSchema, column: ScannedColumn): JsonSchema {
  const rules = getRules(column);
  if (rules.some(isCondition)) return schema;
  return rules
    .filter((rule) => !isConditional(rule))
    .reduce((sum, rule) => intersectSchemas(sum, translateRule(rule, schema, column).schema), schema);
}

/** The part of the rules left to check after the schema. `schema` is the column's, without its rules. */
export function resolveRules(schema: JsonSchema, column: ScannedColumn): ValueRules {
  const rules = getRules(column).filter((rule) => !isOptional(rule) && rule.type !== 'whitelistValidation');
  const said = rules.some(isConditional)
    ? ['part' as const]
    : rules.map((rule) => translateRule(rule, schema, column).says);
  return {
    checked: said.includes('part') ? 'always' : said.includes('lengths') ? 'selectors' : 'never',
    appliesToNull: rules.some(({ name, type }) => isRuleOfNull(name) || isRuleOfNull(type)),
    nested: rules.some(({ type }) => type === 'nestedValidation'),
    hasMessages: rules.some(({ message }) => Boolean(message)),
    numeric: isNumberAsText(column) && rules.some(({ name }) => numericRules.has(name)),
    accepts: createAcceptanceTest(column),
    meaningsOf: createMeaningLookup(schema, column),
  };
}

/** The meanings are looked up once: each has a validator, compiled on first use. */
function createMeaningLookup(schema: JsonSchema, column: ScannedColumn): ValueRules['meaningsOf'] {
  const known = new Map<string, readonly RuleMeaning[]>();
  return (name) => {
    const meanings =
      known.get(name) ??
      getRules(column)
        .filter((rule) => rule.name === name)
        .map((rule) => translateRule(rule, schema, column));
    known.set(name, meanings);
    return meanings;
  };
}

/** The rules that reject every value of the column. */
export function findImpossibleRules(column: ScannedColumn): readonly ValueRule[] {
  if (column.kind === null) return [];
  const type = getValueType(column);
  const rules = getRules(column);
  if (type === 'any' || rules.some(isCondition)) return [];
  return rules.filter((rule) => !isConditional(rule) && !isSatisfiable(rule, type, column));
}

/** Whether the schema allows one of the values that the rule lists, if it lists any. */
function hasAllowedValue(rule: ValueRule, column: ScannedColumn): boolean {
  const schema = column.values === null ? {} : { enum: column.values };
  const { enum: named, items } = intersectSchemas(schema, translateRule(rule, {}, column).schema);
  return !isEmpty(named) && !isEmpty(items?.enum);
}

function isEmpty(list: unknown): boolean {
  return Array.isArray(list) && list.length === 0;
}

function isSatisfiable(rule: ValueRule, type: ValueType, column: ScannedColumn): boolean {
  if (isNumberAsText(column) && isNumeric(rule)) return true;
  if (rule.type === 'nestedValidation') return type === 'array';
  if (rule.each && type === 'array') return hasAllowedValue(rule, column);
  return (
    rule.type !== 'customValidation' || (isRuleForType(rule.name, type) && hasAllowedValue(rule, column))
  );
}

/** Whether values are numbers as text: decimals and bigints, which JavaScript numbers cannot hold. */
export function isNumberAsText({ kind }: Pick<ScannedColumn, 'kind'>): boolean {
  return kind === 'decimal' || kind === 'bigint';
}

/** Whether a rule compares numbers. */
export function isNumeric({ name }: Pick<ValueRule, 'name'>): boolean {
  return numericRules.has(name);
}

/** Whether the rule is `@ValidateIf`, which switches the others. `@IsOptional` adds nothing for absent values. */
function isCondition(rule: ValueRule): boolean {
  return rule.type === 'conditionalValidation' && !isOptional(rule);
}

function isConditional(rule: ValueRule): boolean {
  return isCondition(rule) || rule.validateIf !== undefined;
}

function isOptional({ type, name }: ValueRule): boolean {
  return type === 'conditionalValidation' && name === 'isOptional';
}

/**
 * A test of values as they appear in bodies, by themselves. It looks up the rules on each call, not at startup. Custom rules do
 * not run: they may read other values, be asynchronous or have side effects.
 */
function createAcceptanceTest(column: ScannedColumn): ValueRules['accepts'] {
  return (value) => {
    const { by, as } = column.declared;
    const rules = getRules(column);
    if (by === null || rules.length === 0) return true;
    if (!rules.every(isSelfContained)) return false;
    const broken = (property: unknown) => findBrokenRules(by, as, property);
    if (!isNumberAsText(column)) return broken(toPropertyValue(column, value)).length === 0;
    // Most rules see a number written as text as a text; those that compare see a number.
    return broken(value).every(isComparing) && !broken(Number(value)).some(isComparing);
  };
}

function isSelfContained({ name, type, validateIf }: ValueRule): boolean {
  if (validateIf !== undefined) return false;
  if (type === 'customValidation') return isLibraryRule(name);
  return type !== 'nestedValidation' && (type !== 'conditionalValidation' || name === 'isOptional');
}

function isComparing(name: string): boolean {
  return isNumeric({ name });
}

/** The names of the rules that an instance with only this value breaks. */
function findBrokenRules(by: abstract new () => object, property: string, value: unknown): readonly string[] {
  const instance = Object.create(by.prototype as object) as Record<string, unknown>;
  instance[property] = value;
  try {
    const errors = validateSync(instance, { skipUndefinedProperties: true, forbidUnknownValues: false });
    return errors.flatMap((error) =>
      error.property === property ? Object.keys(error.constraints ?? {}) : [],
    );
  } catch {
    return ['thrown'];
  }
}

function toPropertyValue({ kind }: ScannedColumn, value: unknown): unknown {
  if (kind === 'datetime') return new Date(String(value));
  return kind === 'bytes' ? Buffer.from(String(value), 'base64') : value;
}
