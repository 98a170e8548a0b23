// The bodies of create and update: the schemas that core validates them with, with named enums, and examples.
import {
  bulkOperationOf,
  type ClassModel,
  type EntityModel,
  type JsonObject,
  type Route,
  type RouteKind,
  type VariantsModel,
} from '@decorest/core';
import type { oas31 } from 'openapi3-ts';
import { replaceNamedEnums } from './body-enum.js';
import { buildBodyExample, buildCommonExample } from './body-example.js';
import { buildBulkUpdateSchema, getItemBounds } from './bulk-schema.js';
import type { DocumentContext } from './document-context.js';
import { buildRowId } from './example-reference.js';
import { getItselfName, buildKindSchema } from './entity-schema.js';
import { toSchemaObject } from './schema-object.js';

/** Builds the request body of a route; null for a route without a body. */
export function buildRequestBody(route: Route, context: DocumentContext): oas31.RequestBodyObject | null {
  const body = getBodyOperation(route.kind);
  if (body === null) return null;
  const { entity } = route;
  if (route.kind === 'bulk-create') return buildBulkCreateBody(entity, context);
  if (route.kind === 'bulk-update') return buildBulkUpdateBody(entity, context);
  const schema = buildBodySchema(entity, body, context);
  const examples = buildBodyExamples(entity, body, context);
  return {
    description: body === 'create' ? `The new ${entity.name}.` : `The keys to change; the others stay.`,
    required: true,
    content: { 'application/json': { schema, ...examples } },
  };
}

/** The operation whose body a kind of route has; null for none. */
export function getBodyOperation(kind: RouteKind): 'create' | 'update' | null {
  const operation = bulkOperationOf[kind] ?? kind;
  return operation === 'create' || operation === 'update' ? operation : null;
}

function buildBulkCreateBody(entity: EntityModel, context: DocumentContext): oas31.RequestBodyObject {
  const items = buildBodySchema(entity, 'create', context);
  const values = listCreateExamples(entity, context);
  return {
    description: `The new entities of ${entity.name}.`,
    required: true,
    content: {
      'application/json': {
        schema: { ...getItemBounds(context), items },
        ...(values.length > 0 && { example: values }),
      },
    },
  };
}

function buildBulkUpdateBody(entity: EntityModel, context: DocumentContext): oas31.RequestBodyObject {
  return {
    description:
      'The keys to change in all entities that the filters find, or entities with an id and keys to change.',
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

function buildUpdateExample(entity: EntityModel, context: DocumentContext): JsonObject | null {
  const { variants } = entity;
  if (!variants) return buildBodyExample(entity, 'update', context);
  return buildCommonExample(listClassExamples(variants, 'update', context).map(({ example }) => example));
}

function buildBodySchema(
  entity: EntityModel,
  body: 'create' | 'update',
  context: DocumentContext,
): oas31.ReferenceObject {
  const { variants } = entity;
  return context.components.schema(`${entity.name}${suffixes[body]}`, () =>
    variants ? buildClassBodies(entity, variants, body, context) : buildClassBody(entity, body, context),
  );
}

/** An example that the API accepts; one per class for a new entity of several classes. */
function buildBodyExamples(
  entity: EntityModel,
  body: 'create' | 'update',
  context: DocumentContext,
): Pick<oas31.MediaTypeObject, 'example' | 'examples'> {
  const { variants } = entity;
  if (body === 'update') return toExample(buildUpdateExample(entity, context));
  if (!variants) return toExample(buildBodyExample(entity, body, context));
  const examples = listClassExamples(variants, body, context);
  const named = examples.map(({ value, name, example }) => [
    value,
    { summary: name, value: addKind(variants, value, example) },
  ]);
  return { examples: Object.fromEntries(named) as oas31.ExamplesObject };
}

/** One new entity, or one of each class. */
function listCreateExamples(entity: EntityModel, context: DocumentContext): readonly JsonObject[] {
  const { variants } = entity;
  if (variants)
    return listClassExamples(variants, 'create', context).map(({ value, example }) =>
      addKind(variants, value, example),
    );
  const example = buildBodyExample(entity, 'create', context);
  return example ? [structuredClone(example)] : [];
}

function listClassExamples(variants: VariantsModel, body: 'create' | 'update', context: DocumentContext) {
  return findClassesWith(variants, body).flatMap(({ value, entity }) => {
    const example = buildBodyExample(entity, body, context);
    return example ? [{ value, name: entity.name, example }] : [];
  });
}

function addKind({ discriminator: { name } }: VariantsModel, value: string, example: JsonObject): JsonObject {
  return { [name]: value, ...example };
}

function toExample(example: JsonObject | null): Pick<oas31.MediaTypeObject, 'example'> {
  return example ? { example: structuredClone(example) } : {};
}

function findClassesWith({ classes }: VariantsModel, body: 'create' | 'update'): readonly ClassModel[] {
  return classes.filter(({ entity: { operations } }) => operations.includes(body));
}

const suffixes = { create: 'Create', update: 'Update' } as const;

function buildClassBody(
  entity: EntityModel,
  body: 'create' | 'update',
  context: DocumentContext,
): oas31.SchemaObject {
  return replaceNamedEnums(entity, toSchemaObject(entity.body[body]), context);
}

/** A new entity names its class; an update is for an existing entity, whose class is known. */
function buildClassBodies(
  entity: EntityModel,
  variants: VariantsModel,
  body: 'create' | 'update',
  context: DocumentContext,
): oas31.SchemaObject {
  const classes = findClassesWith(variants, body);
  if (body === 'update') return { anyOf: classes.map((one) => buildOwnBody(one.entity, body, context)) };
  const schemas = classes.map((one) => ({
    value: one.value,
    schema: buildVariantCreate(variants, one, context),
  }));
  const { name } = variants.discriminator;
  const named: oas31.SchemaObject = {
    oneOf: schemas.map(({ schema }) => schema),
    discriminator: {
      propertyName: name,
      mapping: Object.fromEntries(schemas.map(({ value, schema }) => [value, schema.$ref])),
    },
  };
  return {
    description: `\`${name}\` names the class; without it, the class is ${entity.name} itself.`,
    // Every member of the `oneOf` has the discriminator, so the class itself is a separate alternative.
    anyOf: [named, buildOwnBody(variants.own, body, context)],
  };
}

/** The body for the class itself, without its subclasses. */
function buildOwnBody(
  entity: EntityModel,
  body: 'create' | 'update',
  context: DocumentContext,
): oas31.ReferenceObject {
  if (!context.entity(entity.name).variants) return buildBodySchema(entity, body, context);
  return context.components.schema(`${getItselfName(entity)}${suffixes[body]}`, () =>
    buildClassBody(entity, body, context),
  );
}

/** The create body of a class, with the discriminator. */
function buildVariantCreate(
  { discriminator: { name } }: VariantsModel,
  { value, entity }: ClassModel,
  context: DocumentContext,
): oas31.ReferenceObject {
  return context.components.schema(`${entity.name}VariantCreate`, () => {
    const { properties, required = [], ...more } = buildClassBody(entity, 'create', context);
    return {
      ...more,
      properties: { [name]: buildKindSchema([value]), ...properties },
      required: [name, ...required],
    };
  });
}
