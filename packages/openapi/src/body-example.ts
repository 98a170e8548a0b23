// Entity -> bodies that its operations accept unchanged, for documentation pages that can send them. Where the author gives
// no example, uses only values that the model guarantees; ids are those of the first rows with generated keys.
import {
  narrowToEdge,
  type EdgeModel,
  type EntityModel,
  type FieldModel,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
} from '@decorest/core';
import type { DocumentContext } from './document-context.js';
import { getNewRowColumns, createReference } from './example-reference.js';
import { getDeclaredSample, findSample } from './schema-sample.js';

type Operation = 'create' | 'update';

/** The entity and operation of an example. */
interface ExampleContext {
  readonly entity: EntityModel;
  readonly operation: Operation;
  readonly document: DocumentContext;
  /** Whether the body is inside another one: its own edges take ids only. */
  readonly nested: boolean;
  /** Values of columns that also belong to the foreign key of an edge. */
  readonly columns: ReadonlyMap<string, JsonValue>;
}

/** Builds a body for one class; null if a required member has no known valid value. */
export function buildBodyExample(
  entity: EntityModel,
  operation: Operation,
  document: DocumentContext,
): JsonObject | null {
  return buildClassExample(entity, { operation, document, nested: false }) ?? null;
}

function buildClassExample(
  entity: EntityModel,
  context: Omit<ExampleContext, 'entity' | 'columns'>,
): JsonObject | undefined {
  const { operation, document } = context;
  const columns = operation === 'create' ? getNewRowColumns(entity, document) : new Map<string, JsonValue>();
  return buildObjectExample({ ...context, entity, columns }, entity.body[operation], '');
}

/** Builds the body that several bodies have in common, which each of them accepts. */
export function buildCommonExample(examples: readonly JsonObject[]): JsonObject {
  const [first = {}, ...others] = examples;
  const common = Object.entries(first).filter(([name, value]) =>
    others.every((other) => Object.hasOwn(other, name) && isSame(other[name], value)),
  );
  return Object.fromEntries(common);
}

function isSame(one: JsonValue | undefined, other: JsonValue): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** A member of a body. */
interface Member {
  /** Full name: `city`, or `address.city` in an embedded object. */
  readonly name: string;
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
}

/** `prefix` is that of the members' names: empty, or `address.`. */
function buildObjectExample(
  context: ExampleContext,
  { properties = {}, required = [] }: JsonSchema,
  prefix: string,
): JsonObject | undefined {
  const members: [string, JsonValue][] = [];
  for (const [name, schema] of Object.entries(properties)) {
    const isRequired = required.includes(name);
    const value = buildMemberExample(context, { name: `${prefix}${name}`, schema, isRequired });
    if (value !== undefined) members.push([name, value]);
    else if (isRequired) return undefined;
  }
  return Object.fromEntries(members);
}

function buildMemberExample(context: ExampleContext, member: Member): JsonValue | undefined {
  const { name, schema, isRequired } = member;
  const { fields, edges } = context.entity;
  const field = fields.find((one) => one.name === name);
  if (field)
    return isRequired ? pickRequiredValue(context, field, schema) : pickOptionalValue(context, field, schema);
  const edge = edges.find((one) => getEdgeKeys(one).includes(name));
  if (edge) return buildEdgeExample(context, edge, member);
  if (!schema.properties) return findSample(schema);
  const object = buildObjectExample(context, schema, `${name}.`);
  return object && (isRequired || Object.keys(object).length > 0) ? object : undefined;
}

function getEdgeKeys({ name, unique }: EdgeModel): readonly string[] {
  return unique ? [name] : [name, `add_${name}`, `remove_${name}`];
}

function pickRequiredValue({ entity, columns }: ExampleContext, field: FieldModel, schema: JsonSchema) {
  if (field.codec.opaque) return getDeclaredSample(schema);
  return columns.get(field.column) ?? pickValue(field, schema, isKey(entity, field) ? 1 : 0);
}

/** A repeated unique value is a conflict, so examples have one only if it is required or the author gives it. */
function pickOptionalValue({ entity, operation }: ExampleContext, field: FieldModel, schema: JsonSchema) {
  const declared = getDeclaredSample(schema);
  const mayConflict = field.unique && (operation === 'update' || declared === undefined);
  if (mayConflict || isKey(entity, field) || field.doc.deprecated) return undefined;
  return declared ?? (field.codec.opaque ? undefined : pickValue(field, schema, 0));
}

/** A value that satisfies the schema and the rules that a schema cannot express. */
function pickValue({ rules }: FieldModel, schema: JsonSchema, nth: 0 | 1): JsonValue | undefined {
  return rules.checked === 'always' ? findSample(schema, nth, rules.accepts) : findSample(schema, nth);
}

function isKey(entity: EntityModel, { column }: FieldModel): boolean {
  return hasKeyColumn(entity, column);
}

function hasKeyColumn({ key }: EntityModel, column: string): boolean {
  return key.some((part) => part.column === column);
}

/**
 * Of optional edges, only those that the author gives an example for: other rows may not exist, least of all in an empty
 * database. A required edge that can create its entity does so.
 */
function buildEdgeExample(
  context: ExampleContext,
  edge: EdgeModel,
  { name: key, isRequired }: Member,
): JsonValue | undefined {
  const { entity, operation, document } = context;
  const { deprecated, example } = edge.doc;
  if (isRequired) return buildNestedExample(context, edge) ?? createReference(entity, edge, document).id;
  if (deprecated || !example) return undefined;
  const { id, isExclusive } = createReference(entity, edge, document);
  if (edge.unique) return isExclusive && operation === 'update' ? undefined : id;
  return id !== undefined && mayAdd(edge, operation, key) ? [id] : undefined;
}

/** An update that adds rows with a foreign key would take them from other rows. */
function mayAdd({ name, join }: EdgeModel, operation: Operation, key: string): boolean {
  return operation === 'create' || (key === `add_${name}` && join.kind === 'table');
}

/** The entity to create for a required edge; undefined where the edge takes ids only, or its id is part of the key. */
function buildNestedExample(
  { entity, document, nested }: ExampleContext,
  edge: EdgeModel,
): JsonObject | undefined {
  const { creation, doc, join, target, unique } = edge;
  const ofKey = join.kind === 'own' && join.columns.some((column) => hasKeyColumn(entity, column));
  if (nested || doc.example || !creation?.nested || !unique || ofKey) return undefined;
  const narrowed = narrowToEdge(document.entity(target), edge);
  return buildClassExample(narrowed, { operation: 'create', document, nested: true }) ?? undefined;
}
