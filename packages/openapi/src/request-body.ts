// The bodies of create and update: the schemas that core validates them with, with named enums, and examples.
import {
  bodyOperations,
  listNestedEdges,
  narrowToEdge,
  type ClassModel,
  type EdgeModel,
  type EntityModel,
  type Limits,
  type Route,
  type VariantsModel,
} from '@decorest/core';
import type { oas31 } from 'openapi3-ts';
import { replaceNamedEnums } from './body-enum.js';
import {
  buildBodyExamples,
  listCreateExamples,
  buildUpdateExample,
  findClassesWith,
} from './body-examples.js';
import { buildBulkUpdateSchema, getItemBounds } from './bulk-schema.js';
import type { OwnedName } from './component-name.js';
import type { DocumentContext } from './document-context.js';
import { buildRowId } from './example-reference.js';
import { itself, buildKindSchema } from './entity-schema.js';
import { uniteBodies } from './merged-body.js';
import { toSchemaObject, type Schema } from './schema-object.js';

/** An edge of a class, in the names of components. */
type EdgeOfClass = Pick<OwnedName, 'of' | 'part'>;

/** A body, and the names of its components. */
interface Body {
  readonly operation: 'create' | 'update';
  /** Begins the names: an edge under which entities are created without some of their keys. Otherwise null. */
  readonly along: EdgeOfClass | null;
  /** Objects in edges create entities. */
  readonly nests: boolean;
}

const suffixes = { create: 'Create', update: 'Update' } as const;

/** Builds the request body of a route; null for a route without a body. */
export function buildRequestBody(route: Route, context: DocumentContext): oas31.RequestBodyObject | null {
  const operation = bodyOperations[route.kind];
  if (operation === null) return null;
  const { subject } = route;
  if (route.kind === 'bulk-create') return buildBulkCreateBody(subject, context);
  if (route.kind === 'bulk-update') return buildBulkUpdateBody(subject, context);
  const body = { operation, along: findEdge(route, context), nests: operation === 'create' };
  const schema = buildBodySchema(subject, body, context);
  const examples = buildBodyExamples(subject, operation, context);
  return {
    description:
      operation === 'create'
        ? `The new ${subject.name}.`
        : 'The members to change. All others keep their values.',
    required: true,
    content: { 'application/json': { schema, ...examples } },
  };
}

/** The edge `User.pets` where the path determines keys of the body. */
function findEdge({ entity, edge, subject }: Route, context: DocumentContext): EdgeOfClass | null {
  return edge && subject !== context.entity(subject.name) ? nameEdge(entity, edge) : null;
}

function buildBulkCreateBody(entity: EntityModel, context: DocumentContext): oas31.RequestBodyObject {
  const items = buildBodySchema(entity, { operation: 'create', along: null, nests: true }, context);
  const values = listCreateExamples(entity, context);
  return {
    description: `The new ${entity.name} entities.`,
    required: true,
    content: {
      'application/json': {
        schema: context.components.schema({ of: entity.name, part: 'CreateItems' }, () => ({
          ...getItemBounds(context),
          items,
        })),
        ...(values.length > 0 && { example: values }),
      },
    },
  };
}

function buildBulkUpdateBody(entity: EntityModel, context: DocumentContext): oas31.RequestBodyObject {
  return {
    description:
      'An object with the members to change in all entities that match the filters, or an array of entities, each with its id and the members to change.',
    required: true,
    content: {
      'application/json': {
        schema: buildBulkUpdateSchema(entity, context),
        ...buildBulkUpdateExample(entity, context),
      },
    },
  };
}

/** A list of one entity: an object would need filters beside it. */
function buildBulkUpdateExample(
  entity: EntityModel,
  context: DocumentContext,
): Pick<oas31.MediaTypeObject, 'example'> {
  const { name } = entity.id;
  const id = buildRowId(entity, 0);
  if (!entity.bulk?.body?.item || id === undefined) return {};
  return { example: [{ [name]: id, ...buildUpdateExample(entity, context) }] };
}

function nameEdge({ name }: EntityModel, { property }: EdgeModel): EdgeOfClass {
  return { of: name, part: `${property.charAt(0).toUpperCase()}${property.slice(1)}` };
}

function nameBody({ name }: EntityModel, { along }: Body, ending: string, ofEdge = ''): OwnedName {
  if (along) return { of: along.of, part: `${along.part}${ofEdge}${ending}`, kind: 'edge' };
  return { of: name, part: ending };
}

function buildBodySchema(entity: EntityModel, body: Body, context: DocumentContext): oas31.ReferenceObject {
  const { variants } = entity;
  return context.components.schema(nameBody(entity, body, suffixes[body.operation]), () =>
    variants ? buildClassBodies(entity, variants, body, context) : buildClassBody(entity, body, context),
  );
}

function buildClassBody(entity: EntityModel, body: Body, context: DocumentContext): oas31.SchemaObject {
  const schema = toSchemaObject(entity.body[body.operation]);
  const named = replaceNamedEnums(entity, schema, context);
  return body.nests ? addNestedBodies(entity, named, context) : named;
}

/** Adds the objects that edges take to the ids. */
function addNestedBodies(
  entity: EntityModel,
  schema: oas31.SchemaObject,
  context: DocumentContext,
): oas31.SchemaObject {
  const nested = entity.edges.filter(({ creation }) => creation?.nested);
  if (nested.length === 0) return schema;
  const { properties = {} } = schema;
  const members = nested.map((edge) => {
    const ids = Object.hasOwn(properties, edge.name) ? properties[edge.name] : undefined;
    const object = buildNestedBody(entity, edge, context);
    return [edge.name, buildNestedEdge(edge, ids, object, context)] as const;
  });
  return { ...schema, properties: { ...properties, ...Object.fromEntries(members) } };
}

/** The body of an entity that another one creates: its own edges take ids only. */
function buildNestedBody(
  entity: EntityModel,
  edge: EdgeModel,
  context: DocumentContext,
): oas31.ReferenceObject {
  const target = context.entity(edge.target);
  const narrowed = narrowToEdge(target, edge);
  const nestsItself = listNestedEdges(target).length > 0;
  const own = nameEdge(entity, edge);
  const nested = { ...own, part: `${own.part}Nested` };
  const along = nestsItself ? nested : narrowed === target ? null : own;
  return buildBodySchema(narrowed, { operation: 'create', along, nests: false }, context);
}

/** What one request may create, wherever its entities are in the body. */
function describeRowLimit({ bulk }: Limits): string {
  return `One request creates at most ${bulk} ${bulk === 1 ? 'entity' : 'entities'}.`;
}

function buildNestedEdge(
  { name, unique }: EdgeModel,
  ids: Schema | undefined,
  object: oas31.ReferenceObject,
  { model: { limits } }: DocumentContext,
): Schema {
  const taken = ids ? `Ids of \`${name}\`, and entities to create.` : 'Entities to create.';
  const description = `${taken} ${describeRowLimit(limits)}`;
  if (!ids || '$ref' in ids)
    return unique ? object : { type: 'array', items: object, maxItems: limits.listLength, description };
  if (!unique) return { ...ids, items: { oneOf: [ids.items ?? {}, object] }, description };
  const { description: given, examples, deprecated, ...id } = ids;
  return {
    oneOf: listReferenceForms(id, object),
    ...(given !== undefined && { description: given }),
    ...(examples !== undefined && { examples }),
    ...(deprecated !== undefined && { deprecated }),
  };
}

/** Null has a form of its own: client generators drop it from a form with several types. */
function listReferenceForms(id: oas31.SchemaObject, object: oas31.ReferenceObject): Schema[] {
  const { type, ...more } = id;
  const [first, ...others] = [type ?? []].flat().filter((each) => each !== 'null');
  if (first === undefined || !Array.isArray(type) || !type.includes('null')) return [id, object];
  return [{ type: others.length > 0 ? [first, ...others] : first, ...more }, object, { type: 'null' }];
}

/** A new entity names its class; an update is for an existing entity, whose class is known. */
function buildClassBodies(
  entity: EntityModel,
  variants: VariantsModel,
  body: Body,
  context: DocumentContext,
): oas31.SchemaObject {
  const classes = findClassesWith(variants, body.operation);
  if (body.operation === 'update')
    return replaceNamedEnums(
      entity,
      uniteBodies(
        classes.map((one) => ({ name: one.entity.name, schema: toSchemaObject(one.entity.body.update) })),
      ),
      context,
    );
  const schemas = classes.map((one) => ({
    value: one.value,
    schema: buildVariantCreate(variants, one, body, context),
  }));
  const { name } = variants.discriminator;
  const hasDefault = classes.some((one) => one.entity.name === entity.name);
  return {
    description: `\`${name}\` names the class${hasDefault ? `; without it, the class is ${entity.name} itself` : ''}.`,
    oneOf: schemas.map(({ schema }) => schema),
    discriminator: {
      propertyName: name,
      mapping: Object.fromEntries(schemas.map(({ value, schema }) => [value, schema.$ref])),
    },
  };
}

/** The create body of a class, with the discriminator. The parent itself is the class of a body without one. */
function buildVariantCreate(
  { discriminator: { name }, own }: VariantsModel,
  { value, entity }: ClassModel,
  body: Body,
  context: DocumentContext,
): oas31.ReferenceObject {
  const isOwn = entity.name === own.name;
  const ending = isOwn ? `${itself}Create` : 'VariantCreate';
  return context.components.schema(nameBody(entity, body, ending, entity.name), () => {
    const { properties, required = [], ...more } = buildClassBody(entity, body, context);
    const needed = isOwn ? required : [name, ...required];
    return {
      ...more,
      properties: { [name]: buildKindSchema([value]), ...properties },
      ...(needed.length > 0 && { required: needed }),
      // It follows from the required keys. Linters that take a discriminator for required do not compare such schemas.
      ...(isOwn && { minProperties: needed.length }),
    };
  });
}
