// Ajv as configured for this API: the dialect of OpenAPI 3.1, and the formats of published schemas.
import type { Ajv2020, ErrorObject } from 'ajv/dist/2020.js';
import type { JsonValue, NumberSign, SignRule } from '../vocabulary/json-schema.js';
import ajvModules from './ajv.cjs';

/** Creates a validator for published schemas that reports every error or only the first, each with its schema. */
export function createSchemaValidator(report: 'every' | 'first' = 'every'): Ajv2020 {
  const { dialect, formats } = ajvModules.loadAjv();
  // With `ownProperties`, inherited keys such as `constructor` do not count as sent.
  const ajv = new dialect.Ajv2020({
    allErrors: report === 'every',
    strict: false,
    verbose: true,
    ownProperties: true,
  });
  // Ajv's own is quadratic: 140,000 items took 23 s.
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword({ keyword: 'uniqueItems', type: 'array', schemaType: 'boolean', validate: hasUniqueItems });
  ajv.addKeyword({ keyword: 'x-decorest-sign', type: 'string', schemaType: 'object', validate: hasSign });
  ajv.addKeyword({ keyword: 'x-decorest-max-bytes', type: 'string', validate: hasAtMostBytes });
  for (const [name, format] of Object.entries(formats.fullFormats)) ajv.addFormat(name, format);
  // These formats only document: patterns, bounds or rules check the values.
  for (const name of ['decimal', 'int32', 'double', 'idn-email']) ajv.addFormat(name, true);
  ajv.addFormat('uuid', /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i);
  ajv.addFormat('byte', { type: 'string', validate: isCanonicalBase64 });
  ajv.addFormat('int64', { type: 'string', validate: isInt64 });
  ajv.addFormat('uint64', { type: 'string', validate: isUint64 });
  return ajv;
}

/** Omits the other errors of a value whose type is wrong. A number that is no integer is a number still. */
export function omitRedundantErrors(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const mistyped = new Set(errors.filter(isMistyped).map(({ instancePath }) => instancePath));
  return errors.filter((error) => isTypeError(error) || !mistyped.has(error.instancePath));
}

function isMistyped(error: ErrorObject): boolean {
  return (
    isTypeError(error) && !(typeof error.data === 'number' && [error.params.type].flat().includes('integer'))
  );
}

function isTypeError({ keyword }: ErrorObject): boolean {
  return keyword === 'type';
}

function hasUniqueItems(wanted: boolean, items: readonly JsonValue[]): boolean {
  if (!wanted || items.length < 2) return true;
  return new Set(items.some(isObject) ? items.map(toCanonicalText) : items).size === items.length;
}

function isObject(value: JsonValue): boolean {
  return typeof value === 'object' && value !== null;
}

/** JSON text that is the same for equal values: keys are sorted. */
function toCanonicalText(value: JsonValue): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(toCanonicalText).join()}]`;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${toCanonicalText(member)}`).join()}}`;
}

function isInt64(text: string): boolean {
  return /^-?[0-9]{1,19}$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text);
}

function isUint64(text: string): boolean {
  return /^[0-9]{1,20}$/.test(text) && BigInt.asUintN(64, BigInt(text)) === BigInt(text);
}

/** Patterns of texts that are numbers: zero has any sign. */
const signPatterns: Readonly<Record<NumberSign, RegExp>> = {
  notNegative: /^([^-]|-[^1-9]*$|$)/,
  positive: /^[^-]*[1-9]/,
  negative: /^-.*[1-9]/,
};

/** Whether a number that is written as text has the sign. */
function hasSign({ is }: SignRule, text: string): boolean {
  return signPatterns[is].test(text);
}

function hasAtMostBytes(most: number | null, text: string): boolean {
  return most === null || Buffer.byteLength(text, 'base64') <= most;
}

/** Whether decoding and encoding Base64 returns the same text. */
function isCanonicalBase64(text: string): boolean {
  return Buffer.from(text, 'base64').toString('base64') === text;
}
