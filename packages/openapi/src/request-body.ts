// The bodies of create and update: exactly the schemas that core checks them against, their enums by name.
import type { EntityModel, Route, RouteKind } from '@decorest/core';
import type { oas31 } from 'openapi3-ts';
import { withNamedEnums } from './body-enum.js';
import type { Draft } from './draft.js';
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
  const name = `${entity.name}${body === 'create' ? 'Create' : 'Update'}`;
  return draft.components.schema(name, () => withNamedEnums(entity, schemaObject(entity.body[body]), draft));
}
