// Checks bodies against the schemas the document publishes. Validators are compiled when first needed.
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import type { FaultCode } from '../errors.js';
import type { EntityModel } from '../model/api-model.js';
import { schemaValidator } from '../model/schema-validator.js';
import { escapePointer } from '../request/json-body.js';
import type { JsonSchema, JsonValue } from '../vocabulary/json-schema.js';
import { bodyObject } from './body-value.js';
import { mostFaults, shortened, type Faults } from './faults.js';

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
      .map(faultOf);
    // A number that is too large for JSON is not told again by its schema.
    for (const fault of found.filter(({ pointer }) => !faults.at(pointer))) faults.add(fault);
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

const codeOfKeyword: Readonly<Record<string, FaultCode>> = {
  required: 'required',
  additionalProperties: 'unknown_key',
  type: 'wrong_type',
  enum: 'not_allowed',
  minimum: 'out_of_range',
  maximum: 'out_of_range',
  exclusiveMinimum: 'out_of_range',
  exclusiveMaximum: 'out_of_range',
  minLength: 'out_of_range',
  minItems: 'out_of_range',
  maxLength: 'too_long',
  maxItems: 'too_many',
  format: 'wrong_format',
  pattern: 'wrong_format',
};

function faultOf(error: ErrorObject) {
  const code = codeOfKeyword[error.keyword] ?? 'invalid';
  return { pointer: pointerOf(error), code, detail: detailOf(error, code) };
}

/** Ajv points at the object; a fault points at the key that is missing or too much. */
function pointerOf({ instancePath, keyword, params }: ErrorObject): string {
  const key: unknown =
    keyword === 'required'
      ? params.missingProperty
      : keyword === 'additionalProperties'
        ? params.additionalProperty
        : undefined;
  return typeof key === 'string' ? `${instancePath}/${escapePointer(shortened(key))}` : instancePath;
}

function detailOf(error: ErrorObject, code: FaultCode): string {
  if (code === 'required') return 'This key is required.';
  if (code === 'unknown_key')
    return `There is no key '${shortened(String(error.params.additionalProperty))}' here.`;
  if (code === 'not_allowed') return `The value must be one of ${allowed(error)}.`;
  if (code === 'wrong_type') return `The value must be ${typesOf(error)}.`;
  return `The value ${lengthOf(error) ?? error.message ?? 'is not valid'}.`;
}

const articles: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
};

function typesOf({ params }: ErrorObject): string {
  const types: readonly unknown[] = Array.isArray(params.type) ? params.type : [params.type];
  return types.map((type) => articles[String(type)] ?? String(type)).join(' or ');
}

/** Bounds of length in words; Ajv shouts them. */
function lengthOf({ keyword, params }: ErrorObject): string | undefined {
  const limit = String(params.limit);
  if (keyword === 'minLength') return `must have at least ${limit} characters`;
  if (keyword === 'maxLength') return `must have at most ${limit} characters`;
  if (keyword === 'minItems') return `must have at least ${limit} items`;
  return keyword === 'maxItems' ? `must have at most ${limit} items` : undefined;
}

function allowed({ params }: ErrorObject): string {
  return Array.isArray(params.allowedValues)
    ? params.allowedValues.map((value) => JSON.stringify(value)).join(', ')
    : '';
}
