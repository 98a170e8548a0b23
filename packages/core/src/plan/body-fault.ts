// What is wrong with a body, in plain words: errors of the validator -> faults.
import type { ErrorObject } from 'ajv/dist/2020.js';
import type { Fault, FaultCode } from '../errors.js';
import type { EntityModel } from '../model/api-model.js';
import { joinedItemPattern, timePattern } from '../model/field-schema.js';
import { escapePointer } from '../request/json-body.js';
import { shortened } from './faults.js';

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

/** A fault at a place in the body. */
export type BodyFault = Extract<Fault, { readonly pointer: string }>;

/** The fault that an error of the validator is; `entity` is whose body it is. */
export function faultOf(error: ErrorObject, entity: EntityModel): BodyFault {
  const code = codeOfKeyword[error.keyword] ?? 'invalid';
  return { pointer: pointerOf(error), code, detail: detailOf(error, code, entity) };
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

function detailOf(error: ErrorObject, code: FaultCode, entity: EntityModel): string {
  if (code === 'required') return 'This key is required.';
  if (code === 'unknown_key') return unknownKey(error, entity);
  if (code === 'not_allowed') return `The value must be one of ${allowed(error)}.`;
  if (code === 'wrong_type') return `The value must be ${typesOf(error)}.`;
  return `The value ${lengthOf(error) ?? spellingOf(error) ?? error.message ?? 'is not valid'}.`;
}

/** What answers show and no body takes is told apart from what does not exist: the document names it. */
function unknownKey({ params, instancePath }: ErrorObject, { fields }: EntityModel): string {
  const key = String(params.additionalProperty);
  const path = [...instancePath.split('/').slice(1), key].join('.');
  if (fields.some(({ name, readable }) => name === path && readable))
    return `'${key}' cannot be written here.`;
  if (path === 'edges') return 'An edge is written by its own name, outside of `edges`.';
  return `There is no key '${shortened(key)}' here.`;
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

/** How a value of a format is written, in words. */
const formatInWords: Readonly<Record<string, string>> = {
  'date-time': 'must be a date and time, such as "2026-11-21T18:28:34Z", with no more digits than are kept',
  date: 'must be a date, such as "2026-11-21"',
  int64: 'must be a whole number of 64 bits as text, such as "42"',
  decimal: 'must be a decimal number as text, such as "12.50", with no more digits than are kept',
  uuid: 'must be a UUID, such as "123e4567-e89b-42d3-a456-426614174000"',
  byte: 'must be base64, and no longer than is kept',
  email: 'must be an email address',
  uri: 'must be a URI',
  hostname: 'must be a host name',
};

/** What a format or a pattern asks for. A pattern of the author's own is told as it stands in the document. */
function spellingOf({ keyword, params, parentSchema }: ErrorObject): string | undefined {
  if (keyword !== 'format' && keyword !== 'pattern') return undefined;
  const format: unknown = keyword === 'format' ? params.format : parentSchema?.format;
  if (typeof format === 'string')
    return formatInWords[format] ?? `must be written as the format ${format} says`;
  return patternInWords(String(params.pattern));
}

function patternInWords(pattern: string): string {
  if (pattern === joinedItemPattern) return 'must not be empty or have a comma';
  if (pattern.startsWith(timePattern))
    return 'must be a time, such as "18:30:00", with no more digits than are kept';
  return `must fit the pattern ${pattern}`;
}
