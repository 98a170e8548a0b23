// Which routes answer with a collection, and its two schemas: a page in its envelope, and a plain array.
import type { EntityModel, Route } from '@decorest/core';
import type { oas31 } from 'openapi3-ts';
import type { DocumentContext } from './document-context.js';
import { buildEntitySchema } from './entity-schema.js';
import { buildObject, type Schema } from './schema-object.js';

/** Builds the schema of one page of entities. */
export function buildPageSchema(entity: EntityModel, context: DocumentContext): oas31.ReferenceObject {
  const items = buildEntitySchema(entity, context);
  return context.components.schema({ of: entity.name, part: 'List' }, () => ({
    ...buildEnvelope(items, 'entities'),
    description: `One page of ${entity.name} entities.`,
  }));
}

/** Builds the object around the content of a page. */
export function buildEnvelope(items: Schema, what: 'entities' | 'groups'): oas31.SchemaObject {
  const content: oas31.SchemaObject = { type: 'array', items };
  return buildObject([
    { name: 'page', schema: { type: 'integer', minimum: 1, description: 'Number of this page, from 1.' } },
    {
      name: 'total_count',
      schema: { type: 'integer', minimum: 0, description: `Number of matching ${what} on all pages.` },
    },
    { name: 'last_page', schema: { type: 'integer', minimum: 1, description: 'Number of the last page.' } },
    {
      name: 'is_last_page',
      schema: { type: 'boolean', description: 'Whether this page is the last one.' },
    },
    { name: 'content', schema: { ...content, description: `The ${what} of this page.` } },
  ]);
}

/** Builds the schema of a collection without pages, up to its limit. */
export function buildArraySchema(entity: EntityModel, context: DocumentContext): oas31.SchemaObject {
  const { unpagedLimit } = context.model;
  return {
    type: 'array',
    items: buildEntitySchema(entity, context),
    ...(unpagedLimit !== -1 && { maxItems: unpagedLimit }),
  };
}

/** Whether a route answers with groups. They always have pages. */
export function isAggregate({ kind }: Route): boolean {
  return kind === 'aggregate' || kind === 'edge-aggregate';
}
