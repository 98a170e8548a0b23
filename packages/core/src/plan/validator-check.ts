// Runs class-validator's decorators over the values of a body, custom and asynchronous ones too.
import { getMetadataStorage, validate, type ValidationError } from 'class-validator';
import type { FieldModel } from '../model/api-model.js';
import { escapePointer } from '../request/json-body.js';
import type { Faults } from './faults.js';
import { isInSchema, type Validator } from './schema-coverage.js';

/** A field and the value the body gives it. */
export interface GivenValue {
  readonly field: FieldModel;
  readonly value: unknown;
}

/**
 * Adds a fault for each decorator that is not satisfied. Absent and null values are the schema's business, and so is what
 * it says itself: null where no given field has a validator that the schema does not know.
 */
export function checkValidators(given: readonly GivenValue[], faults: Faults): Promise<void> | null {
  return given.some(({ field }) => hasOwnRules(field)) ? checkObjects(given, faults) : null;
}

async function checkObjects(given: readonly GivenValue[], faults: Faults): Promise<void> {
  for (const [place, values] of byPlace(given)) await checkObject(place, values, faults);
}

const ownRules = new WeakMap<FieldModel, boolean>();

/** Whether a field has validators beyond its schema. Decorators are there before the model is, so this never changes. */
function hasOwnRules(field: FieldModel): boolean {
  const known = ownRules.get(field);
  if (known !== undefined) return known;
  const own = validatorsOf(field.declared.by).some(
    (validator) => validator.propertyName === field.declared.as && !isInSchema(validator, field.schema),
  );
  ownRules.set(field, own);
  return own;
}

/** Values of one object: the entity's own under '', those of an embedded column under its name and a dot. */
function byPlace(given: readonly GivenValue[]): Map<string, GivenValue[]> {
  const places = new Map<string, GivenValue[]>();
  for (const value of given) {
    const { name } = value.field;
    const place = name.slice(0, name.lastIndexOf('.') + 1);
    places.set(place, [...(places.get(place) ?? []), value]);
  }
  return places;
}

async function checkObject(place: string, given: readonly GivenValue[], faults: Faults): Promise<void> {
  const target = given[0]?.field.declared.by;
  if (!target || validatorsOf(target).length === 0) return;
  const names = new Map(given.map(({ field }) => [field.declared.as, field.name]));
  const errors = await validate(instanceOf(target, given), {
    skipMissingProperties: true,
    forbidUnknownValues: false,
  });
  for (const error of errors)
    addFaults(error, names.get(error.property) ?? `${place}${error.property}`, faults);
}

function validatorsOf(target: (abstract new () => object) | null): readonly Validator[] {
  return target ? getMetadataStorage().getTargetValidationMetadatas(target, '', false, false) : [];
}

/** An instance that holds the given values alone: no constructor runs, no default stands in the way. */
function instanceOf(target: abstract new () => object, given: readonly GivenValue[]): object {
  const instance = Object.create(target.prototype as object) as Record<string, unknown>;
  for (const { field, value } of given) instance[field.declared.as] = value;
  return instance;
}

function addFaults(error: ValidationError, name: string, faults: Faults): void {
  const pointer = `/${name.split('.').map(escapePointer).join('/')}`;
  for (const detail of Object.values(error.constraints ?? {}))
    faults.add({ pointer, code: 'invalid', detail });
  for (const child of error.children ?? []) addFaults(child, `${name}.${child.property}`, faults);
}
