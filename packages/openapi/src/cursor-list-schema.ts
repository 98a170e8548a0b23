// The schema of a page whose client chooses how it is counted, or follows cursors.
import type { EntityModel } from '@decorest/core';
import type { oas31 } from 'openapi3-ts';
import type { DocumentContext } from './document-context.js';
import { buildEntitySchema } from './entity-schema.js';
import { cursorPattern } from './page-parameter.js';
import { buildObject, type Member } from './schema-object.js';

/** Builds the schema of one page of entities, with its cursors. */
export function buildCursorListSchema(entity: EntityModel, context: DocumentContext): oas31.ReferenceObject {
  const content: oas31.SchemaObject = { type: 'array', items: buildEntitySchema(entity, context) };
  return context.components.schema(`${entity.name}CursorList`, () => ({
    ...buildObject([
      ...members,
      { name: 'content', schema: { ...content, description: 'The entities of this page.' } },
    ]),
    description: `One page of entities of ${entity.name}.`,
  }));
}

const members: readonly Member[] = [
  {
    name: 'page',
    schema: {
      type: ['integer', 'null'],
      minimum: 1,
      description: 'Number of this page, from 1; null where a cursor led to it.',
    },
  },
  {
    name: 'total_count',
    schema: {
      type: ['integer', 'null'],
      minimum: 0,
      description:
        'Number of all entities found, or counted up to the limit; null where they were not counted.',
    },
  },
  {
    name: 'total_is_exact',
    schema: { type: 'boolean', description: 'Whether all entities were counted.' },
  },
  {
    name: 'last_page',
    schema: {
      type: ['integer', 'null'],
      minimum: 1,
      description: 'Number of the last page; null where it is not known, or a cursor led to this page.',
    },
  },
  { name: 'is_last_page', schema: { type: 'boolean', description: 'Whether this page is the last one.' } },
  {
    name: 'prev_cursor',
    schema: {
      type: ['string', 'null'],
      pattern: cursorPattern,
      description: 'Leads to the page before, as `before`; null where there is none.',
    },
  },
  {
    name: 'next_cursor',
    schema: {
      type: ['string', 'null'],
      pattern: cursorPattern,
      description: 'Leads to the page after, as `after`; null where there is none.',
    },
  },
];
