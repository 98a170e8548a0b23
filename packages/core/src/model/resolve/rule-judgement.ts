// Judges a single rule of class-validator on the form of a value that it is for.
import { getMetadataStorage, type ValidationArguments } from 'class-validator';
import { compareDecimals, isDecimal, isMultiple } from '../../vocabulary/decimal-comparison.js';
import { getListing, isLibraryRule } from '../scan/rule-types.js';
import { getArguments, type ValueRule } from '../value-rule.js';
import {
  findRuleForm,
  getRuleSubject,
  listNamedValues,
  type RuleForm,
  type RuleSubject,
} from './rule-form.js';
import type { ItemModel } from '../document-model.js';

/** A column, as far as its rules need it. */
export interface JudgedColumn extends RuleSubject {
  readonly array: ItemModel | null;
}

/** A value as the body has it, as the property holds it, and the instance around it. */
export interface JudgedValue {
  readonly sent: unknown;
  readonly value: unknown;
  readonly instance: object;
}

/** Whether a rule is judged on another form than the value of the property, which class-validator itself sees. */
export function isJudgedApart(rule: ValueRule, column: JudgedColumn): boolean {
  const form = findRuleForm(rule, getRuleSubject(rule, column));
  return form !== null && form !== 'value';
}

/** Whether the value satisfies the rule, without its condition. Custom rules may be asynchronous. */
export function judgeRule(
  rule: ValueRule,
  column: JudgedColumn,
  judged: JudgedValue,
): boolean | Promise<boolean> {
  const subject = getRuleSubject(rule, column);
  const form = findRuleForm(rule, subject) ?? 'value';
  const { sent, value } = judged;
  const judge = (one: Pick<JudgedValue, 'sent' | 'value'>) =>
    judgeForm(rule, form, { ...judged, ...one, subject });
  if (!rule.each || !Array.isArray(value)) return judge(judged);
  const items = Array.isArray(sent) ? sent : [];
  const answers = value.map((item: unknown, at) => judge({ sent: items[at] as unknown, value: item }));
  return areAllTrue(answers);
}

interface JudgedForm extends JudgedValue {
  readonly subject: RuleSubject;
}

function judgeForm(rule: ValueRule, form: RuleForm, judged: JudgedForm): boolean | Promise<boolean> {
  if (form === 'number' && typeof judged.value === 'string') return isNumberAccepted(rule, judged.value);
  if (form === 'listed' && judged.value !== null) return isListed(rule, judged);
  const value = toForm(form, judged);
  return areAllTrue(applyConstraints(rule, createArguments(rule, { ...judged, value })));
}

/** Rules of class-validator accept no value that they fail on: `@IsNumber({ maxDecimalPlaces })` fails on `5e-7`. */
function applyConstraints(
  rule: ValueRule,
  given: ValidationArguments,
): readonly (boolean | Promise<boolean>)[] {
  try {
    return listConstraints(rule).map(({ instance }) => instance.validate(given.value, given));
  } catch (error) {
    if (isLibraryRule(rule.name)) return [false];
    throw error;
  }
}

function areAllTrue(answers: readonly (boolean | Promise<boolean>)[]): boolean | Promise<boolean> {
  if (answers.includes(false)) return false;
  const pending = answers.filter((answer) => answer instanceof Promise);
  return pending.length === 0 || Promise.all(pending).then((all) => !all.includes(false));
}

function listConstraints({ constraintCls }: ValueRule) {
  return getMetadataStorage().getTargetValidatorConstraints(constraintCls);
}

function createArguments(rule: ValueRule, { value, instance: object }: Omit<JudgedValue, 'sent'>) {
  return {
    value,
    constraints: [...getArguments(rule)],
    targetName: object.constructor.name,
    object,
    property: rule.propertyName,
  };
}

/** The value in a form, as class-validator sees it. A value of another type stays as it was sent. */
function toForm(form: RuleForm, { sent, value, subject: { kind } }: JudgedForm): unknown {
  switch (form) {
    case 'text':
      return typeof sent === 'number' || typeof sent === 'boolean' ? toJsonText(kind, sent) : sent;
    case 'minutes':
      return typeof sent === 'string' ? sent.replace(/^([0-9]{2}:[0-9]{2}):00(\.0+)?$/, '$1') : sent;
    case 'date':
      return typeof value === 'string' ? new Date(value) : value;
    case 'value':
    case 'number':
    case 'listed':
      return value;
  }
}

function toJsonText(kind: RuleSubject['kind'], sent: number | boolean): unknown {
  return (kind === 'boolean') === (typeof sent === 'boolean') ? JSON.stringify(sent) : sent;
}

/** Whether a rule that names values accepts this one: texts as they were sent, numbers by value, instants by time. */
function isListed(rule: ValueRule, judged: JudgedForm): boolean {
  const isNamed = listNamedValues(rule).some((named) => isSame(named, judged));
  return isNamed === (getListing(rule.name ?? '') === 'in');
}

function isSame(named: unknown, judged: JudgedForm): boolean {
  const { sent } = judged;
  if (typeof named === 'number' || typeof named === 'bigint')
    return typeof sent === 'string' && isDecimal(sent) && compareNumber(sent, named) === 0;
  if (named instanceof Date) {
    const date = judged.value instanceof Date ? judged.value : toForm('date', judged);
    return date instanceof Date && date.getTime() === named.getTime();
  }
  return named === sent;
}

function compareNumber(text: string, number: number | bigint): number | null {
  return isDecimal(String(number)) ? compareDecimals(text, String(number)) : null;
}

/** Applies a rule of numbers to a number written as text, with all its digits. */
function isNumberAccepted(rule: ValueRule, number: string): boolean {
  if (!isDecimal(number)) return false;
  const [bound] = getArguments(rule);
  switch (rule.name) {
    case 'isNumber':
      return hasPlaces(number, getMaxPlaces(bound));
    case 'isInt':
      return hasPlaces(number, 0);
    case 'isPositive':
      return compareDecimals(number, '0') > 0;
    case 'isNegative':
      return compareDecimals(number, '0') < 0;
    case 'min':
      return isBound(bound) && compareDecimals(number, String(bound)) >= 0;
    case 'max':
      return isBound(bound) && compareDecimals(number, String(bound)) <= 0;
    case 'isDivisibleBy':
      return isBound(bound) && Math.trunc(bound) !== 0 && isMultiple(number, String(Math.trunc(bound)));
    default:
      return false;
  }
}

function isBound(bound: unknown): bound is number {
  return typeof bound === 'number' && Number.isFinite(bound);
}

function getMaxPlaces(options: unknown): number | null {
  const places: unknown =
    typeof options === 'object' && options !== null && 'maxDecimalPlaces' in options
      ? options.maxDecimalPlaces
      : null;
  return typeof places === 'number' ? places : null;
}

/** Whether a decimal has no more decimal places than a maximum, zeros at its end left out. */
function hasPlaces(number: string, max: number | null): boolean {
  return max === null || isMultiple(number, `1e${-max}`);
}

/** The message of a rule that a value breaks: the author's, or that of class-validator. Undefined if it has none. */
export function getRuleMessage(
  rule: ValueRule,
  column: JudgedColumn,
  judged: JudgedValue,
): string | undefined {
  const subject = getRuleSubject(rule, column);
  const value = toForm(findRuleForm(rule, subject) ?? 'value', { ...judged, subject });
  const given = createArguments(rule, { ...judged, value });
  // Despite its type, it may be missing.
  const message = rule.message as string | ((given: object) => string) | undefined;
  const written = typeof message === 'function' ? message(given) : message;
  const isWritten = written !== undefined && written !== '';
  const text = isWritten ? written : listConstraints(rule)[0]?.instance.defaultMessage?.(given);
  return text ? replaceTokens(text, given) : undefined;
}

/** The tokens that class-validator replaces in messages. */
function replaceTokens(text: string, given: ReturnType<typeof createArguments>): string {
  const { constraints, value, property, targetName } = given;
  const isShown = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return text.replace(/\$constraint([0-9]+)|\$value|\$property|\$target/g, (token, nth?: string) => {
    if (nth !== undefined)
      return Number(nth) <= constraints.length ? toText(constraints[Number(nth) - 1]) : token;
    if (token === '$value') return isShown ? String(value) : token;
    return token === '$property' ? property : targetName;
  });
}

function toText(constraint: unknown): string {
  if (Array.isArray(constraint)) return constraint.join(', ');
  return typeof constraint === 'symbol' ? (constraint.description ?? '') : String(constraint);
}
