// Entity -> schema of its JSON: fields, edges, and what was cut off the edges.
import type { EdgeModel, EntityModel, FieldModel, VariantsModel } from '@decorest/core';
import type { oas31 } from 'openapi3-ts';
import type { Draft } from './document-context.js';
import { fieldSchema } from './field-schema.js';
import { objectOf, orNull, type Member, type Schema } from './schema-object.js';

/** An entity as an operation returns it, with its eager-loaded edges. */
export function entitySchema(entity: EntityModel, draft: Draft): oas31.ReferenceObject {
  const { variants } = entity;
  return draft.components.entitySchema(entity.name, () =>
    variants
      ? oneOfClasses(entity, variants, (ofClass) => classSchema(ofClass, draft))
      : wholeSchema(entity, draft),
  );
}

function wholeSchema(entity: EntityModel, draft: Draft): oas31.SchemaObject {
  return withTruncation(entity, bodyOf(entity, edgesOf(entity, draft), draft));
}

/** Single-table inheritance: the schema of a class without those that extend it. */
function classSchema(entity: EntityModel, draft: Draft): oas31.ReferenceObject {
  if (!draft.entity(entity.name).variants) return entitySchema(entity, draft);
  return draft.components.schema(itselfName(entity), () => wholeSchema(entity, draft));
}

/** The name of the component of a parent class without its children. */
export function itselfName({ name }: EntityModel): string {
  return `${name}Itself`;
}

function oneOfClasses(
  entity: EntityModel,
  { discriminator, classes }: VariantsModel,
  schemaOf: (ofClass: EntityModel) => oas31.ReferenceObject,
): oas31.SchemaObject {
  const schemas = classes.map((one) => ({ value: one.value, schema: schemaOf(one.entity) }));
  return {
    description: descriptionOf(entity),
    ...(entity.doc.deprecated && { deprecated: true }),
    oneOf: schemas.map(({ schema }) => schema),
    discriminator: {
      propertyName: discriminator.name,
      mapping: Object.fromEntries(schemas.map(({ value, schema }) => [value, schema.$ref])),
    },
  };
}

/** An entity inside another one: its own edges are never loaded. */
function embeddedSchema(entity: EntityModel, draft: Draft): oas31.ReferenceObject {
  if (eagerEdges(entity).length === 0) return entitySchema(entity, draft);
  const { variants } = entity;
  if (variants)
    return draft.components.schema(`${entity.name}Embedded`, () =>
      oneOfClasses(entity, variants, (ofClass) => embeddedClass(ofClass, draft)),
    );
  return embeddedAs(`${entity.name}Embedded`, entity, draft);
}

function embeddedClass(entity: EntityModel, draft: Draft): oas31.ReferenceObject {
  if (!draft.entity(entity.name).variants) return embeddedSchema(entity, draft);
  if (eagerEdges(entity).length === 0) return classSchema(entity, draft);
  return embeddedAs(`${itselfName(entity)}Embedded`, entity, draft);
}

function embeddedAs(name: string, entity: EntityModel, draft: Draft): oas31.ReferenceObject {
  return draft.components.schema(name, () => ({
    ...bodyOf(entity, { ...objectOf([]), description: 'Not loaded in an embedded entity.' }, draft),
    description: `One ${entity.name} inside another entity: its own edges are not loaded.`,
  }));
}

function bodyOf(entity: EntityModel, edges: Schema, draft: Draft): oas31.SchemaObject {
  const fields: Member[] = entity.fields
    .filter((field) => field.readable)
    .map((field) => ({ name: field.name, schema: memberSchema(entity, field, draft) }));
  return {
    ...objectOf([...fields, { name: 'edges', schema: edges }]),
    description: descriptionOf(entity),
    ...(entity.doc.deprecated && { deprecated: true }),
  };
}

/** The discriminator of a parent's own class has one value. A named enum would have all values of the parent. */
function memberSchema(entity: EntityModel, field: FieldModel, draft: Draft): Schema {
  const { variants } = draft.entity(entity.name);
  if (variants?.discriminator.column !== field.column) return fieldSchema(entity, field, draft);
  return kindSchema(entity.table.discriminator?.values ?? [], { readOnly: true });
}

/** A discriminator with these values. */
export function kindSchema(values: readonly string[], more: oas31.SchemaObject = {}): oas31.SchemaObject {
  return { type: 'string', enum: [...values], ...more };
}

function descriptionOf(entity: EntityModel): string {
  const described = entity.doc.description ?? `One ${entity.name}.`;
  return [described, ...kindsOf(entity), ...keyOf(entity)].join(' ');
}

/** Single-table inheritance: a parent class has the entities of its children too. */
function kindsOf({ table, fields }: EntityModel): string[] {
  const { column = null, values = [] } = table.discriminator ?? {};
  const kind = fields.find((field) => field.column === column);
  return kind && values.length > 1 ? [`\`${kind.name}\` tells its kind: ${quoted(values)}.`] : [];
}

function keyOf(entity: EntityModel): string[] {
  return entity.key.length === 1 ? [] : [`Its id is ${idDescription(entity)}`];
}

/** How the id of a key of several columns is spelled. */
export function idDescription({ key }: EntityModel): string {
  const names = quoted(key.map(({ name }) => name));
  return `${names}, joined by commas; a percent sign or a comma in one of them is \`%25\` or \`%2C\`.`;
}

function quoted(words: readonly string[]): string {
  return words.map((word) => `\`${word}\``).join(', ');
}

function eagerEdges(entity: EntityModel): readonly EdgeModel[] {
  return entity.edges.filter((edge) => edge.eager);
}

function edgesOf(entity: EntityModel, draft: Draft): oas31.ReferenceObject {
  return draft.components.schema(`${entity.name}Edges`, () => ({
    ...objectOf(eagerEdges(entity).map((edge) => ({ name: edge.name, schema: edgeSchema(edge, draft) }))),
    description: `The eager-loaded edges of one ${entity.name}.`,
  }));
}

function edgeSchema(edge: EdgeModel, draft: Draft): Schema {
  const target = draft.entity(edge.target);
  const embedded = embeddedSchema(target, draft);
  return {
    ...(edge.unique ? uniqueEdge(edge, target, embedded) : arrayEdge(edge, embedded)),
    ...edgeDoc(edge),
  };
}

/** A required edge is null all the same where its target may have been deleted softly, or hidden by a policy. */
function uniqueEdge(edge: EdgeModel, target: EntityModel, embedded: oas31.ReferenceObject): Schema {
  return edge.nullable || target.guarded || target.table.deletedAt !== null ? orNull(embedded) : embedded;
}

function arrayEdge(edge: EdgeModel, embedded: oas31.ReferenceObject): oas31.SchemaObject {
  return { type: 'array', items: embedded, ...(edge.eagerLimit !== -1 && { maxItems: edge.eagerLimit }) };
}

function edgeDoc({ doc }: EdgeModel): oas31.SchemaObject {
  return {
    ...(doc.description !== null && { description: doc.description }),
    ...(doc.deprecated && { deprecated: true }),
  };
}

/** `truncated_edges` is there only when an edge held more entities than its limit, so it is never required. */
function withTruncation(entity: EntityModel, schema: oas31.SchemaObject): oas31.SchemaObject {
  const limited = eagerEdges(entity).filter((edge) => !edge.unique && edge.eagerLimit !== -1);
  if (limited.length === 0) return schema;
  return { ...schema, properties: { ...schema.properties, truncated_edges: truncatedEdges(limited) } };
}

function truncatedEdges(limited: readonly EdgeModel[]): oas31.SchemaObject {
  return {
    type: 'array',
    description: 'Edges with more entities than are embedded; absent when there are none.',
    items: { type: 'string', enum: limited.map((edge) => edge.name) },
    minItems: 1,
    uniqueItems: true,
  };
}
