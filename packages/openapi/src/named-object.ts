// Objects within a schema -> components with names of their own. Client generators invent names for objects without one, and
// invent others when a schema before them changes.
import type { oas31 } from 'openapi3-ts';
import type { ComponentName, OwnedName } from './component-name.js';
import { toPascalCase, type Schema } from './schema-object.js';

type Members = Readonly<Record<string, unknown>>;

/** Adds a component schema, and references it. */
export type AddSchema = (
  name: ComponentName,
  build: () => oas31.SchemaObject,
  identity: string,
) => oas31.ReferenceObject;

/** What the objects are named after. */
type Owner = Pick<OwnedName, 'of' | 'part'>;

/** Replaces the objects within a schema by references to components, whose names start with `owner`. */
export function nameObjects(schema: oas31.SchemaObject, owner: Owner, add: AddSchema): oas31.SchemaObject {
  return hasOwnReferences(schema) ? schema : nameWithin(schema, owner, add);
}

/** References of an author's schema to its own parts, which must stay where they are. */
function hasOwnReferences(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasOwnReferences);
  if (!isMembers(value)) return false;
  const { $ref } = value;
  if (['$defs', '$id', '$anchor', '$dynamicRef'].some((keyword) => keyword in value)) return true;
  if (typeof $ref === 'string' && !$ref.startsWith('#/components/')) return true;
  return Object.values(value).some(hasOwnReferences);
}

/** Keywords whose value is a schema, an object of schemas or a list of them, and how their objects are called. */
const single: Readonly<Record<string, string>> = {
  items: 'Item',
  additionalProperties: 'Value',
  unevaluatedProperties: 'Value',
  contains: 'Contained',
  propertyNames: 'Name',
  not: 'Not',
  if: 'If',
  then: 'Then',
  else: 'Else',
};
const byKey: ReadonlySet<string> = new Set(['properties', 'patternProperties', 'dependentSchemas']);
const lists: ReadonlySet<string> = new Set(['oneOf', 'anyOf', 'allOf', 'prefixItems']);

function nameWithin(schema: oas31.SchemaObject, owner: Owner, add: AddSchema): oas31.SchemaObject {
  const named = Object.entries(schema).map(([keyword, value]: [string, unknown]) => {
    const word = Object.hasOwn(single, keyword) ? single[keyword] : undefined;
    if (word !== undefined) return [keyword, nameObject(value, extendName(owner, word), add)];
    if (byKey.has(keyword) && isMembers(value)) return [keyword, nameValues(value, owner, add)];
    if (lists.has(keyword) && Array.isArray(value)) return [keyword, nameItems(value, owner, add)];
    return [keyword, value];
  });
  return Object.fromEntries(named) as oas31.SchemaObject;
}

function nameValues(schemas: Members, owner: Owner, add: AddSchema): Members {
  return Object.fromEntries(
    Object.entries(schemas).map(([key, value]) => [
      key,
      nameObject(value, extendName(owner, toPascalCase(key)), add),
    ]),
  );
}

/** In words: a number in the name would look like one that tells equal names apart. */
const ordinals = ['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth', 'Seventh', 'Eighth', 'Ninth'];

function nameItems(schemas: readonly unknown[], owner: Owner, add: AddSchema): unknown[] {
  const places = schemas.map((schema, at) => (isMembers(schema) && isObject(schema) ? at : -1));
  const objects = places.filter((at) => at >= 0);
  return schemas.map((schema, at) => {
    const word = objects.length === 1 ? 'Object' : (ordinals[objects.indexOf(at)] ?? 'Other');
    return nameObject(schema, extendName(owner, word), add);
  });
}

/** Keywords that describe a member, and stay beside its reference. */
const ofMember = ['description', 'deprecated', 'examples', 'default', 'readOnly', 'writeOnly'] as const;

function nameObject(value: unknown, owner: Owner, add: AddSchema): unknown {
  if (!isMembers(value)) return value;
  const schema: oas31.SchemaObject = value;
  if (!isObject(value)) return nameWithin(schema, owner, add);
  const entries = Object.entries(schema);
  const isOfMember = ([keyword]: readonly [string, unknown]) => ofMember.some((each) => each === keyword);
  const { isNullable, schema: own } = omitNull(
    Object.fromEntries(entries.filter((each) => !isOfMember(each))),
  );
  const name = { ...owner, kind: 'value' } as const;
  const reference = add(owner.of === '' ? owner.part : name, () => own, JSON.stringify(own));
  const named: Schema = isNullable ? { oneOf: [reference, { type: 'null' }] } : reference;
  return { ...named, ...Object.fromEntries(entries.filter(isOfMember)) };
}

function extendName({ of, part }: Owner, word: string): Owner {
  return { of, part: `${part}${word}` };
}

function isObject({ type, properties }: Members): boolean {
  return properties !== undefined && [type].flat().includes('object');
}

function omitNull(schema: oas31.SchemaObject): { isNullable: boolean; schema: oas31.SchemaObject } {
  const types = [schema.type ?? []].flat();
  const [first, ...others] = types.filter((type) => type !== 'null');
  if (types.length === others.length + 1 || first === undefined) return { isNullable: false, schema };
  return { isNullable: true, schema: { ...schema, type: others.length > 0 ? [first, ...others] : first } };
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
