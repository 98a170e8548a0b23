// Basic operations on schemas: copy a schema, allow null, build an object.
import type { JsonSchema } from '@decorest/core';
import type { oas31 } from 'openapi3-ts';
import { publishSchema } from './published-schema.js';

/** A schema or a reference to one. */
export type Schema = oas31.SchemaObject | oas31.ReferenceObject;

/** One member of an object. A dotted name, `address.city`, is a member of the object `address`. */
export interface Member {
  readonly name: string;
  readonly schema: Schema;
}

/** Copies a schema of the frozen model for the document, which the author's hooks may modify, as all clients read it. */
export function toSchemaObject(schema: JsonSchema): oas31.SchemaObject {
  // Both are JSON Schema 2020-12, but the types of openapi3-ts have fewer keywords and no read-only arrays.
  const copy: object = publishSchema(schema);
  return { ...copy };
}

/** Keywords that can reject null even if `type` allows it. */
const nullRefusingKeywords = [
  'enum',
  'const',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  '$ref',
  '$dynamicRef',
] as const;

/** Extends a schema to allow null. */
export function allowNull(schema: Schema): oas31.SchemaObject {
  const { type } = 'type' in schema ? schema : {};
  // No component takes null itself, so exactly one alternative fits.
  if ('$ref' in schema) return { oneOf: [schema, { type: 'null' }] };
  if (Object.keys(schema).every((keyword) => keyword === 'description')) return schema;
  if (type === undefined || nullRefusingKeywords.some((keyword) => keyword in schema))
    return { anyOf: [schema, { type: 'null' }] };
  const types = Array.isArray(type) ? type : [type];
  return { ...schema, type: [...new Set([...types, 'null' as const])] };
}

/** `address.city` -> `AddressCity`, for names of components. */
export function toPascalCase(name: string): string {
  return name.replace(/(?:^|[^\p{L}\p{N}]+)(\p{L}|\p{N}|$)/gu, (_, first: string) => first.toUpperCase());
}

/** Builds an object schema with exactly these members, all required unless `isRequired` says otherwise. */
export function buildObject(
  members: readonly Member[],
  isRequired: (key: string) => boolean = () => true,
): oas31.SchemaObject {
  const groups = [...groupByHead(members)];
  return buildFlatObject(
    groups.map(([head, group]) => ({ name: head, schema: buildMember(head, group) })),
    isRequired,
  );
}

/** The same where a dot in a name is part of the key, as in those of edges. */
export function buildFlatObject(
  members: readonly Member[],
  isRequired: (key: string) => boolean,
): oas31.SchemaObject {
  const properties = Object.fromEntries(members.map(({ name, schema }) => [name, schema]));
  const required = Object.keys(properties).filter(isRequired);
  return {
    type: 'object',
    additionalProperties: false,
    ...(required.length > 0 && { required }),
    properties,
  };
}

function groupByHead(members: readonly Member[]): Map<string, Member[]> {
  const groups = new Map<string, Member[]>();
  for (const member of members) {
    const [head = ''] = member.name.split('.', 1);
    groups.set(head, [...(groups.get(head) ?? []), member]);
  }
  return groups;
}

function buildMember(head: string, group: readonly Member[]): Schema {
  const [only] = group;
  if (only?.name === head) return only.schema;
  return buildObject(group.map(({ name, schema }) => ({ name: name.slice(head.length + 1), schema })));
}
