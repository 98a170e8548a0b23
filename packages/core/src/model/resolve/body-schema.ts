// Builds the schemas of create and update bodies: the document publishes them, and bodies are checked against them.
import type { Settings } from '../../options.js';
import type { JsonSchema } from '../../vocabulary/json-schema.js';
import type { BodyModel } from '../api-model.js';
import { isSetInManyRows } from '../bulk-classes.js';
import type { BulkBodyModel } from '../bulk-model.js';
import type { EdgeModel, FieldModel } from '../member-model.js';
import type { TargetOf } from '../edge-targets.js';
import type { EntityDraft } from './entity-draft.js';
import { resolveId } from './id-model.js';
import { allowNull } from './null-schema.js';
import { findSingleColumn } from '../row-id.js';
import { aggregateSegment } from '../route-model.js';
import { hasMeasures } from './measure-model.js';
import { intersectSchemas } from './schema-intersection.js';
import { buildIntegerPattern } from './number-pattern.js';

/** An object under construction. A property may be called `constructor`. */
interface ObjectSchema {
  readonly properties: Map<string, JsonSchema>;
  /** Objects inside it: embedded columns. */
  readonly objects: Map<string, ObjectSchema>;
  readonly required: string[];
}

/** A member of a body. */
interface ObjectMember {
  readonly schema: JsonSchema;
  readonly required: boolean;
  /** The object around it is required, if it is not itself. */
  readonly needsObject?: boolean;
}

/** The schemas of the bodies of an entity. `targetOf` finds the entity that an edge leads to. */
export function resolveBody(
  entity: EntityDraft,
  targetOf: TargetOf<EntityDraft>,
  settings: Settings,
): BodyModel {
  const create = createObject();
  const update = createObject();
  for (const field of entity.fields) {
    if (field.settable.create) addField(create, field, getCreateMember(entity, field));
    if (field.settable.update) addField(update, field, { schema: getUpdateSchema(field), required: false });
  }
  for (const edge of entity.edges) {
    const ids = { edge, id: resolveId(targetOf(edge)).schema, maxItems: settings.limits.listLength };
    if (edge.settable.create) addEdgeOfCreate(create, ids);
    if (edge.settable.update) addEdgeOfUpdate(update, ids);
  }
  return { create: buildObjectSchema(create, settings), update: buildObjectSchema(update, settings) };
}

/** The schemas of the bodies that update many rows of an entity. */
export function resolveBulkBody(
  entity: EntityDraft,
  targetOf: TargetOf<EntityDraft>,
  settings: Settings,
): BulkBodyModel {
  const many = createObject();
  for (const field of entity.fields)
    if (field.settable.update) addField(many, field, { schema: getUpdateSchema(field), required: false });
  for (const edge of entity.edges) {
    const id = resolveId(targetOf(edge)).schema;
    if (isSetInManyRows(entity, edge)) addEdgeOfUpdate(many, { edge, id, maxItems: 1 });
  }
  return { many: buildObjectSchema(many, settings), item: buildItemSchema(entity, targetOf, settings) };
}

/** The body of an update, and the id of its row. */
function buildItemSchema(
  entity: EntityDraft,
  targetOf: TargetOf<EntityDraft>,
  settings: Settings,
): JsonSchema | null {
  const { update } = resolveBody(entity, targetOf, settings);
  const { name, schema } = resolveId(entity);
  const { properties = {}, required = [] } = update;
  if (name.includes('.') || Object.hasOwn(properties, name)) return null;
  const id = { ...schema, description: `Id of the ${entity.name}.` };
  return { ...update, properties: { [name]: id, ...properties }, required: [name, ...required] };
}

/** `address.city` goes into the object `address`, which is required when one of its members is. */
function addField(into: ObjectSchema, field: FieldModel, member: ObjectMember): void {
  const { schema } = member;
  const described = describeField(field.nullable ? allowNull(schema) : schema, field);
  addMember(into, field.name, { ...member, schema: described });
}

function addMember(into: ObjectSchema, name: string, member: ObjectMember): void {
  const { schema, required, needsObject = required } = member;
  const path = name.split('.');
  const own = path.pop() ?? name;
  const object = path.reduce((outer, key) => ensureObject(outer, key, needsObject), into);
  object.properties.set(own, schema);
  if (required) object.required.push(own);
}

function ensureObject(outer: ObjectSchema, name: string, required: boolean): ObjectSchema {
  const inner = outer.objects.get(name) ?? createObject();
  outer.objects.set(name, inner);
  if (required && !outer.required.includes(name)) outer.required.push(name);
  return inner;
}

function createObject(): ObjectSchema {
  return { properties: new Map(), objects: new Map(), required: [] };
}

function getCreateMember(entity: EntityDraft, field: FieldModel): ObjectMember {
  const { required } = field;
  const column = entity.scanned.columns.find(({ property }) => property === field.property);
  // The class of an embedded object gives the value once a body gives the object.
  const isOfObject = column?.classDefault?.inObject === true && !column.nullable && !column.hasDefault;
  return { schema: getCreateSchema(entity, field), required, needsObject: required || isOfObject };
}

function getCreateSchema(entity: EntityDraft, field: FieldModel): JsonSchema {
  if (field !== findSingleColumn(entity.key)) return field.bodySchema;
  const isOfDatabase = entity.scanned.table.keySources.some(({ column }) => column === field.column);
  const schema = isOfDatabase ? narrowClientId(field) : narrowChosenId(field);
  const isText = field.kind === 'string' || field.kind === 'enum';
  return isText && hasMeasures(entity) ? excludeAggregateSegment(schema) : schema;
}

/** The path of the aggregates hides the entity with this id. */
function excludeAggregateSegment(schema: JsonSchema): JsonSchema {
  return intersectSchemas(schema, { not: { enum: [aggregateSegment] } });
}

/** An update leaves missing keys unchanged, so it has no defaults. */
function getUpdateSchema({ bodySchema }: FieldModel): JsonSchema {
  return Object.fromEntries(Object.entries(bodySchema).filter(([keyword]) => keyword !== 'default'));
}

/** Clients may choose generated ids from the lower half of the range; the upper half is reserved for the database. */
function narrowClientId({ bodySchema: schema, range, kind }: FieldModel): JsonSchema {
  if (kind === 'bigint') return { ...schema, pattern: buildIntegerPattern(18, 'positive') };
  if (kind !== 'integer' || !range) return schema;
  return intersectSchemas(schema, { minimum: 1, maximum: Math.floor(Number(range.maximum) / 2) });
}

/** The id must be usable as a path segment: not empty, and not `.` or `..`, which clients resolve. */
function narrowChosenId({ bodySchema: schema, kind }: FieldModel): JsonSchema {
  if (kind !== 'string') return schema;
  const long = intersectSchemas(schema, { minLength: 1 });
  const { pattern } = schema;
  if (typeof pattern !== 'string') return { ...long, pattern: noDotSegment };
  const matched = dotSegments.filter((segment) => new RegExp(pattern, 'u').test(segment));
  return matched.length === 0 ? long : intersectSchemas(long, { not: { enum: matched } });
}

/** Segments of a path that clients resolve. */
const dotSegments = ['.', '..'];

/** The pattern of texts that are no such segment. */
const noDotSegment = '^(\\.{0,2}[^.]|\\.{3}|$)';

function describeField(schema: JsonSchema, field: FieldModel): JsonSchema {
  const { doc, readable } = field;
  const { default: initial, ...rules } = schema;
  return {
    ...rules,
    // What no answer shows, the document does not show either.
    ...(readable && initial !== undefined ? { default: initial } : {}),
    ...(doc.description === null ? {} : { description: doc.description }),
    ...(doc.example === null ? {} : { examples: [doc.example.value] }),
    ...getDeprecation(field),
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
  const schema = edge.unique
    ? buildUniqueEdgeSchema(ids)
    : buildIdListSchema(ids, `Ids of \`${edge.name}\`.`);
  addMember(into, edge.name, { schema, required: edge.required });
}

function addEdgeOfUpdate(into: ObjectSchema, ids: EdgeIds): void {
  const { edge } = ids;
  if (edge.unique) {
    addMember(into, edge.name, { schema: buildUniqueEdgeSchema(ids), required: false });
    return;
  }
  const set = (key: string, description: string) =>
    into.properties.set(key, buildIdListSchema(ids, description));
  set(`add_${edge.name}`, `Ids to add to \`${edge.name}\`.`);
  set(`remove_${edge.name}`, `Ids to remove from \`${edge.name}\`.`);
  if (edge.bulk) set(edge.name, `Exactly the ids \`${edge.name}\` shall have.`);
}

function buildUniqueEdgeSchema({ edge, id }: EdgeIds): JsonSchema {
  const description = edge.doc.description ?? `Id of the \`${edge.name}\`.`;
  const { example } = edge.doc;
  return {
    ...(edge.nullable ? allowNull(id) : id),
    description,
    ...(example === null ? {} : { examples: [example.value] }),
    ...getDeprecation(edge),
  };
}

function buildIdListSchema({ edge, id, maxItems }: EdgeIds, description: string): JsonSchema {
  const { example } = edge.doc;
  return {
    type: 'array',
    items: id,
    maxItems,
    description,
    ...(example === null ? {} : { examples: [[example.value]] }),
    ...getDeprecation(edge),
  };
}

function getDeprecation({ doc }: FieldModel | EdgeModel): JsonSchema {
  return doc.deprecated ? { deprecated: true } : {};
}

function buildObjectSchema({ properties, objects, required }: ObjectSchema, settings: Settings): JsonSchema {
  const inner = [...objects].map(([name, object]) => [name, buildObjectSchema(object, settings)] as const);
  return {
    type: 'object',
    properties: Object.fromEntries([...properties, ...inner]),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: !settings.strictMutate,
  };
}
