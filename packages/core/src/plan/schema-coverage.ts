// Which of class-validator's rules a field's schema says as well, so that they need not be checked twice.
import type { getMetadataStorage } from 'class-validator';
import type { JsonSchema } from '../vocabulary/json-schema.js';

/** A decorator of class-validator on a property. */
export type Validator = ReturnType<
  ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']
>[number];

/** Whether a value that satisfies the schema satisfies the validator too. */
export function isInSchema(validator: Validator, schema: JsonSchema): boolean {
  if (validator.type === 'conditionalValidation' || validator.type === 'whitelistValidation') return true;
  const says = validator.each ? undefined : coverage.get(validator.name ?? '');
  return says?.(schema, validator) ?? false;
}

type Coverage = (schema: JsonSchema, validator: Validator) => boolean;

/** By class-validator's name of the rule. */
const coverage: ReadonlyMap<string, Coverage> = new Map<string, Coverage>([
  ['isInt', ({ type }) => type === 'integer'],
  ['isString', ({ type }) => type === 'string'],
  ['isBoolean', ({ type }) => type === 'boolean'],
  ['min', ({ minimum }, { constraints: [least] }) => atLeast(minimum, least)],
  ['max', ({ maximum }, { constraints: [most] }) => atMost(maximum, most)],
  ['minLength', ({ minLength }, { constraints: [least] }) => atLeast(minLength, least)],
  ['maxLength', ({ maxLength }, { constraints: [most] }) => atMost(maxLength, most)],
  ['isLength', lengthIsIn],
]);

function lengthIsIn(
  { minLength, maxLength }: JsonSchema,
  { constraints: [least, most] }: Validator,
): boolean {
  return (least === 0 || atLeast(minLength, least)) && (most === undefined || atMost(maxLength, most));
}

function atLeast(bound: unknown, least: unknown): boolean {
  return typeof bound === 'number' && typeof least === 'number' && bound >= least;
}

function atMost(bound: unknown, most: unknown): boolean {
  return typeof bound === 'number' && typeof most === 'number' && bound <= most;
}
