// Entity -> bodies that its operations accept unchanged, for documentation pages that can send them. Where the author gives
// no example, uses only values that the model guarantees; ids are those of the first rows with generated keys.
import type { EdgeModel, EntityModel, FieldModel, JsonObject, JsonSchema, JsonValue } from '@decorest/core';
import type { DocumentContext } from './document-context.js';
import { getNewRowColumns, createReference, type Reference } from './example-reference.js';
import { getDeclaredSample, findSample } from './schema-sample.js';

type Operation = 'create' | 'update';

/** The entity and operation of an example. */
interface ExampleContext {
  readonly entity: EntityModel;
  readonly operation: Operation;
  readonly document: DocumentContext;
  /** Values of columns that also belong to the foreign key of an edge. */
  readonly columns: ReadonlyMap<string, JsonValue>;
}

/** Builds a body for one class; null if a required member has no known valid value. */
export function buildBodyExample(
  entity: EntityModel,
  operation: Operation,
  document: DocumentContext,
): JsonObject | null {
  const columns = operation === 'create' ? getNewRowColumns(entity, document) : new Map<string, JsonValue>();
  return buildObjectExample({ entity, operation, document, columns }, entity.body[operation], '') ?? null;
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

function isKey({ key }: EntityModel, { column }: FieldModel): boolean {
  return key.some((part) => part.column === column);
}

function buildEdgeExample(
  { entity, operation, document }: ExampleContext,
  edge: EdgeModel,
  { name: key, isRequired }: Member,
): JsonValue | undefined {
  const reference = createReference(entity, edge, document);
  if (isRequired) return reference.id;
  if (edge.doc.deprecated) return undefined;
  return edge.unique
    ? buildUniqueExample(reference, operation)
    : buildListExample(edge, reference, { operation, key });
}

function buildUniqueExample(
  { id, isDeclared, isSure, isExclusive }: Reference,
  operation: Operation,
): JsonValue | undefined {
  const mayConflict = isExclusive && (operation === 'update' || !isDeclared);
  return isSure && !mayConflict ? id : undefined;
}

/** An empty list shows the key and changes nothing. If the target has the foreign key, its row may belong to another row. */
function buildListExample(
  { name, join }: EdgeModel,
  { id, isDeclared, isSure }: Reference,
  { operation, key }: { readonly operation: Operation; readonly key: string },
): JsonValue | undefined {
  if (operation === 'update' && key === name) return undefined;
  const mayTake = join.kind === 'table' || (isDeclared && operation === 'create');
  return isSure && mayTake && key !== `remove_${name}` && id !== undefined ? [id] : [];
}
