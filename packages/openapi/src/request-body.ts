// The bodies of create and update: the schemas that core validates them with, with named enums, and examples.
import {
  bodyOperations,
  type ClassModel,
  type EntityModel,
  type JsonObject,
  type Route,
  type VariantsModel,
} from '@decorest/core';
import type { oas31 } from 'openapi3-ts';
import { replaceNamedEnums } from './body-enum.js';
import { buildBodyExample, buildCommonExample } from './body-example.js';
import type { DocumentContext } from './document-context.js';
import { getItselfName, buildKindSchema } from './entity-schema.js';
import { toSchemaObject } from './schema-object.js';

/** A body, and the names of its components. */
interface Body {
  readonly operation: 'create' | 'update';
  /** Begins the names: that of an edge under which entities are created without some of their keys. Otherwise empty. */
  readonly prefix: string;
}

/** Builds the request body of a route; null for a route without a body. */
export function buildRequestBody(route: Route, context: DocumentContext): oas31.RequestBodyObject | null {
  const operation = bodyOperations[route.kind];
  if (operation === null) return null;
  const { subject } = route;
  const body = { operation, prefix: getPrefix(route, context) };
  const schema = buildBodySchema(subject, body, context);
  const examples = buildBodyExamples(subject, operation, context);
  return {
    description: operation === 'create' ? `The new ${subject.name}.` : `The keys to change; the others stay.`,
    required: true,
    content: { 'application/json': { schema, ...examples } },
  };
}

/** `UserPets` where the path determines keys of the body. */
function getPrefix({ entity, edge, subject }: Route, context: DocumentContext): string {
  if (!edge || subject === context.entity(subject.name)) return '';
  return `${entity.name}${edge.property.charAt(0).toUpperCase()}${edge.property.slice(1)}`;
}

function buildBodySchema(entity: EntityModel, body: Body, context: DocumentContext): oas31.ReferenceObject {
  const { variants } = entity;
  const { prefix, operation } = body;
  return context.components.schema(`${prefix === '' ? entity.name : prefix}${suffixes[operation]}`, () =>
    variants ? buildClassBodies(entity, variants, body, context) : buildClassBody(entity, operation, context),
  );
}

/** An example that the API accepts; one per class for a new entity of several classes. */
function buildBodyExamples(
  entity: EntityModel,
  body: 'create' | 'update',
  context: DocumentContext,
): Pick<oas31.MediaTypeObject, 'example' | 'examples'> {
  const { variants } = entity;
  if (!variants) return toExample(buildBodyExample(entity, body, context));
  const examples = findClassesWith(variants, body).flatMap(({ value, entity: ofClass }) => {
    const example = buildBodyExample(ofClass, body, context);
    return example ? [{ value, entity: ofClass, example }] : [];
  });
  if (body === 'update') return toExample(buildCommonExample(examples.map(({ example }) => example)));
  const { name } = variants.discriminator;
  const named = examples.map(({ value, entity: ofClass, example }) => [
    value,
    { summary: ofClass.name, value: { [name]: value, ...example } },
  ]);
  return { examples: Object.fromEntries(named) as oas31.ExamplesObject };
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
  body: Body,
  context: DocumentContext,
): oas31.SchemaObject {
  const classes = findClassesWith(variants, body.operation);
  if (body.operation === 'update')
    return { anyOf: classes.map((one) => buildOwnBody(one.entity, body, context)) };
  const schemas = classes.map((one) => ({
    value: one.value,
    schema: buildVariantCreate(variants, one, body.prefix, context),
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
function buildOwnBody(entity: EntityModel, body: Body, context: DocumentContext): oas31.ReferenceObject {
  const { operation, prefix } = body;
  const isParent = context.entity(entity.name).variants !== null;
  // The component of the edge is that of all classes.
  if (!isParent && prefix === '') return buildBodySchema(entity, body, context);
  const name = isParent ? getItselfName(entity) : entity.name;
  return context.components.schema(`${prefix}${name}${suffixes[operation]}`, () =>
    buildClassBody(entity, operation, context),
  );
}

/** The create body of a class, with the discriminator. */
function buildVariantCreate(
  { discriminator: { name } }: VariantsModel,
  { value, entity }: ClassModel,
  prefix: string,
  context: DocumentContext,
): oas31.ReferenceObject {
  return context.components.schema(`${prefix}${entity.name}VariantCreate`, () => {
    const { properties, required = [], ...more } = buildClassBody(entity, 'create', context);
    return {
      ...more,
      properties: { [name]: buildKindSchema([value]), ...properties },
      required: [name, ...required],
    };
  });
}
