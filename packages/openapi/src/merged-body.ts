// Single-table inheritance: the bodies of several classes -> one object with the keys of all of them, or of each of them.
// Client generators have no form for a body that fits one of several objects and does not say which.
import type { oas31 } from 'openapi3-ts';
import type { Schema } from './schema-object.js';

/** The body of one class. */
export interface ClassBody {
  readonly name: string;
  readonly schema: oas31.SchemaObject;
}

/** The form of a key in one class. */
interface ClassMember {
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
}

/** An object with the keys of every body. Each key has the values that it has in some class, and is required if it is in all. */
export function uniteBodies(bodies: readonly ClassBody[]): oas31.SchemaObject {
  return mergeBodies(bodies, {
    isKept: () => true,
    combine: (schemas) => ({ anyOf: putNullLast(schemas.flatMap(listAlternatives)) }),
  });
}

/** An object with the keys that all bodies have. Each key has only the values that it has in every class. */
export function intersectBodies(bodies: readonly ClassBody[]): oas31.SchemaObject {
  return mergeBodies(bodies, {
    isKept: (members) => members.length === bodies.length,
    combine: (schemas) => ({ allOf: [...schemas] }),
  });
}

interface Merge {
  readonly isKept: (members: readonly ClassMember[]) => boolean;
  readonly combine: (schemas: readonly Schema[]) => oas31.SchemaObject;
}

function mergeBodies(bodies: readonly ClassBody[], { isKept, combine }: Merge): oas31.SchemaObject {
  const [first] = bodies;
  const kept = [...groupMembers(bodies)].filter(([, members]) => isKept(members));
  const required = kept.filter(
    ([, members]) => members.length === bodies.length && members.every(({ isRequired }) => isRequired),
  );
  return {
    type: 'object',
    properties: Object.fromEntries(
      kept.map(([key, members]) => [key, mergeMembers(members, bodies.length, combine)]),
    ),
    ...(required.length > 0 && { required: required.map(([key]) => key) }),
    additionalProperties: first?.schema.additionalProperties ?? false,
  };
}

function groupMembers(bodies: readonly ClassBody[]): ReadonlyMap<string, readonly ClassMember[]> {
  const groups = new Map<string, ClassMember[]>();
  for (const { name, schema: body } of bodies) {
    const required = new Set(body.required);
    for (const [key, schema] of Object.entries(body.properties ?? {})) {
      const member = { name, schema, isRequired: required.has(key) };
      groups.set(key, [...(groups.get(key) ?? []), member]);
    }
  }
  return groups;
}

/** Keywords that say nothing about values. */
const annotations = ['description', 'examples', 'deprecated', 'default'] as const;

function mergeMembers(
  members: readonly ClassMember[],
  classCount: number,
  combine: Merge['combine'],
): Schema {
  const distinct = new Map(
    members.map(({ schema }) => {
      const values = omitAnnotations(schema);
      return [JSON.stringify(values), values];
    }),
  );
  const [only, ...others] = distinct.values();
  const shown = members.map(({ schema }) => pickAnnotations(schema));
  const examples = shown.find((each) => each.examples)?.examples;
  const isDeprecated = shown.every(({ deprecated }) => deprecated === true);
  const classes = members.map(({ name }) => `\`${name}\``).join(', ');
  const described = shown.find(({ description }) => description !== undefined)?.description;
  const sentences = [
    ...(described === undefined ? [] : [/[.!?]$/.test(described) ? described : `${described}.`]),
    ...(members.length === classCount ? [] : [`Only of ${classes}.`]),
    ...(others.length === 0 ? [] : [`Its rules differ between ${classes}.`]),
  ];
  return {
    ...(only === undefined || others.length > 0 ? combine([...distinct.values()]) : only),
    ...(sentences.length > 0 && { description: sentences.join(' ') }),
    ...(examples && { examples }),
    ...(isDeprecated && { deprecated: true }),
  };
}

function pickAnnotations(schema: Schema): Pick<oas31.SchemaObject, (typeof annotations)[number]> {
  return Object.fromEntries(
    Object.entries(schema).filter(([keyword]) => annotations.some((each) => each === keyword)),
  );
}

function omitAnnotations(schema: Schema): Schema {
  return Object.fromEntries(
    Object.entries(schema).filter(([keyword]) => !annotations.some((each) => each === keyword)),
  );
}

/** A union within a union has no name of its own: its alternatives join the others. */
function listAlternatives(schema: Schema): readonly Schema[] {
  const [[keyword, parts] = [], ...others] = Object.entries(schema) as [string, Schema[]][];
  const isUnion = others.length === 0 && (keyword === 'anyOf' || keyword === 'oneOf');
  return isUnion && parts ? parts : [schema];
}

/** Null is a branch of its own, once: Java drops it where it is a type beside others in a branch. */
function putNullLast(alternatives: readonly Schema[]): Schema[] {
  const parts = alternatives.flatMap(splitNull);
  const isNullable = parts.some(isNull);
  const values = new Map(parts.filter((part) => !isNull(part)).map((part) => [JSON.stringify(part), part]));
  return [...values.values(), ...(isNullable ? [{ type: 'null' } as const] : [])];
}

function isNull(schema: Schema): boolean {
  return 'type' in schema && schema.type === 'null';
}

/** Keywords beside the type that may refuse null: such a schema stays whole. */
const refusingKeywords = ['enum', 'const', 'allOf', 'anyOf', 'oneOf', 'not', 'if'];

function splitNull(schema: Schema): readonly Schema[] {
  const { type } = 'type' in schema ? schema : {};
  if (!Array.isArray(type) || !type.includes('null')) return [schema];
  if (refusingKeywords.some((keyword) => keyword in schema)) return [schema];
  const [first, ...others] = type.filter((one) => one !== 'null');
  if (first === undefined) return [{ type: 'null' }];
  return [{ ...schema, type: others.length === 0 ? first : [first, ...others] }, { type: 'null' }];
}
