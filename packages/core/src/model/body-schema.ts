// Builds the schemas of create and update bodies: the document publishes them, and bodies are checked against them.
import type { Settings } from '../options.js';
import type { JsonSchema } from '../vocabulary/json-schema.js';
import type { BodyModel, EdgeModel, FieldModel } from './api-model.js';
import type { TargetOf } from './edge-targets.js';
import type { EntityDraft } from './entity-draft.js';
import { idModel } from './id-model.js';
import { orNull } from './null-schema.js';
import { singleColumn } from './row-id.js';
import { intersection } from './schema-intersection.js';

/** An object under construction. A property may be called `constructor`. */
interface ObjectSchema {
  readonly properties: Map<string, JsonSchema>;
  /** Objects inside it: embedded columns. */
  readonly objects: Map<string, ObjectSchema>;
  readonly required: string[];
}

/** The schemas of the bodies of an entity. `targetOf` finds the entity that an edge leads to. */
export function resolveBody(
  entity: EntityDraft,
  targetOf: TargetOf<EntityDraft>,
  settings: Settings,
): BodyModel {
  const create = noProperties();
  const update = noProperties();
  for (const field of entity.fields) {
    const { required } = field;
    if (field.settable.create) addField(create, field, { schema: schemaOnCreate(entity, field), required });
    if (field.settable.update) addField(update, field, { schema: schemaOnUpdate(field), required: false });
  }
  for (const edge of entity.edges) {
    const ids = { edge, id: idModel(targetOf(edge)).schema, maxItems: settings.limits.listLength };
    if (edge.settable.create) addEdgeOfCreate(create, ids);
    if (edge.settable.update) addEdgeOfUpdate(update, ids);
  }
  return { create: objectSchema(create, settings), update: objectSchema(update, settings) };
}

/** `address.city` goes into the object `address`, which is required when one of its members is. */
function addField(
  into: ObjectSchema,
  field: FieldModel,
  { schema, required }: { readonly schema: JsonSchema; readonly required: boolean },
): void {
  const path = field.name.split('.');
  const own = path.pop() ?? field.name;
  const object = path.reduce((outer, name) => nested(outer, name, required), into);
  object.properties.set(own, described(field.nullable ? orNull(schema) : schema, field));
  if (required) object.required.push(own);
}

function nested(outer: ObjectSchema, name: string, required: boolean): ObjectSchema {
  const inner = outer.objects.get(name) ?? noProperties();
  outer.objects.set(name, inner);
  if (required && !outer.required.includes(name)) outer.required.push(name);
  return inner;
}

function noProperties(): ObjectSchema {
  return { properties: new Map(), objects: new Map(), required: [] };
}

function schemaOnCreate({ key }: EntityDraft, field: FieldModel): JsonSchema {
  if (field !== singleColumn(key)) return field.schema;
  return field.required ? chosenIdSchema(field) : clientIdSchema(field);
}

/** An update leaves missing keys unchanged, so it has no defaults. */
function schemaOnUpdate({ schema }: FieldModel): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => keyword !== 'default'));
}

/** Clients may choose generated ids from the lower half of the range; the upper half is reserved for the database. */
function clientIdSchema({ schema, range, kind }: FieldModel): JsonSchema {
  if (kind === 'bigint') return { ...schema, pattern: '^[1-9][0-9]{0,17}$' };
  if (kind !== 'integer' || !range) return schema;
  return intersection(schema, { minimum: 1, maximum: Math.floor(Number(range.maximum) / 2) });
}

/** The id must be usable as a path segment: not empty, and not `.` or `..`, which clients resolve. */
function chosenIdSchema({ schema, kind }: FieldModel): JsonSchema {
  if (kind !== 'string') return schema;
  return intersection(schema, { minLength: 1, pattern: '^(?!\\.{1,2}$)' });
}

function described(schema: JsonSchema, field: FieldModel): JsonSchema {
  const { doc, readable } = field;
  return {
    ...schema,
    ...(doc.description === null ? {} : { description: doc.description }),
    ...(doc.example === null ? {} : { examples: [doc.example.value] }),
    ...deprecation(field),
    ...(readable ? {} : { writeOnly: true }),
  };
}

/** An edge, with the schema of the ids that it takes and their maximum number. */
interface EdgeIds {
  readonly edge: EdgeModel;
  readonly id: JsonSchema;
  readonly maxItems: number;
}

function addEdgeOfCreate(into: ObjectSchema, ids: EdgeIds): void {
  const { edge } = ids;
  const schema = edge.unique ? uniqueEdge(ids) : idList(ids, `Ids of \`${edge.name}\`.`);
  into.properties.set(edge.name, schema);
  if (edge.unique && !edge.nullable) into.required.push(edge.name);
}

function addEdgeOfUpdate(into: ObjectSchema, ids: EdgeIds): void {
  const { edge } = ids;
  if (edge.unique) {
    into.properties.set(edge.name, uniqueEdge(ids));
    return;
  }
  const set = (key: string, description: string) => into.properties.set(key, idList(ids, description));
  set(`add_${edge.name}`, `Ids to add to \`${edge.name}\`.`);
  set(`remove_${edge.name}`, `Ids to remove from \`${edge.name}\`.`);
  if (edge.bulk) set(edge.name, `Exactly the ids \`${edge.name}\` shall have.`);
}

function uniqueEdge({ edge, id }: EdgeIds): JsonSchema {
  const description = edge.doc.description ?? `Id of the \`${edge.name}\`.`;
  const { example } = edge.doc;
  return {
    ...(edge.nullable ? orNull(id) : id),
    description,
    ...(example === null ? {} : { examples: [example.value] }),
    ...deprecation(edge),
  };
}

function idList({ edge, id, maxItems }: EdgeIds, description: string): JsonSchema {
  const { example } = edge.doc;
  return {
    type: 'array',
    items: id,
    maxItems,
    description,
    ...(example === null ? {} : { examples: [[example.value]] }),
    ...deprecation(edge),
  };
}

function deprecation({ doc }: FieldModel | EdgeModel): JsonSchema {
  return doc.deprecated ? { deprecated: true } : {};
}

function objectSchema({ properties, objects, required }: ObjectSchema, settings: Settings): JsonSchema {
  const inner = [...objects].map(([name, object]) => [name, objectSchema(object, settings)] as const);
  return {
    type: 'object',
    properties: Object.fromEntries([...properties, ...inner]),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: !settings.strictMutate,
  };
}
