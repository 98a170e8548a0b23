// Errors of the JSON Schema validator -> faults in plain words.
import type { ErrorObject } from 'ajv/dist/2020.js';
import type { Fault, FaultCode } from '../errors.js';
import type { EntityModel } from '../model/api-model.js';
import type { EdgeModel } from '../model/member-model.js';
import { joinedItemPattern, timePattern } from '../model/resolve/field-schema.js';
import type { NumberSign, SignRule } from '../vocabulary/json-schema.js';
import { escapePointer } from '../vocabulary/json-pointer.js';
import { formatQuantity, shortenName } from '../vocabulary/wording.js';

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
  not: 'not_allowed',
  multipleOf: 'out_of_range',
  uniqueItems: 'not_allowed',
  'x-decorest-sign': 'out_of_range',
  'x-decorest-max-bytes': 'too_long',
};

/** The members of an entity that a fault may name. */
export type BodyMembers = Pick<EntityModel, 'fields' | 'edges'>;

/** A fault at a place in the body. */
export type BodyFault = Extract<Fault, { readonly pointer: string }>;

/** Converts an error of the validator to a fault; the body is that of `entity`. */
export function toBodyFault(error: ErrorObject, entity: BodyMembers): BodyFault {
  const code = codeOfKeyword[error.keyword] ?? 'invalid';
  return { pointer: buildPointer(error), code, detail: describeError(error, code, entity) };
}

/** The fault of an unknown key at the top level of the body. */
export function createUnknownKeyFault(key: string, entity: EntityModel): BodyFault {
  return {
    pointer: `/${escapePointer(shortenName(key))}`,
    code: 'unknown_key',
    detail: describeUnknownKey('', key, entity),
  };
}

/** Ajv points at the object; a fault points at the missing or unknown key. */
function buildPointer({ instancePath, keyword, params }: ErrorObject): string {
  const key: unknown =
    keyword === 'required'
      ? params.missingProperty
      : keyword === 'additionalProperties'
        ? params.additionalProperty
        : undefined;
  return typeof key === 'string' ? `${instancePath}/${escapePointer(shortenName(key))}` : instancePath;
}

function describeError(error: ErrorObject, code: FaultCode, entity: BodyMembers): string {
  if (code === 'required') return 'This key is required.';
  if (code === 'unknown_key')
    return describeUnknownKey(error.instancePath, String(error.params.additionalProperty), entity);
  if (error.keyword === 'not') return `The value ${describeExclusion(error)}.`;
  if (error.keyword === 'uniqueItems') return 'The value must not have the same item twice.';
  if (error.keyword === 'enum') return `The value must be one of ${listAllowedValues(error)}.`;
  if (code === 'wrong_type') return `The value must be ${describeTypes(error)}.`;
  return `The value ${describeLength(error) ?? describeOwnKeyword(error) ?? describeSpelling(error) ?? error.message ?? 'is not valid'}.`;
}

/** Distinguishes read-only keys from unknown ones; the document lists both. */
function describeUnknownKey(place: string, key: string, { fields, edges }: BodyMembers): string {
  const path = [...place.split('/').slice(1), key].join('.');
  if (fields.some(({ name, readable }) => name === path && readable))
    return `'${key}' cannot be written here.`;
  if (path === 'edges') return 'An edge is written by its own name, outside of `edges`.';
  const edge = place === '' ? findEdgeOfColumn(key, edges) : undefined;
  const hint = edge ? ` Write '${edge.name}'.` : '';
  return `There is no key '${shortenName(key)}' here.${hint}`;
}

/** The edge that a key means which names its column, or its id as other APIs do. */
function findEdgeOfColumn(key: string, edges: readonly EdgeModel[]): EdgeModel | undefined {
  const own = edges.filter(
    ({ join, settable }) => join.kind === 'own' && (settable.create || settable.update),
  );
  return own.find(
    ({ name, join }) =>
      (join.kind === 'own' && join.columns.length === 1 && join.columns.includes(key)) ||
      key === `${name}Id` ||
      key === `${name}_id`,
  );
}

function describeExclusion({ schema }: ErrorObject): string {
  const { enum: values, pattern } = schema as { enum?: readonly unknown[]; pattern?: string };
  if (values) return `must not be ${values.map((value) => JSON.stringify(value)).join(' or ')}`;
  return `must not match the pattern ${pattern ?? ''}`;
}

const articles: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
};

function describeTypes({ params }: ErrorObject): string {
  const types: readonly unknown[] = Array.isArray(params.type) ? params.type : [params.type];
  return types.map((type) => articles[String(type)] ?? String(type)).join(' or ');
}

const boundsInWords: Readonly<Record<string, { readonly which: string; readonly noun: string }>> = {
  minLength: { which: 'at least', noun: 'character' },
  maxLength: { which: 'at most', noun: 'character' },
  minItems: { which: 'at least', noun: 'item' },
  maxItems: { which: 'at most', noun: 'item' },
  minProperties: { which: 'at least', noun: 'key' },
  maxProperties: { which: 'at most', noun: 'key' },
};

/** Bounds of length in words, singular or plural; Ajv's own messages use capitals and only the plural. */
function describeLength({ keyword, params }: ErrorObject): string | undefined {
  const bound = boundsInWords[keyword];
  return bound && `must have ${bound.which} ${formatQuantity(Number(params.limit), bound.noun)}`;
}

function listAllowedValues({ params }: ErrorObject): string {
  return Array.isArray(params.allowedValues)
    ? params.allowedValues.map((value) => JSON.stringify(value)).join(', ')
    : '';
}

/** How to write a value of each format. */
const formatInWords: Readonly<Record<string, string>> = {
  'date-time': 'must be a date and time, such as "2026-11-21T18:28:34Z", with no more digits than are kept',
  date: 'must be a date, such as "2026-11-21"',
  int64: 'must be a 64-bit integer as text, such as "42"',
  uint64: 'must be an unsigned 64-bit integer as text, such as "42"',
  decimal: 'must be a decimal number as text, such as "12.50", with no more digits than are kept',
  uuid: 'must be a UUID, such as "123e4567-e89b-42d3-a456-426614174000"',
  byte: 'must be base64',
  email: 'must be an email address',
  'idn-email': 'must be an email address',
  ipv4: 'must be an IPv4 address',
  uri: 'must be a URI',
  hostname: 'must be a host name',
};

/** What a format or a pattern requires. A pattern of the author's is quoted as in the document. */
function describeSpelling(error: ErrorObject): string | undefined {
  const { keyword, params, parentSchema } = error;
  if (keyword !== 'format' && keyword !== 'pattern') return undefined;
  const format: unknown = keyword === 'format' ? params.format : parentSchema?.format;
  if (typeof format === 'string') return formatInWords[format] ?? `must match the format ${format}`;
  return describePattern(String(params.pattern));
}

const signsInWords: Readonly<Record<NumberSign, string>> = {
  notNegative: 'must not be negative',
  positive: 'must be greater than 0',
  negative: 'must be less than 0',
};

/** Rules of keywords that documents do not have: `schema` is the value of the keyword. */
function describeOwnKeyword({ keyword, schema }: ErrorObject): string | undefined {
  if (keyword === 'x-decorest-sign') return signsInWords[(schema as SignRule).is];
  return keyword === 'x-decorest-max-bytes'
    ? `must have at most ${formatQuantity(Number(schema), 'byte')}`
    : undefined;
}

function describePattern(pattern: string): string {
  if (pattern === joinedItemPattern) return 'must not be empty or contain a comma';
  if (pattern.startsWith(timePattern))
    return 'must be a time, such as "18:30:00", with no more digits than are kept';
  return `must match the pattern ${pattern}`;
}
