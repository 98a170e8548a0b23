// On which form of a value each rule of class-validator is judged: rules of texts on the text in the body, rules of dates on a
// Date, rules of numbers on a number. Custom rules see the value of the property.
import type { FieldKind } from '../../vocabulary/field-kind.js';
import {
  getListing,
  getRuleTypes,
  getValueType,
  isLibraryRule,
  isRuleOfDigits,
  type RuleType,
} from '../scan/rule-types.js';
import type { ItemModel } from '../document-model.js';
import { getArguments, type ValueRule } from '../value-rule.js';

/**
 * `value`: what the property holds. `text`: the text in the body; of numbers and booleans, their JSON. `number`: the number that
 * a bigint or a decimal is, with all its digits. `date`: the Date at which a day begins, in UTC. `minutes`: the text of a time
 * without seconds of zero. `listed`: texts, numbers and instants, each as its own type is compared with what the rule lists.
 */
export type RuleForm = 'value' | 'text' | 'number' | 'date' | 'minutes' | 'listed';

/** What a rule on a column is judged on. */
export interface RuleSubject {
  readonly kind: FieldKind | null;
  readonly values: readonly (string | number)[] | null;
}

/** The forms of the values of a kind, by the types of value that a rule may be for. */
type FormsOfKind = Readonly<Partial<Record<RuleType, RuleForm>>>;

const formsOfNumbers: FormsOfKind = { number: 'value', string: 'text' };
const formsOfNumberTexts: FormsOfKind = { string: 'value', number: 'number' };

/** A type that a kind does not have has no form: no value of the kind satisfies a rule of that type. */
const formsByKind: Readonly<Record<FieldKind, FormsOfKind>> = {
  integer: formsOfNumbers,
  float: formsOfNumbers,
  bigint: formsOfNumberTexts,
  decimal: formsOfNumberTexts,
  boolean: { boolean: 'value', string: 'text' },
  string: { string: 'value' },
  uuid: { string: 'text' },
  enum: { string: 'value' },
  date: { string: 'value', date: 'date' },
  time: { string: 'text' },
  datetime: { date: 'value', object: 'value', string: 'text' },
  json: {},
  bytes: { object: 'value', string: 'text' },
  array: { array: 'value' },
};

/** Kinds whose values are not what the body has, or are compared by value: rules for any type are judged on these forms. */
const formsForAny: Readonly<Partial<Record<FieldKind, 'text' | 'listed'>>> = {
  bigint: 'listed',
  decimal: 'listed',
  date: 'listed',
  datetime: 'listed',
  uuid: 'text',
  time: 'text',
  bytes: 'text',
};

/** What a rule is judged on: with `each`, the items of an array. */
export function getRuleSubject(
  { each }: ValueRule,
  { kind, values, array }: RuleSubject & { readonly array: ItemModel | null },
): RuleSubject {
  if (kind !== 'array' || !each) return { kind, values };
  if (!array) return { kind: 'string', values: null };
  return array.dimensions === 1 ? array : { kind: 'array', values: null };
}

/** The form on which the rule is judged; null if no value of the kind has one that could satisfy it. */
export function findRuleForm({ name = '', type }: ValueRule, subject: RuleSubject): RuleForm | null {
  const { kind } = subject;
  if (kind === null || kind === 'json' || type !== 'customValidation' || !isLibraryRule(name)) return 'value';
  if (kind === 'time' && name === 'isMilitaryTime') return 'minutes';
  const types = getRuleTypes(name);
  if (types.length === 0) return findFormForAny(name, kind);
  const isNumber = getValueType(subject) === 'number';
  const forms = isNumber ? formsOfNumbers : formsByKind[kind];
  const found = types.flatMap((one) => forms[one] ?? []);
  if (isNumber && found.includes('text') && !isRuleOfDigits(name) && types.length === 1) return null;
  return found.includes('value') ? 'value' : (found[0] ?? null);
}

function findFormForAny(name: string, kind: FieldKind): RuleForm {
  const form = formsForAny[kind] ?? 'value';
  return form === 'listed' && getListing(name) === null ? 'text' : form;
}

/** The values that a rule names. */
export function listNamedValues(rule: ValueRule): readonly unknown[] {
  const [named] = getArguments(rule);
  if (rule.name === 'equals' || rule.name === 'notEquals') return [named];
  if (Array.isArray(named)) return named;
  return typeof named === 'object' && named !== null ? Object.values(named) : [];
}

/** Whether a value of the kind can be one that a rule names. */
export function canBeNamed(named: unknown, { kind, values }: RuleSubject): boolean {
  switch (kind) {
    case null:
    case 'json':
      return true;
    case 'integer':
    case 'float':
      return typeof named === 'number';
    case 'bigint':
    case 'decimal':
      return ['string', 'number', 'bigint'].includes(typeof named);
    case 'boolean':
      return typeof named === 'boolean';
    case 'date':
    case 'datetime':
      return typeof named === 'string' || named instanceof Date;
    case 'enum':
      return values?.some((value) => value === named) ?? false;
    case 'array':
      return false;
    case 'string':
    case 'uuid':
    case 'time':
    case 'bytes':
      return typeof named === 'string';
  }
}
