// The schema of a page in a list with `@CursorPagination` or `@TotalCount`.
import type { EntityModel } from '@decorest/core';
import type { oas31 } from 'openapi3-ts';
import type { DocumentContext } from './document-context.js';
import { buildEntitySchema } from './entity-schema.js';
import { cursorSyntax } from './page-parameter.js';
import { buildObject, type Member } from './schema-object.js';

/** Builds the schema of one page of entities, with its cursors. */
export function buildCursorListSchema(entity: EntityModel, context: DocumentContext): oas31.ReferenceObject {
  const content: oas31.SchemaObject = { type: 'array', items: buildEntitySchema(entity, context) };
  return context.components.schema({ of: entity.name, part: 'CursorList' }, () => ({
    ...buildObject([
      ...members,
      { name: 'content', schema: { ...content, description: 'The entities of this page.' } },
    ]),
    description: `One page of ${entity.name} entities.`,
  }));
}

const members: readonly Member[] = [
  {
    name: 'page',
    schema: {
      type: ['integer', 'null'],
      minimum: 1,
      description: 'Number of this page, from 1; null if the request used a cursor.',
    },
  },
  {
    name: 'total_count',
    schema: {
      type: ['integer', 'null'],
      minimum: 0,
      description:
        'Number of matching entities, or the limit of the count if more match; null if nothing was counted.',
    },
  },
  {
    name: 'total_is_exact',
    schema: { type: 'boolean', description: 'Whether `total_count` is the number of all matching entities.' },
  },
  {
    name: 'last_page',
    schema: {
      type: ['integer', 'null'],
      minimum: 1,
      description: 'Number of the last page; null if the total is not exact or the request used a cursor.',
    },
  },
  { name: 'is_last_page', schema: { type: 'boolean', description: 'Whether this page is the last one.' } },
  {
    name: 'prev_cursor',
    schema: {
      type: ['string', 'null'],
      ...cursorSyntax,
      description: 'The value of `before` for the previous page; null if there is none.',
    },
  },
  {
    name: 'next_cursor',
    schema: {
      type: ['string', 'null'],
      ...cursorSyntax,
      description: 'The value of `after` for the next page; null if there is none.',
    },
  },
];
