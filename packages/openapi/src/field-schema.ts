// Field -> schema of the values there may be in its column, as they are returned and as they are compared with.
import type { EntityModel, FieldKind, FieldModel, JsonSchema } from '@decorest/core';
import type { oas31 } from 'openapi3-ts';
import type { Draft } from './document-context.js';
import { orNull, schemaObject, type Schema } from './schema-object.js';

/** Rules for new values. What is stored may be older than a rule, so an answer cannot promise them. */
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
] as const;

type Rule = (typeof rules)[number];

/** What holds for every stored value of a kind nevertheless; `all`: the schema is the author's own statement. */
const kept: Readonly<Record<FieldKind, readonly Rule[] | 'all'>> = {
  integer: [],
  bigint: ['pattern'],
  float: [],
  decimal: [],
  boolean: [],
  string: [],
  uuid: [],
  enum: ['enum'],
  date: [],
  time: ['pattern'],
  datetime: [],
  json: 'all',
  bytes: [],
  array: 'all',
};

/** Schema of a field in an answer: nullable where it is, described, with its example. */
export function fieldSchema(entity: EntityModel, field: FieldModel, draft: Draft): oas31.SchemaObject {
  const value = storedValueSchema(entity, field, draft);
  const { description, deprecated, example } = field.doc;
  return {
    ...(field.nullable ? orNull(value) : value),
    ...(description !== null && { description }),
    ...(deprecated && { deprecated }),
    ...(!field.settable.create && !field.settable.update && { readOnly: true }),
    ...(example && { examples: [structuredClone(example.value)] }),
  };
}

/** Schema of a stored value that is not NULL; that of an enum stands under a name of its own. */
export function storedValueSchema(entity: EntityModel, field: FieldModel, draft: Draft): Schema {
  const schema = schemaObject(withoutRules(field));
  if (field.kind !== 'enum') return { ...schema, ...integerBounds(field) };
  const name = `${entity.name}${pascalCase(field.name)}`;
  return draft.components.schema(name, () => schema, `${name} ${JSON.stringify(schema)}`);
}

function withoutRules({ kind, schema, codec }: FieldModel): JsonSchema {
  const keep = kept[kind];
  if (keep === 'all' || codec.transformed) return schema;
  const dropped = new Set<string>(rules.filter((rule) => !keep.includes(rule)));
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !dropped.has(keyword)));
}

/** The range of the column, where JSON numbers can say it. */
function integerBounds({ kind, range, codec }: FieldModel): oas31.SchemaObject {
  if (kind !== 'integer' || range === null || codec.transformed) return {};
  return { minimum: Number(range.minimum), maximum: Number(range.maximum) };
}

function pascalCase(name: string): string {
  return name.replace(/(?:^|[^\p{L}\p{N}]+)(\p{L}|\p{N}|$)/gu, (_, first: string) => first.toUpperCase());
}
