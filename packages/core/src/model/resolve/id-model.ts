// Resolves the id of an entity: the value of a key of one column, or the joined texts of a key of several.
import type { FieldKind } from '../../vocabulary/field-kind.js';
import type { FieldModel } from '../member-model.js';
import { findSingleColumn, type IdModel } from '../row-id.js';
import type { EntityDraft } from './entity-draft.js';

/** The id of an entity's rows. */
export function resolveId({ key }: Pick<EntityDraft, 'key'>): IdModel {
  const only = findSingleColumn(key);
  if (only) return { name: only.name, schema: only.schema, example: findExample(only) };
  return {
    name: compositeName,
    schema: { type: 'string', pattern: `^${key.map(buildPartPattern).join(',')}$` },
    example: joinExamples(key),
  };
}

function joinExamples(key: readonly FieldModel[]): string | null {
  const parts = key.map(findExample);
  return parts.includes(null) ? null : parts.map((part) => escapeIdPart(String(part))).join(',');
}

/** The example of the author, or the first one of the schema. */
function findExample({ doc, schema }: FieldModel): string | number | null {
  const [first] = Array.isArray(schema.examples) ? (schema.examples as unknown[]) : [];
  const example = doc.example ? doc.example.value : first;
  return typeof example === 'string' || typeof example === 'number' ? example : null;
}

/** Whether filters and sort keys can name the id: the key has several columns, and no member is named `id`. */
export function hasIdName({ key, fields, edges }: EntityDraft): boolean {
  const isTaken = ({ name }: { readonly name: string }) =>
    name === compositeName || name.startsWith(`${compositeName}.`);
  return key.length > 1 && !fields.some(isTaken) && !edges.some(isTaken);
}

const compositeName = 'id';

/** The text of one part, as a pattern of JSON Schema (ECMA-262, without flags). */
function buildPartPattern(field: FieldModel): string {
  if (field.kind === 'enum')
    return `(${(field.values ?? []).map((value) => escapeEnumValue(String(value))).join('|')})`;
  if (field.range?.minimum.startsWith('-') === false) return '(0|[1-9][0-9]*)';
  return patterns[field.kind];
}

const integer = '(0|-?[1-9][0-9]*)';
const text = '([^%,]|%25|%2C)*';
const date = '([1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])';
const clock = '([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]';

const patterns: Readonly<Record<FieldKind, string>> = {
  integer,
  bigint: integer,
  float: '-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?',
  decimal: '-?(0|[1-9][0-9]*)(\\.[0-9]+)?',
  boolean: '(true|false)',
  string: text,
  enum: text,
  uuid: '[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}',
  date,
  time: `${clock}(\\.[0-9]{1,6})?`,
  datetime: `${date}T${clock}(\\.[0-9]+)?(Z|[+-][0-9]{2}:[0-9]{2})`,
  json: text,
  bytes: text,
  array: text,
};

function escapeEnumValue(value: string): string {
  return escapeIdPart(value).replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/** Escapes a text as one part of an id of several parts. */
export function escapeIdPart(value: string): string {
  return value.replace(/[%,]/g, (sign) => (sign === '%' ? '%25' : '%2C'));
}
