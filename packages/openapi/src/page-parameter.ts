// The parameters of a paginated collection.
import type { CollectionModel, CountMode, Limits } from '@decorest/core';
import type { oas31 } from 'openapi3-ts';

/** What a page holds, in words. */
interface PagedThings {
  readonly one: string;
  readonly many: string;
}

const entities: PagedThings = { one: 'entity', many: 'entities' };

/** `page`, `per_page`, cursors and `count` as the collection takes them; none for a collection without pages. */
export function buildPageParameters(
  collection: CollectionModel,
  limits: Limits,
  { one, many }: PagedThings = entities,
): oas31.ParameterObject[] {
  if (!collection.paginated) return [];
  const offset = collection.maxOffset ?? limits.offset;
  return [
    {
      name: 'page',
      in: 'query',
      description: `Number of the page, from 1. At most ${offset} ${offset === 1 ? `${one} is` : `${many} are`} skipped; a page after the last is an error.`,
      schema: { type: 'integer', minimum: 1, maximum: computeLastPage(collection, offset), default: 1 },
    },
    {
      name: 'per_page',
      in: 'query',
      description: `Most ${many} on one page.`,
      schema: {
        type: 'integer',
        minimum: collection.minItems,
        maximum: collection.maxItems,
        default: collection.defaultItems,
      },
    },
    ...buildCursorParameters(collection),
    ...buildCountParameter(collection, limits),
  ];
}

function buildCursorParameters({ cursors }: CollectionModel): oas31.ParameterObject[] {
  if (!cursors) return [];
  const schema: oas31.SchemaObject = { type: 'string', pattern: cursorPattern };
  return [
    {
      name: 'after',
      in: 'query',
      description: 'The page after this position: take it from `next_cursor`. Not together with `page`.',
      schema,
    },
    {
      name: 'before',
      in: 'query',
      description:
        'The page before this position: take it from `prev_cursor`. Not together with `page` or `after`.',
      schema,
    },
  ];
}

/** Sealed positions, in base64url (RFC 4648, 5). */
export const cursorPattern = '^[A-Za-z0-9_-]{27,1700}$';

const countDescriptions: Readonly<Record<CountMode, (limits: Limits) => string>> = {
  exact: () => '`exact`: all entities found are counted.',
  none: () => '`none`: they are not counted, which is fastest.',
  limited: ({ count }) => `\`limited\`: they are counted up to ${count}.`,
};

function buildCountParameter({ countModes }: CollectionModel, limits: Limits): oas31.ParameterObject[] {
  if (countModes.length === 0) return [];
  return [
    {
      name: 'count',
      in: 'query',
      description: [
        'How the list is counted.',
        ...countModes.map((mode) => countDescriptions[mode](limits)),
      ].join(' '),
      schema: { type: 'string', enum: [...countModes], default: countModes[0] },
    },
  ];
}

/** The highest page number, which the smallest pages have: page n skips (n - 1) * per_page entities. */
function computeLastPage({ minItems }: CollectionModel, offset: number): number {
  return Math.floor(offset / minItems) + 1;
}
