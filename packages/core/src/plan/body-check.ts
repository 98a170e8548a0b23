// Checks bodies against the schemas the document publishes. Validators are compiled when first needed.
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import type { EntityModel } from '../model/api-model.js';
import { schemaValidator } from '../model/schema-validator.js';
import type { JsonSchema, JsonValue } from '../vocabulary/json-schema.js';
import { faultOf, type BodyFault } from './body-fault.js';
import { bodyObject } from './body-value.js';
import { mostFaults, type Faults } from './faults.js';

/** Adds a fault for each place where a body breaks its schema. */
export type BodyCheck = (
  entity: EntityModel,
  operation: 'create' | 'update',
  body: JsonValue | undefined,
  faults: Faults,
) => void;

/** A check for all entities of one API. */
export function bodyCheck(): BodyCheck {
  let ajv: ReturnType<typeof schemaValidator> | undefined;
  const compiled = new WeakMap<object, ValidateFunction>();
  return (entity, operation, body, faults) => {
    const schema = entity.body[operation];
    const validate = compiled.get(schema) ?? (ajv ??= schemaValidator()).compile(schema);
    compiled.set(schema, validate);
    if (validate(withoutLongLists(body, schema, faults))) return;
    const found = worthTelling(validate.errors ?? [])
      .slice(0, mostFaults)
      .map((error) => faultOf(error, entity));
    // A number that is too large for JSON is not told again by its schema.
    for (const fault of onceEach(found).filter(({ pointer }) => !faults.at(pointer))) faults.add(fault);
  };
}

/** Of a list that is too long no member is looked at: there may be half a million, each with a fault of its own. */
function withoutLongLists(body: JsonValue | undefined, { properties }: JsonSchema, faults: Faults) {
  const members = Object.entries(bodyObject(body));
  const fitting = members.filter(([key, value]) => {
    const most = Object.hasOwn(properties ?? {}, key) ? properties?.[key]?.maxItems : undefined;
    if (!Array.isArray(value) || typeof most !== 'number' || value.length <= most) return true;
    faults.add({
      pointer: `/${key}`,
      code: 'too_many',
      detail: `The value must have at most ${most} items.`,
    });
    return false;
  });
  return fitting.length === members.length ? body : Object.fromEntries(fitting);
}

/** Where the type is wrong, nothing else about the value is worth telling. */
function worthTelling(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const mistyped = new Set(errors.filter(isTypeError).map(({ instancePath }) => instancePath));
  return errors.filter((error) => isTypeError(error) || !mistyped.has(error.instancePath));
}

function isTypeError({ keyword }: ErrorObject): boolean {
  return keyword === 'type';
}

/** A format and the pattern beside it may say the same of one value. */
function onceEach(faults: readonly BodyFault[]): readonly BodyFault[] {
  const known = new Map(faults.map((fault) => [`${fault.pointer}\n${fault.detail}`, fault]));
  return [...known.values()];
}
