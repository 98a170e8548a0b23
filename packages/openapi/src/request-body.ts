// The bodies of create and update: exactly the schemas that core checks them against, their enums by name, and examples.
import type { ClassModel, EntityModel, JsonObject, Route, RouteKind, VariantsModel } from '@decorest/core';
import type { oas31 } from 'openapi3-ts';
import { withNamedEnums } from './body-enum.js';
import { bodyExample, commonExample } from './body-example.js';
import type { Draft } from './document-context.js';
import { itselfName, kindSchema } from './entity-schema.js';
import { schemaObject } from './schema-object.js';

/** The request body of a route; null where there is none. */
export function requestBody(route: Route, draft: Draft): oas31.RequestBodyObject | null {
  const body = bodyOf(route.kind);
  if (body === null) return null;
  const { entity } = route;
  const schema = bodySchema(entity, body, draft);
  const examples = bodyExamples(entity, body, draft);
  return {
    description: body === 'create' ? `The new ${entity.name}.` : `The keys to change; the others stay.`,
    required: true,
    content: { 'application/json': { schema, ...examples } },
  };
}

/** Which body an operation takes; null for none. */
export function bodyOf(kind: RouteKind): 'create' | 'update' | null {
  return kind === 'create' || kind === 'update' ? kind : null;
}

function bodySchema(entity: EntityModel, body: 'create' | 'update', draft: Draft): oas31.ReferenceObject {
  const { variants } = entity;
  return draft.components.schema(`${entity.name}${suffixes[body]}`, () =>
    variants ? bodiesOfClasses(entity, variants, body, draft) : bodyOfClass(entity, body, draft),
  );
}

/** An example that can be sent as it is; for a new entity of several classes, one for each class. */
function bodyExamples(
  entity: EntityModel,
  body: 'create' | 'update',
  draft: Draft,
): Pick<oas31.MediaTypeObject, 'example' | 'examples'> {
  const { variants } = entity;
  if (!variants) return exampleOrNone(bodyExample(entity, body, draft));
  const examples = classesWith(variants, body).flatMap(({ value, entity: ofClass }) => {
    const example = bodyExample(ofClass, body, draft);
    return example ? [{ value, entity: ofClass, example }] : [];
  });
  if (body === 'update') return exampleOrNone(commonExample(examples.map(({ example }) => example)));
  const { name } = variants.discriminator;
  const named = examples.map(({ value, entity: ofClass, example }) => [
    value,
    { summary: ofClass.name, value: { [name]: value, ...example } },
  ]);
  return { examples: Object.fromEntries(named) as oas31.ExamplesObject };
}

function exampleOrNone(example: JsonObject | null): Pick<oas31.MediaTypeObject, 'example'> {
  return example ? { example: structuredClone(example) } : {};
}

function classesWith({ classes }: VariantsModel, body: 'create' | 'update'): readonly ClassModel[] {
  return classes.filter(({ entity: { operations } }) => operations.includes(body));
}

const suffixes = { create: 'Create', update: 'Update' } as const;

function bodyOfClass(entity: EntityModel, body: 'create' | 'update', draft: Draft): oas31.SchemaObject {
  return withNamedEnums(entity, schemaObject(entity.body[body]), draft);
}

/** A new entity names its class; an update is for an entity that has one. */
function bodiesOfClasses(
  entity: EntityModel,
  variants: VariantsModel,
  body: 'create' | 'update',
  draft: Draft,
): oas31.SchemaObject {
  const classes = classesWith(variants, body);
  if (body === 'update') return { anyOf: classes.map((one) => itself(one.entity, body, draft)) };
  const schemas = classes.map((one) => ({ value: one.value, schema: createOfClass(variants, one, draft) }));
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
    // A discriminator is in every member of its `oneOf`.
    anyOf: [named, itself(variants.own, body, draft)],
  };
}

/** The body for the class itself, without the classes that extend it. */
function itself(entity: EntityModel, body: 'create' | 'update', draft: Draft): oas31.ReferenceObject {
  if (!draft.entity(entity.name).variants) return bodySchema(entity, body, draft);
  return draft.components.schema(`${itselfName(entity)}${suffixes[body]}`, () =>
    bodyOfClass(entity, body, draft),
  );
}

/** The body of the class with the discriminator. */
function createOfClass(
  { discriminator: { name } }: VariantsModel,
  { value, entity }: ClassModel,
  draft: Draft,
): oas31.ReferenceObject {
  return draft.components.schema(`${entity.name}VariantCreate`, () => {
    const { properties, required = [], ...more } = bodyOfClass(entity, 'create', draft);
    return {
      ...more,
      properties: { [name]: kindSchema([value]), ...properties },
      required: [name, ...required],
    };
  });
}
