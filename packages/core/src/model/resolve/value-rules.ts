// Resolves class-validator's rules on a property: the part that the schema expresses, the part left to check, and the rules
// that no value satisfies. What each rule is judged on: rule-form.ts.
import type { JsonSchema } from '../../vocabulary/json-schema.js';
import type { RuleMeaning, ValueRules } from '../rule-model.js';
import { describeRule } from './rule-words.js';
import { translateRule } from './rule-schema.js';
import { intersectSchemas } from './schema-intersection.js';
import { getListing, getValueType, isLibraryRule } from '../scan/rule-types.js';
import type { ScannedColumn } from '../scan/scan-columns.js';
import { canBeNamed, findRuleForm, getRuleSubject, listNamedValues } from './rule-form.js';
import { isJudgedApart, judgeRule, type JudgedColumn, type JudgedValue } from './rule-judgement.js';
import { getArguments, type ValueRule } from '../value-rule.js';

/** Rules that apply to null too. The column decides whether others see null. */
const rulesOfNull: ReadonlySet<string | undefined> = new Set(['isDefined', 'isNotEmpty', 'notEquals']);

/** A column with rules. */
type RuledColumn = JudgedColumn & Pick<ScannedColumn, 'declared'>;

/** Whether a rule applies to null. */
export function isRuleOfNull(rule: string | undefined): boolean {
  return rulesOfNull.has(rule);
}

/** Whether a body must give the property a value, even if the column is nullable. */
export function isRequiredByRules(column: ScannedColumn): boolean {
  const rules = column.declared.rules;
  return (
    rules.some(({ type }) => type === 'isDefined') && !rules.some(isConditional) && !rules.some(isOptional)
  );
}

/** The schema of a column's values, narrowed by its rules: what a schema cannot express is in words. */
export function narrowByRules(schema: JsonSchema, column: ScannedColumn): JsonSchema {
  const rules = column.declared.rules.filter((rule) => !isOptional(rule));
  const hasCondition = rules.some(isCondition);
  const narrowed = rules.reduce((sum, rule) => {
    const meaning = translateRule(rule, schema, column);
    if (hasCondition || isConditional(rule)) return addWords(sum, rule, 'On a condition: ');
    const both = intersectSchemas(sum, meaning.schema);
    return meaning.says === 'part' && meaning.schema.format === undefined ? addWords(both, rule) : both;
  }, schema);
  return refusesNull(column)
    ? intersectSchemas(narrowed, { 'x-decorest-words': ['Must not be null.'] })
    : narrowed;
}

/** Whether a rule refuses the null that the column can hold. */
function refusesNull(column: ScannedColumn): boolean {
  const rules = column.declared.rules;
  if (!column.nullable || rules.some(isOptional) || rules.some(isCondition)) return false;
  return rules.some((rule) => {
    const { name, type } = rule;
    if (isConditional(rule) || rule.each) return false;
    const isOfNull = isRuleOfNull(name) || isRuleOfNull(type);
    return isOfNull && (name !== 'notEquals' || getArguments(rule)[0] === null);
  });
}

/** Adds a rule as a sentence. */
function addWords(schema: JsonSchema, rule: ValueRule, start = ''): JsonSchema {
  const sentence = describeRule(rule);
  if (sentence === null) return schema;
  const words = start === '' ? sentence : `${start}${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`;
  return intersectSchemas(schema, { 'x-decorest-words': [words] });
}

/** The part of the rules left to check after the schema. `schema` is the column's, without its rules. */
export function resolveRules(schema: JsonSchema, column: ScannedColumn): ValueRules {
  const rules = column.declared.rules.filter(
    (rule) => !isOptional(rule) && rule.type !== 'whitelistValidation',
  );
  const said = rules.some(isConditional)
    ? ['part' as const]
    : rules.map((rule) => translateRule(rule, schema, column).says);
  return {
    checked: said.includes('part') ? 'always' : said.includes('lengths') ? 'selectors' : 'never',
    appliesToNull: rules.some(({ name, type }) => isRuleOfNull(name) || isRuleOfNull(type)),
    nested: rules.some(({ type }) => type === 'nestedValidation'),
    hasMessages: rules.some(({ message }) => Boolean(message)),
    judgedApart: rules.some((rule) => isJudgedApart(rule, column)),
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
      column.declared.rules
        .filter((rule) => rule.name === name)
        .map((rule) => translateRule(rule, schema, column));
    known.set(name, meanings);
    return meanings;
  };
}

/** The rules that reject every value of the column. */
export function findImpossibleRules(column: RuledColumn): readonly ValueRule[] {
  const rules = column.declared.rules;
  if (getValueType(column) === 'any' || rules.some(isCondition)) return [];
  return rules.filter((rule) => !isConditional(rule) && !isSatisfiable(rule, column));
}

function isSatisfiable(rule: ValueRule, column: RuledColumn): boolean {
  if (rule.type === 'nestedValidation') return column.kind === 'array';
  if (rule.type !== 'customValidation' || !isLibraryRule(rule.name)) return true;
  const subject = getRuleSubject(rule, column);
  // An empty list satisfies rules of items.
  const isOfItems = rule.each && column.kind === 'array';
  if (findRuleForm(rule, subject) === null) return isOfItems;
  if (getListing(rule.name ?? '') === 'in')
    return listNamedValues(rule).some((named) => canBeNamed(named, subject));
  const all = subject.kind === 'boolean' ? [true, false] : subject.kind === 'enum' ? subject.values : null;
  return isOfItems || all === null || all.some((value) => isPossible(rule, column, value));
}

function isPossible(rule: ValueRule, column: RuledColumn, value: unknown): boolean {
  try {
    return judgeRule(rule, column, { sent: value, value, instance: {} }) !== false;
  } catch {
    return true;
  }
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
function createAcceptanceTest(column: RuledColumn): ValueRules['accepts'] {
  return (sent) => {
    const { by } = column.declared;
    const rules = column.declared.rules.filter(({ type }) => type === 'customValidation');
    if (by === null || column.declared.rules.length === 0) return true;
    if (!column.declared.rules.every(isSelfContained)) return false;
    const instance = Object.create(by.prototype as object) as object;
    const judged = { sent, value: toPropertyValue(column, sent), instance };
    return rules.every((rule) => isAccepted(rule, column, judged));
  };
}

function isAccepted(rule: ValueRule, column: RuledColumn, judged: JudgedValue): boolean {
  try {
    return judgeRule(rule, column, judged) === true;
  } catch {
    return false;
  }
}

function isSelfContained({ name, type, validateIf }: ValueRule): boolean {
  if (validateIf !== undefined) return false;
  if (type === 'customValidation') return isLibraryRule(name);
  return type !== 'nestedValidation' && (type !== 'conditionalValidation' || name === 'isOptional');
}

function toPropertyValue({ kind }: RuledColumn, value: unknown): unknown {
  if (kind === 'datetime') return new Date(String(value));
  return kind === 'bytes' ? Buffer.from(String(value), 'base64') : value;
}
