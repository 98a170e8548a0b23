// Runs class-validator's decorators over the values of a body, custom and asynchronous ones too.
import { getMetadataStorage, validate, type ValidationError } from 'class-validator';
import type { EntityModel, FieldModel } from '../model/api-model.js';
import { escapePointer } from '../request/json-body.js';
import type { Faults } from './faults.js';

/** A field and the value the body gives it. */
export interface GivenValue {
  readonly field: FieldModel;
  readonly value: unknown;
}

/** Adds a fault for each decorator that is not satisfied. Absent and null values are the schema's business. */
export async function checkValidators(
  entity: EntityModel,
  given: readonly GivenValue[],
  faults: Faults,
): Promise<void> {
  if (!entity.target || !hasValidators(entity.target)) return;
  const errors = await validate(instanceOf(entity.target, given), {
    skipMissingProperties: true,
    forbidUnknownValues: false,
  });
  for (const error of errors) addFaults(error, '', entity, faults);
}

function hasValidators(target: abstract new () => object): boolean {
  return getMetadataStorage().getTargetValidationMetadatas(target, '', false, false).length > 0;
}

/** An instance that holds the given values alone: no constructor runs, no default stands in the way. */
function instanceOf(target: abstract new () => object, given: readonly GivenValue[]): object {
  const instance = Object.create(target.prototype as object) as Record<string, unknown>;
  for (const { field, value } of given) instance[field.property] = value;
  return instance;
}

function addFaults(error: ValidationError, parent: string, entity: EntityModel, faults: Faults): void {
  const property = `${parent}${error.property}`;
  const name = entity.fields.find((field) => field.property === property)?.name ?? property;
  const pointer = `/${name.split('.').map(escapePointer).join('/')}`;
  for (const detail of Object.values(error.constraints ?? {}))
    faults.add({ pointer, code: 'invalid', detail });
  for (const child of error.children ?? []) addFaults(child, `${property}.`, entity, faults);
}
