// Runs class-validator's decorators, including custom and asynchronous ones, on the values of a body.
import { validate, type ValidationError } from 'class-validator';
import type { FieldModel } from '../model/member-model.js';
import transformer from '../model/scan/class-transformer.cjs';
import { getArguments, type ValueRule } from '../model/value-rule.js';
import { getRuleMessage, isJudgedApart, judgeRule } from '../model/resolve/rule-judgement.js';
import { isRuleOfNull } from '../model/resolve/value-rules.js';
import { escapePointer, toPointer } from '../vocabulary/json-pointer.js';
import type { Faults } from './faults.js';
import { addRuleFaults, getDefaultDetail, type BrokenRule } from './rule-faults.js';
import { createTurns } from './turns.js';

/** A field, its value in the body and the value that its property gets. */
export interface GivenValue {
  readonly field: FieldModel;
  readonly sent: unknown;
  readonly value: unknown;
}

/**
 * Adds a fault for each decorator that is not satisfied. Null when the schemas of the given fields already cover all of
 * their rules. `refused` holds values that violate their schema: the messages of their rules replace those of the schema.
 * Rejects with the errors of custom validators.
 */
export function checkValidators(
  given: readonly GivenValue[],
  refused: readonly GivenValue[],
  faults: Faults,
): Promise<void> | null {
  return refused.length > 0 || given.some(hasMoreRules) ? checkObjects(given, refused, faults) : null;
}

function hasMoreRules({ field: { rules }, value }: GivenValue): boolean {
  switch (rules.checked) {
    case 'never':
      return value === null && rules.appliesToNull;
    case 'selectors':
      return hasSelector(value) || (value === null && rules.appliesToNull);
    case 'always':
      return value !== null || rules.appliesToNull;
  }
}

/** Class-validator counts a variation selector and the character before it as one character. */
function hasSelector(value: unknown): boolean {
  return typeof value === 'string'
    ? /[\uFE0E\uFE0F]/.test(value)
    : Array.isArray(value) && value.some(hasSelector);
}

/** Rules cost a tenth of a millisecond for each object, and without this nothing else would run until all have ended. */
const takeTurn = createTurns(100);

async function checkObjects(
  given: readonly GivenValue[],
  refused: readonly GivenValue[],
  faults: Faults,
): Promise<void> {
  const turn = takeTurn();
  if (turn) await turn;
  for (const [place, values] of groupByPlace([...given, ...refused]))
    await checkObject(place, values, faults);
}

/** Groups values by object: those of the entity itself under '', those of an embedded column under its name and a dot. */
function groupByPlace(given: readonly GivenValue[]): Map<string, GivenValue[]> {
  const places = new Map<string, GivenValue[]>();
  for (const value of given) {
    const { name } = value.field;
    const place = name.slice(0, name.lastIndexOf('.') + 1);
    const others = places.get(place);
    if (others) others.push(value);
    else places.set(place, [value]);
  }
  return places;
}

async function checkObject(place: string, given: readonly GivenValue[], faults: Faults): Promise<void> {
  const declared = given[0]?.field.declared;
  if (!declared?.by || !declared.isValidated) return;
  const { by: target } = declared;
  const instance = createValidatedInstance(target, given);
  const errors = await runValidators(instance, given, faults);
  const byProperty = new Map(errors.map((error) => [error.property, error]));
  for (const value of given)
    await addValueFaults(byProperty.get(value.field.declared.as), { ...value, instance }, faults);
  const names = new Set(given.map(({ field }) => field.declared.as));
  for (const error of errors)
    // `@IsDefined` of a property that the body leaves out.
    if (!names.has(error.property) && error.value !== undefined)
      addFaults(error, toPointer(`${place}${error.property}`), faults);
  for (const value of given) if (value.field.rules.nested) await checkNested(value, instance, faults);
}

/**
 * Checks the objects in a value. An update may omit keys of the entity, but a nested object replaces the stored one as a
 * whole, so its missing members must be checked, too. `skipUndefinedProperties` would skip them at every depth.
 */
async function checkNested({ field }: GivenValue, instance: object, faults: Faults): Promise<void> {
  const value: unknown = (instance as Record<string, unknown>)[field.declared.as];
  if (!isNestedValidated(field.declared.rules, instance, value)) return;
  const place = toPointer(field.name);
  const objects = Array.isArray(value)
    ? value.map((item: unknown, at) => [`${place}/${at}`, item] as const)
    : [[place, value] as const];
  for (const [pointer, object] of objects) {
    if (typeof object !== 'object' || object === null) continue;
    if (faults.isFull) return;
    const turn = takeTurn();
    if (turn) await turn;
    for (const error of await validate(object, { forbidUnknownValues: false }))
      addFaults(error, `${pointer}/${escapePointer(error.property)}`, faults);
  }
}

/** Whether class-validator validates the nested value: every `@ValidateIf` and some `@ValidateNested` must apply. */
function isNestedValidated(rules: readonly ValueRule[], instance: object, value: unknown): boolean {
  return (
    isChecked(rules, { instance, value }) &&
    rules.some((rule) => rule.type === 'nestedValidation' && isApplicable(rule, { instance, value }))
  );
}

type Condition = (object: object, value: unknown) => boolean;

async function runValidators(
  instance: object,
  given: readonly GivenValue[],
  faults: Faults,
): Promise<readonly ValidationError[]> {
  try {
    return await validate(instance, { skipUndefinedProperties: true, forbidUnknownValues: false });
  } catch (error) {
    // `@IsNumber({ maxDecimalPlaces })` fails on numbers whose text has no decimal point, such as `5e-7`.
    const pointless = given.filter(({ value }) => typeof value === 'number' && /^-?\de-/.test(String(value)));
    if (pointless.length === 0) throw error;
    for (const { field } of pointless)
      faults.add({
        pointer: toPointer(field.name),
        code: 'invalid',
        detail: 'The value has too many decimal places.',
      });
    return [];
  }
}

/** Creates an instance that holds only the given values. No constructor runs, so no default gets in the way. */
function createValidatedInstance(target: abstract new () => object, given: readonly GivenValue[]): object {
  const instance = Object.create(target.prototype as object) as Record<string, unknown>;
  for (const { field, value } of given)
    instance[field.declared.as] = field.rules.nested ? createNestedInstances(target, field, value) : value;
  return instance;
}

/** Converts nested values to instances of the class that `@Type` names, as `@ValidateNested` requires. */
function createNestedInstances(
  target: abstract new () => object,
  { declared: { as } }: FieldModel,
  value: unknown,
): unknown {
  const { plainToInstance } = transformer.loadClassTransformer() ?? {};
  const converted = plainToInstance?.(target as new () => object, { [as]: value }) as
    Record<string, unknown> | undefined;
  return converted ? converted[as] : value;
}

/** A value of a body, and the instance that was validated. */
interface ValidatedValue extends GivenValue {
  readonly instance: object;
}

async function addValueFaults(
  error: ValidationError | undefined,
  validated: ValidatedValue,
  faults: Faults,
): Promise<void> {
  const broken = Object.entries(error?.constraints ?? {}).map(([name, detail]) => ({ name, detail }));
  const corrected = await correctBrokenRules(broken, validated);
  if (corrected.length > 0) addRuleFaults({ ...validated, broken: corrected }, faults);
}

/**
 * Class-validator rejects null although nullability is up to the column, and sees the values of properties only: rules for another
 * form of a value are judged on that.
 */
async function correctBrokenRules(
  broken: readonly BrokenRule[],
  validated: ValidatedValue,
): Promise<readonly BrokenRule[]> {
  const { field, value } = validated;
  if (value === null) return broken.filter(({ name }) => isRuleOfNull(name));
  if (!field.rules.judgedApart) return broken;
  const rules = field.declared.rules;
  const column = { ...field, array: field.document?.array ?? null };
  const apart = rules.filter((rule) => isJudgedApart(rule, column));
  const others = broken.filter(({ name }) => !apart.some((rule) => rule.name === name));
  if (!isChecked(rules, validated)) return others;
  const found: BrokenRule[] = [];
  for (const rule of apart) {
    if (!isApplicable(rule, validated) || (await judgeRule(rule, column, validated))) continue;
    const { name = rule.type } = rule;
    found.push({ name, detail: getRuleMessage(rule, column, validated) ?? getDefaultDetail(name) });
  }
  return [...others, ...found];
}

/** Whether every `@ValidateIf` of a property applies. */
function isChecked(
  rules: readonly ValueRule[],
  { instance, value }: Pick<ValidatedValue, 'instance' | 'value'>,
): boolean {
  return rules
    .filter(({ type }) => type === 'conditionalValidation')
    .every((rule) => (getArguments(rule)[0] as Condition)(instance, value));
}

function isApplicable(
  rule: ValueRule,
  { instance, value }: Pick<ValidatedValue, 'instance' | 'value'>,
): boolean {
  return rule.validateIf?.(instance, value) ?? true;
}

function addFaults(error: ValidationError, pointer: string, faults: Faults): void {
  for (const [rule, detail] of Object.entries(error.constraints ?? {}))
    faults.add({ pointer, code: 'invalid', detail: detail || getDefaultDetail(rule) });
  for (const child of error.children ?? [])
    addFaults(child, `${pointer}/${escapePointer(child.property)}`, faults);
}
