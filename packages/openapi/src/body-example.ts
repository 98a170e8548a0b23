// Entity -> bodies that its operations accept as they are, for documentation pages that offer to send them. Of what the
// author gives no example of, only what the model vouches for: ids are those of the first rows with generated keys.
import type { EdgeModel, EntityModel, FieldModel, JsonObject, JsonSchema, JsonValue } from '@decorest/core';
import type { DocumentContext } from './document-context.js';
import { getNewRowColumns, createReference, type Reference } from './example-reference.js';
import { getDeclaredSample, findSample } from './schema-sample.js';

type Operation = 'create' | 'update';

/** What an example is made for. */
interface ExampleContext {
  readonly entity: EntityModel;
  readonly operation: Operation;
  readonly draft: DocumentContext;
  /** Values of columns that edges decide, too. */
  readonly columns: ReadonlyMap<string, JsonValue>;
}

/** A body for one class; null where no value is known to be accepted for a required member. */
export function buildBodyExample(
  entity: EntityModel,
  operation: Operation,
  draft: DocumentContext,
): JsonObject | null {
  const columns = operation === 'create' ? getNewRowColumns(entity, draft) : new Map<string, JsonValue>();
  return buildObjectExample({ entity, operation, draft, columns }, entity.body[operation], '') ?? null;
}

/** What several bodies have in common: each takes it. */
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

/** `place` is that of the object: empty, or `address.`. */
function buildObjectExample(
  context: ExampleContext,
  { properties = {}, required = [] }: JsonSchema,
  place: string,
): JsonObject | undefined {
  const members: [string, JsonValue][] = [];
  for (const [name, schema] of Object.entries(properties)) {
    const isRequired = required.includes(name);
    const value = buildMemberExample(context, `${place}${name}`, schema, isRequired);
    if (value !== undefined) members.push([name, value]);
    else if (isRequired) return undefined;
  }
  return Object.fromEntries(members);
}

function buildMemberExample(
  context: ExampleContext,
  name: string,
  schema: JsonSchema,
  isRequired: boolean,
): JsonValue | undefined {
  const { fields, edges } = context.entity;
  const field = fields.find((one) => one.name === name);
  if (field)
    return isRequired ? pickRequiredValue(context, field, schema) : pickOptionalValue(context, field, schema);
  const edge = edges.find((one) => getEdgeKeys(one).includes(name));
  if (edge) return buildEdgeExample(context, edge, name, isRequired);
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

/** Sending a unique value twice is a conflict: none is offered unless a row needs it, or the author gives one. */
function pickOptionalValue({ entity, operation }: ExampleContext, field: FieldModel, schema: JsonSchema) {
  const declared = getDeclaredSample(schema);
  const mayConflict = field.unique && (operation === 'update' || declared === undefined);
  if (mayConflict || isKey(entity, field) || field.doc.deprecated) return undefined;
  return declared ?? (field.codec.opaque ? undefined : pickValue(field, schema, 0));
}

/** A value that satisfies the schema, and the rules that it does not say. */
function pickValue({ rules }: FieldModel, schema: JsonSchema, nth: 0 | 1): JsonValue | undefined {
  return rules.checked === 'always' ? findSample(schema, nth, rules.accepts) : findSample(schema, nth);
}

function isKey({ key }: EntityModel, { column }: FieldModel): boolean {
  return key.some((part) => part.column === column);
}

function buildEdgeExample(
  { entity, operation, draft }: ExampleContext,
  edge: EdgeModel,
  key: string,
  isRequired: boolean,
): JsonValue | undefined {
  const reference = createReference(entity, edge, draft);
  if (isRequired) return reference.id;
  if (edge.doc.deprecated) return undefined;
  return edge.unique
    ? buildUniqueExample(reference, operation)
    : buildListExample(edge, reference, operation, key);
}

function buildUniqueExample(
  { id, isDeclared, isSure, isExclusive }: Reference,
  operation: Operation,
): JsonValue | undefined {
  const mayConflict = isExclusive && (operation === 'update' || !isDeclared);
  return isSure && !mayConflict ? id : undefined;
}

/** An empty list changes nothing, and shows the key. Where the target has the foreign key, its row may belong to another. */
function buildListExample(
  { name, join }: EdgeModel,
  { id, isDeclared, isSure }: Reference,
  operation: Operation,
  key: string,
): JsonValue | undefined {
  if (operation === 'update' && key === name) return undefined;
  const mayTake = join.kind === 'table' || (isDeclared && operation === 'create');
  return isSure && mayTake && key !== `remove_${name}` && id !== undefined ? [id] : [];
}
