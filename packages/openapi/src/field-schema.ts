// Field -> schema of the values in its column, as answers return them and filters compare them.
import type { EntityModel, FieldKind, FieldModel, JsonSchema } from '@decorest/core';
import type { oas31 } from 'openapi3-ts';
import type { DocumentContext } from './document-context.js';
import { allowNull, toPascalCase, toSchemaObject, type Schema } from './schema-object.js';

/** Rules for new values. Stored values may be older than a rule, so answers cannot promise them. */
const rules = [
  'default',
  'enum',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'x-decorest-max-bytes',
  'x-decorest-step',
] as const;

type Rule = (typeof rules)[number];

/** Rules that hold for every stored value of a kind; `all`: the author declares the schema. */
const keptRules: Readonly<Record<FieldKind, readonly Rule[] | 'all'>> = {
  integer: [],
  bigint: ['pattern'],
  float: [],
  decimal: [],
  boolean: [],
  string: [],
  uuid: [],
  enum: ['enum'],
  date: [],
  time: [],
  datetime: [],
  json: 'all',
  bytes: [],
  array: 'all',
};

/** Schema of a field in an answer, with its nullability, description and example. */
export function buildFieldSchema(
  entity: EntityModel,
  field: FieldModel,
  context: DocumentContext,
): oas31.SchemaObject {
  const value = omitRequestKeywords(buildStoredValueSchema(entity, field, context));
  const { description, deprecated, example } = field.doc;
  return {
    ...(field.nullable ? allowNull(value) : value),
    ...(description !== null && { description }),
    ...(deprecated && { deprecated }),
    ...(example && { examples: [structuredClone(example.value)] }),
  };
}

/** `readOnly` makes members of answers optional in some languages, and `uniqueItems` makes sets of lists. */
const requestKeywords: ReadonlySet<string> = new Set(['readOnly', 'writeOnly', 'uniqueItems']);

/** Their values are data. */
const dataKeywords: ReadonlySet<string> = new Set(['enum', 'const', 'default', 'example', 'examples']);

function omitRequestKeywords(schema: Schema): Schema {
  return omitFrom(schema, false) as Schema;
}

/** `isNamed`: the keys are names of properties, not keywords. */
function omitFrom(value: unknown, isNamed: boolean): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => omitFrom(item, false));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, part]: [string, unknown]) => {
      if (isNamed) return [[key, omitFrom(part, false)]];
      if (requestKeywords.has(key)) return [];
      return [[key, dataKeywords.has(key) ? part : omitFrom(part, key === 'properties')]];
    }),
  );
}

/** Schema of a stored value other than NULL; an enum is a reference to its own component. */
export function buildStoredValueSchema(
  entity: EntityModel,
  field: FieldModel,
  context: DocumentContext,
): Schema {
  const schema = toSchemaObject(omitRules(field));
  if (field.kind !== 'enum')
    return {
      ...schema,
      ...getIntegerBounds(field),
      ...getTimePattern(field),
      ...getKeyExample(entity, field),
    };
  const name = { of: entity.name, part: toPascalCase(field.name), kind: 'value' } as const;
  return context.components.schema(name, () => schema, JSON.stringify(schema));
}

function omitRules({ kind, schema, codec }: FieldModel): JsonSchema {
  const keep = keptRules[kind];
  if (keep === 'all' || codec.transformed) return schema;
  const dropped = new Set<string>(rules.filter((rule) => !keep.includes(rule)));
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !dropped.has(keyword)));
}

/** Answers have up to six digits after the point. PostgreSQL has the end of the day, MySQL time spans. */
function getTimePattern({ kind, codec, spelling }: FieldModel): oas31.SchemaObject {
  if (kind !== 'time' || codec.transformed) return {};
  const hours = spelling === 'spans' ? '-?[0-9]{2,3}' : '([01][0-9]|2[0-3])';
  const time = `${hours}:[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,6})?`;
  return { pattern: spelling === 'spans' ? `^${time}$` : `^(${time}|24:00:00(\\.0{1,6})?)$` };
}

/** The first of many keys: pages show the smallest number of the column instead. */
function getKeyExample({ key }: EntityModel, { column, kind, codec }: FieldModel): oas31.SchemaObject {
  const example = codec.transformed ? undefined : keyExamples[kind];
  return example !== undefined && key.some((part) => part.column === column) ? { examples: [example] } : {};
}

const keyExamples: Readonly<Partial<Record<FieldKind, string | number>>> = {
  integer: 1,
  bigint: '1',
  uuid: '00000000-0000-4000-8000-000000000001',
};

/** The range of the column, if JSON numbers can express it. */
function getIntegerBounds({ kind, range, codec }: FieldModel): oas31.SchemaObject {
  if (kind !== 'integer' || range === null || codec.transformed) return {};
  return { minimum: Number(range.minimum), maximum: Number(range.maximum) };
}
