// Which routes answer with a collection, and its two schemas: a page in its envelope, and a plain array.
import type { EntityModel, PageModel, Route } from '@decorest/core';
import type { oas31 } from 'openapi3-ts';
import type { Draft } from './document-context.js';
import { entitySchema } from './entity-schema.js';
import { objectOf } from './schema-object.js';

/** One page of entities. */
export function pageSchema(entity: EntityModel, draft: Draft): oas31.ReferenceObject {
  const content: oas31.SchemaObject = { type: 'array', items: entitySchema(entity, draft) };
  return draft.components.schema(`${entity.name}List`, () => ({
    ...objectOf([
      { name: 'page', schema: { type: 'integer', minimum: 1, description: 'Number of this page, from 1.' } },
      {
        name: 'total_count',
        schema: { type: 'integer', minimum: 0, description: 'Number of all entities found.' },
      },
      { name: 'last_page', schema: { type: 'integer', minimum: 1, description: 'Number of the last page.' } },
      {
        name: 'is_last_page',
        schema: { type: 'boolean', description: 'Whether this page is the last one.' },
      },
      { name: 'content', schema: { ...content, description: 'The entities of this page.' } },
    ]),
    description: `One page of entities of ${entity.name}.`,
  }));
}

/** All entities found, up to the limit of collections without pages. */
export function arraySchema(entity: EntityModel, draft: Draft): oas31.SchemaObject {
  const { unpagedLimit } = draft.model;
  return {
    type: 'array',
    items: entitySchema(entity, draft),
    ...(unpagedLimit !== -1 && { maxItems: unpagedLimit }),
  };
}

/** The pages of a route's collection; null for a route that returns one entity or none. */
export function collectionPage({ kind, entity, edge }: Route): PageModel | null {
  if (kind === 'list') return entity.page;
  return kind === 'edge-list' && edge ? edge.page : null;
}
