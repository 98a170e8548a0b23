// The parameters of a paginated collection.
import type { CountMode, Limits, PageModel } from '@decorest/core';
import type { oas31 } from 'openapi3-ts';

/** `page`, `per_page` and `count` as the collection takes them; none for a collection without pages. */
export function buildPageParameters(page: PageModel, limits: Limits): oas31.ParameterObject[] {
  if (!page.paginated) return [];
  const offset = page.maxOffset ?? limits.offset;
  return [
    {
      name: 'page',
      in: 'query',
      description: `Number of the page, from 1. At most ${offset} ${offset === 1 ? 'entity is' : 'entities are'} skipped; a page after the last is an error.`,
      schema: { type: 'integer', minimum: 1, maximum: computeLastPage(page, offset), default: 1 },
    },
    {
      name: 'per_page',
      in: 'query',
      description: 'Most entities on one page.',
      schema: { type: 'integer', minimum: page.minItems, maximum: page.maxItems, default: page.defaultItems },
    },
    ...buildCountParameter(page, limits),
  ];
}

const countDescriptions: Readonly<Record<CountMode, (limits: Limits) => string>> = {
  exact: () => '`exact`: all entities found are counted.',
  none: () => '`none`: they are not counted, which is fastest.',
  limited: ({ count }) => `\`limited\`: they are counted up to ${count}.`,
};

function buildCountParameter({ countModes }: PageModel, limits: Limits): oas31.ParameterObject[] {
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
function computeLastPage({ minItems }: PageModel, offset: number): number {
  return Math.floor(offset / minItems) + 1;
}
