// The bodies of create and update: exactly the schemas that core checks them against, their enums by name.
import type { ClassModel, EntityModel, Route, RouteKind, VariantsModel } from '@decorest/core';
import type { oas31 } from 'openapi3-ts';
import { withNamedEnums } from './body-enum.js';
import type { Draft } from './draft.js';
import { itselfName, kindSchema } from './entity-schema.js';
import { schemaObject } from './schema-object.js';

/** The request body of a route; null where there is none. */
export function requestBody(route: Route, draft: Draft): oas31.RequestBodyObject | null {
  const body = bodyOf(route.kind);
  if (body === null) return null;
  const { entity } = route;
  const schema = bodySchema(entity, body, draft);
  return {
    description: body === 'create' ? `The new ${entity.name}.` : `The keys to change; the others stay.`,
    required: true,
    content: { 'application/json': { schema } },
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

const suffixes = { create: 'Create', update: 'Update' } as const;

function bodyOfClass(entity: EntityModel, body: 'create' | 'update', draft: Draft): oas31.SchemaObject {
  return withNamedEnums(entity, schemaObject(entity.body[body]), draft);
}

/** A new entity says its class, an update is for one that has a class. */
function bodiesOfClasses(
  entity: EntityModel,
  variants: VariantsModel,
  body: 'create' | 'update',
  draft: Draft,
): oas31.SchemaObject {
  const classes = variants.classes.filter(({ entity: { operations } }) => operations.includes(body));
  if (body === 'update') return { anyOf: classes.map((one) => itself(one.entity, body, draft)) };
  const schemas = classes.map((one) => ({ value: one.value, schema: createOfClass(variants, one, draft) }));
  const { name } = variants.discriminator;
  const told: oas31.SchemaObject = {
    oneOf: schemas.map(({ schema }) => schema),
    discriminator: {
      propertyName: name,
      mapping: Object.fromEntries(schemas.map(({ value, schema }) => [value, schema.$ref])),
    },
  };
  return {
    description: `\`${name}\` says the class; without it, it is ${entity.name} itself.`,
    // A discriminator is in every member of its `oneOf`.
    anyOf: [told, itself(variants.own, body, draft)],
  };
}

/** What the class takes at its own endpoint, where it is not another that extends it. */
function itself(entity: EntityModel, body: 'create' | 'update', draft: Draft): oas31.ReferenceObject {
  if (!draft.entity(entity.name).variants) return bodySchema(entity, body, draft);
  return draft.components.schema(`${itselfName(entity)}${suffixes[body]}`, () =>
    bodyOfClass(entity, body, draft),
  );
}

/** The same with the discriminator. */
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
