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

/** A schema, compiled. */
interface Compiled {
  readonly validate: ValidateFunction;
  /** By key, where a list is bounded. */
  readonly mostItems: ReadonlyMap<string, number>;
}

/** A check for all entities of one API. */
export function bodyCheck(): BodyCheck {
  let ajv: ReturnType<typeof schemaValidator> | undefined;
  const known = new WeakMap<JsonSchema, Compiled>();
  const compile = (schema: JsonSchema): Compiled => {
    const validate = (ajv ??= schemaValidator()).compile(schema);
    const compiled = { validate, mostItems: mostItemsOf(schema) };
    known.set(schema, compiled);
    return compiled;
  };
  return (entity, operation, body, faults) => {
    const schema = entity.body[operation];
    const { validate, mostItems } = known.get(schema) ?? compile(schema);
    if (validate(withoutLongLists(body, mostItems, faults))) return;
    const found = worthTelling(validate.errors ?? [])
      .slice(0, mostFaults)
      .map((error) => faultOf(error, entity));
    // A number that is too large for JSON is not told again by its schema.
    for (const fault of onceEach(found).filter(({ pointer }) => !faults.at(pointer))) faults.add(fault);
  };
}

function mostItemsOf({ properties = {} }: JsonSchema): ReadonlyMap<string, number> {
  const lists = Object.entries(properties).map(([key, { maxItems }]) => [key, maxItems] as const);
  return new Map(lists.filter((list): list is [string, number] => typeof list[1] === 'number'));
}

/** Of a list that is too long no member is looked at: there may be half a million, each with a fault of its own. */
function withoutLongLists(
  body: JsonValue | undefined,
  mostItems: ReadonlyMap<string, number>,
  faults: Faults,
): JsonValue | undefined {
  const object = bodyObject(body);
  const tooLong = new Set<string>();
  for (const key of mostItems.size === 0 ? [] : Object.keys(object)) {
    const value = object[key];
    const most = mostItems.get(key) ?? Infinity;
    if (!Array.isArray(value) || value.length <= most) continue;
    tooLong.add(key);
    const detail = `The value must have at most ${most} items.`;
    faults.add({ pointer: `/${key}`, code: 'too_many', detail });
  }
  if (tooLong.size === 0) return body;
  return Object.fromEntries(Object.entries(object).filter(([key]) => !tooLong.has(key)));
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
