// Entity -> schema of its JSON: fields, edges and truncated edges.
import type { EdgeModel, EntityModel, FieldModel, VariantsModel } from '@decorest/core';
import type { oas31 } from 'openapi3-ts';
import { describeDistance, type OwnedName } from './component-name.js';
import type { DocumentContext } from './document-context.js';
import { buildFieldSchema } from './field-schema.js';
import { nameObjects } from './named-object.js';
import { describeEntity } from './entity-description.js';
import { buildFlatObject, buildObject, allowNull, type Member, type Schema } from './schema-object.js';

/** An entity as an operation returns it, with its eager-loaded edges. */
export function buildEntitySchema(entity: EntityModel, context: DocumentContext): oas31.ReferenceObject {
  const { variants } = entity;
  return context.components.schema({ of: entity.name, part: '', kind: 'class' }, () =>
    variants
      ? buildOneOfClasses(entity, variants, (ofClass) => buildClassSchema(ofClass, context))
      : buildWholeSchema(entity, context),
  );
}

function buildWholeSchema(entity: EntityModel, context: DocumentContext): oas31.SchemaObject {
  const whole = buildEntityObject(entity, buildEdgesSchema(entity, context), context);
  return addTruncatedEdges(getShownEdges(entity), whole);
}

/** Single-table inheritance: the schema of a class without its subclasses. */
function buildClassSchema(entity: EntityModel, context: DocumentContext): oas31.ReferenceObject {
  if (!context.entity(entity.name).variants) return buildEntitySchema(entity, context);
  return context.components.schema({ of: entity.name, part: itself }, () =>
    buildWholeSchema(entity, context),
  );
}

/** In the names of components: a parent class without its subclasses. */
export const itself = 'Itself';

function buildOneOfClasses(
  entity: EntityModel,
  { discriminator, classes }: VariantsModel,
  schemaOf: (ofClass: EntityModel) => oas31.ReferenceObject,
): oas31.SchemaObject {
  const schemas = classes.map((one) => ({ value: one.value, schema: schemaOf(one.entity) }));
  return {
    description: describeEntity(entity),
    ...(entity.doc.deprecated && { deprecated: true }),
    oneOf: schemas.map(({ schema }) => schema),
    discriminator: {
      propertyName: discriminator.name,
      mapping: Object.fromEntries(schemas.map(({ value, schema }) => [value, schema.$ref])),
    },
  };
}

/** An entity embedded in another one. `depth` is the remaining depth of `include`; its eager edges are not embedded by default. */
function buildEmbeddedSchema(
  entity: EntityModel,
  depth: number,
  context: DocumentContext,
): oas31.ReferenceObject {
  if (getShownEdges(entity).length === 0) return buildEntitySchema(entity, context);
  const { variants } = entity;
  if (variants)
    return context.components.schema(nameEmbedded(entity, depth), () =>
      buildOneOfClasses(entity, variants, (ofClass) => buildEmbeddedClassSchema(ofClass, depth, context)),
    );
  return buildEmbeddedComponent({ entity, part: '', depth }, context);
}

function buildEmbeddedClassSchema(
  entity: EntityModel,
  depth: number,
  context: DocumentContext,
): oas31.ReferenceObject {
  if (!context.entity(entity.name).variants) return buildEmbeddedSchema(entity, depth, context);
  if (getShownEdges(entity).length === 0) return buildClassSchema(entity, context);
  return buildEmbeddedComponent({ entity, part: itself, depth }, context);
}

/** A component for an embedded entity. */
interface EmbeddedComponent {
  readonly entity: EntityModel;
  /** What the name of the class has before the ending. */
  readonly part: string;
  readonly depth: number;
}

function buildEmbeddedComponent(
  { entity, part, depth }: EmbeddedComponent,
  context: DocumentContext,
): oas31.ReferenceObject {
  const name = nameEmbedded(entity, depth, part);
  const includable = entity.edges.filter((edge) => edge.includable);
  if (depth === 0 || includable.length === 0)
    return context.components.schema(name, () => ({
      ...buildEntityObject(entity, buildNoEdgesSchema(context), context),
      description: `One ${entity.name} inside another entity: its own edges are not loaded.`,
    }));
  return context.components.schema(name, () => {
    const members = includable.map((edge) => ({
      name: edge.name,
      schema: buildEdgeSchema(edge, depth - 1, context),
    }));
    const edges = context.components.schema({ ...name, part: `${name.part}Edges` }, () => ({
      ...buildFlatObject(members, () => false),
      description: 'The edges that `include` names.',
    }));
    return {
      ...addTruncatedEdges(includable, buildEntityObject(entity, edges, context)),
      description: `One ${entity.name} inside another entity, with the edges that \`include\` names.`,
    };
  });
}

/** Says how many edges of `include` may follow, so that no edge of another class changes the name. */
function nameEmbedded(entity: EntityModel, depth: number, part = ''): OwnedName {
  const distance =
    depth > 0 && entity.edges.some(({ includable }) => includable) ? describeDistance(depth) : '';
  return { of: entity.name, part: `${part}Embedded${distance}` };
}

/** All entities without edges share it. */
function buildNoEdgesSchema({ components }: DocumentContext): oas31.ReferenceObject {
  return components.schema('NoEdges', () => ({
    ...buildObject([]),
    description: 'The edges of an embedded entity that are not loaded.',
  }));
}

function buildEntityObject(
  entity: EntityModel,
  edges: oas31.ReferenceObject,
  context: DocumentContext,
): oas31.SchemaObject {
  const fields: Member[] = entity.fields
    .filter((field) => field.readable)
    .map((field) => ({ name: field.name, schema: buildMemberSchema(entity, field, context) }));
  const object = buildObject([...fields, { name: 'edges', schema: edges }], createRequiredTest(entity));
  const { components } = context;
  return {
    // Objects of fields have one name, wherever the entity is shown.
    ...nameObjects(object, { of: entity.name, part: '' }, (...inner) => components.schema(...inner)),
    description: describeEntity(entity),
    ...(entity.doc.deprecated && { deprecated: true }),
  };
}

/** In a class with `@SparseFields`, only the id and the discriminator are required. */
function createRequiredTest({ sparseFields, key, fields, table }: EntityModel): (name: string) => boolean {
  if (!sparseFields) return () => true;
  const kinds = fields.filter(({ column }) => column === table.discriminator?.column);
  const kept = new Set(['edges', ...[...key, ...kinds].map(({ name }) => getTopKey(name))]);
  return (name) => kept.has(name);
}

/** The key of the JSON that holds a field: `address.city` is a member of `address`. */
export function getTopKey(name: string): string {
  return name.split('.', 1).join();
}

/** The discriminator of a class without its subclasses has one value; the named enum has those of all classes. */
function buildMemberSchema(entity: EntityModel, field: FieldModel, context: DocumentContext): Schema {
  const { variants } = context.entity(entity.name);
  if (variants?.discriminator.column !== field.column) return buildFieldSchema(entity, field, context);
  return buildKindSchema(entity.table.discriminator?.values ?? []);
}

/** Builds the schema of a discriminator. */
export function buildKindSchema(values: readonly string[]): oas31.SchemaObject {
  return { type: 'string', enum: [...values] };
}

/** The edges that an answer may have: those that are eager-loaded, and those that `include` may name. */
function getShownEdges(entity: EntityModel): readonly EdgeModel[] {
  return entity.edges.filter((edge) => edge.eager || edge.includable);
}

function buildEdgesSchema(entity: EntityModel, context: DocumentContext): oas31.ReferenceObject {
  const shown = getShownEdges(entity);
  const optional = new Set(shown.flatMap(({ name, includable }) => (includable ? name : [])));
  return context.components.schema({ of: entity.name, part: 'Edges' }, () => ({
    ...buildFlatObject(
      shown.map((edge) => ({
        name: edge.name,
        schema: buildEdgeSchema(
          edge,
          edge.includable ? Math.max(0, context.includeDepth(entity) - 1) : 0,
          context,
        ),
      })),
      (name) => !optional.has(name),
    ),
    description: `The ${optional.size > 0 ? 'eager-loaded and included' : 'eager-loaded'} edges of one ${entity.name}.`,
  }));
}

function buildEdgeSchema(edge: EdgeModel, depth: number, context: DocumentContext): Schema {
  const target = context.entity(edge.target);
  const embedded = buildEmbeddedSchema(target, depth, context);
  return {
    ...(edge.unique ? buildUniqueEdgeSchema(edge, target, embedded) : buildArrayEdgeSchema(edge, embedded)),
    ...buildEdgeDoc(edge),
  };
}

/** A required edge can still be null: its target may be soft-deleted, or hidden by a policy. */
function buildUniqueEdgeSchema(
  edge: EdgeModel,
  target: EntityModel,
  embedded: oas31.ReferenceObject,
): Schema {
  return edge.nullable || target.hasPolicies || target.table.deletedAt !== null
    ? allowNull(embedded)
    : embedded;
}

function buildArrayEdgeSchema(edge: EdgeModel, embedded: oas31.ReferenceObject): oas31.SchemaObject {
  return { type: 'array', items: embedded, ...(edge.eagerLimit !== -1 && { maxItems: edge.eagerLimit }) };
}

function buildEdgeDoc({ doc }: EdgeModel): oas31.SchemaObject {
  return {
    ...(doc.description !== null && { description: doc.description }),
    ...(doc.deprecated && { deprecated: true }),
  };
}

/** `truncated_edges` is present only if an edge has more entities than its limit, so it is never required. */
function addTruncatedEdges(edges: readonly EdgeModel[], schema: oas31.SchemaObject): oas31.SchemaObject {
  const limited = edges.filter((edge) => !edge.unique && (edge.includable || edge.eagerLimit !== -1));
  if (limited.length === 0) return schema;
  return {
    ...schema,
    properties: { ...schema.properties, truncated_edges: buildTruncatedEdgesSchema(limited) },
  };
}

function buildTruncatedEdgesSchema(limited: readonly EdgeModel[]): oas31.SchemaObject {
  return {
    type: 'array',
    description: 'Edges with more entities than are embedded; absent when there are none.',
    items: { type: 'string', enum: limited.map((edge) => edge.name) },
    minItems: 1,
  };
}
