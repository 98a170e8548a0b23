// Checks bodies against the schemas the document publishes. Validators are compiled when first needed.
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { mostFaults } from '../errors.js';
import type { EntityModel } from '../model/api-model.js';
import { schemaValidator } from '../model/schema-validator.js';
import type { ParsedBody } from '../request/json-body.js';
import type { JsonSchema, JsonValue } from '../vocabulary/json-schema.js';
import { quantityOf } from '../vocabulary/quantity.js';
import { faultOf, unknownKeyFault, type BodyFault } from './body-fault.js';
import { bodyObject } from './body-value.js';
import type { Faults } from './faults.js';

/** Adds a fault for each place where a body breaks its schema; of a large body, for what breaks it first. */
export type BodyCheck = (
  entity: EntityModel,
  operation: 'create' | 'update',
  body: ParsedBody,
  faults: Faults,
) => void;

/** More values than these are not all judged: each may have a fault of its own, and each fault takes its time. */
const mostJudged = 10_000;

/** A check for all entities of one API. */
export function bodyCheck(): BodyCheck {
  const every = compiler('every');
  const first = compiler('first');
  return (entity, operation, { value, size }, faults) => {
    if (faults.isFull) return;
    const schema = entity.body[operation];
    const judged = withoutLongLists(value, schema, faults);
    if (size > mostJudged && addUnknownKeys(judged, schema, entity, faults)) return;
    const errors = (size > mostJudged ? first : every)(schema, judged);
    const found = worthTelling(errors)
      .slice(0, mostFaults)
      .map((error) => faultOf(error, entity));
    // A number that is too large for JSON is not told again by its schema.
    for (const fault of onceEach(found).filter(({ pointer }) => !faults.at(pointer))) faults.add(fault);
  };
}

/** Finds errors, with validators that are compiled when they are first wanted. */
function compiler(report: 'every' | 'first') {
  let ajv: ReturnType<typeof schemaValidator> | undefined;
  const known = new WeakMap<JsonSchema, ValidateFunction>();
  const compile = (schema: JsonSchema) => {
    const validate = (ajv ??= schemaValidator(report)).compile(schema);
    known.set(schema, validate);
    return validate;
  };
  return (schema: JsonSchema, value: JsonValue | undefined): readonly ErrorObject[] => {
    const validate = known.get(schema) ?? compile(schema);
    return validate(value) ? [] : (validate.errors ?? []);
  };
}

/** Whether there are any: a hundred thousand keys that are none of ours need no validator. */
function addUnknownKeys(
  body: JsonValue | undefined,
  { properties = {}, additionalProperties }: JsonSchema,
  entity: EntityModel,
  faults: Faults,
): boolean {
  if (additionalProperties !== false) return false;
  const unknown = Object.keys(bodyObject(body)).filter((key) => !Object.hasOwn(properties, key));
  for (const key of unknown.slice(0, mostFaults)) faults.add(unknownKeyFault(key, entity));
  return unknown.length > 0;
}

const knownMostItems = new WeakMap<JsonSchema, ReadonlyMap<string, number>>();

/** By key, where a list is bounded. */
function mostItemsOf(schema: JsonSchema): ReadonlyMap<string, number> {
  const known = knownMostItems.get(schema);
  if (known) return known;
  const lists = Object.entries(schema.properties ?? {}).map(
    ([key, { maxItems }]) => [key, maxItems] as const,
  );
  const made = new Map(lists.filter((list): list is [string, number] => typeof list[1] === 'number'));
  knownMostItems.set(schema, made);
  return made;
}

/** Of a list that is too long no member is looked at: there may be half a million, each with a fault of its own. */
function withoutLongLists(
  body: JsonValue | undefined,
  schema: JsonSchema,
  faults: Faults,
): JsonValue | undefined {
  const object = bodyObject(body);
  const tooLong = new Set<string>();
  for (const [key, most] of mostItemsOf(schema)) {
    const value = Object.hasOwn(object, key) ? object[key] : undefined;
    if (!Array.isArray(value) || value.length <= most) continue;
    tooLong.add(key);
    const detail = `The value must have at most ${quantityOf(most, 'item')}.`;
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
