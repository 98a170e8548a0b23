// The parameters of a paginated collection.
import type { CollectionModel, CountMode, Limits } from '@decorest/core';
import type { oas31 } from 'openapi3-ts';

/** The nouns for the items of a page. */
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
      description: `Number of the page, from 1. A page may skip at most ${offset} ${offset === 1 ? one : many}; a page after the last one is an error.`,
      schema: { type: 'integer', minimum: 1, maximum: computeLastPage(collection, offset), default: 1 },
    },
    {
      name: 'per_page',
      in: 'query',
      description: `Maximum number of ${many} on one page.`,
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
      description:
        'Returns the page after this cursor: the `next_cursor` of an earlier page. Cannot be combined with `page`.',
      schema,
    },
    {
      name: 'before',
      in: 'query',
      description:
        'Returns the page before this cursor: the `prev_cursor` of an earlier page. Cannot be combined with `page` or `after`.',
      schema,
    },
  ];
}

/** The syntax of cursors: base64url (RFC 4648, section 5). */
export const cursorPattern = '^[A-Za-z0-9_-]{27,1700}$';

const countDescriptions: Readonly<Record<CountMode, (limits: Limits) => string>> = {
  exact: () => '`exact`: `total_count` is the number of all matching entities.',
  limited: ({ count }) =>
    `\`limited\`: counting stops at ${count}; \`total_is_exact\` is false if more entities match.`,
  none: () => '`none`: nothing is counted, and `total_count` is null. This is the fastest mode.',
};

function buildCountParameter({ countModes }: CollectionModel, limits: Limits): oas31.ParameterObject[] {
  if (countModes.length === 0) return [];
  return [
    {
      name: 'count',
      in: 'query',
      description: [
        'How to count the matching entities.',
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
