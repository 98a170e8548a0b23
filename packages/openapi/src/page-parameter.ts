// The parameters of a paginated collection.
import type { Limits, PageModel } from '@decorest/core';
import type { oas31 } from 'openapi3-ts';

/** What a page holds, in words. */
interface PagedThings {
  readonly one: string;
  readonly many: string;
}

const entities: PagedThings = { one: 'entity', many: 'entities' };

/** `page` and `per_page` within the limits of the collection; none for a collection without pages. */
export function buildPageParameters(
  page: PageModel,
  limits: Limits,
  { one, many }: PagedThings = entities,
): oas31.ParameterObject[] {
  if (!page.paginated) return [];
  return [
    {
      name: 'page',
      in: 'query',
      description: `Number of the page, from 1. At most ${limits.offset} ${limits.offset === 1 ? `${one} is` : `${many} are`} skipped; a page after the last is an error.`,
      schema: { type: 'integer', minimum: 1, maximum: computeLastPage(page, limits), default: 1 },
    },
    {
      name: 'per_page',
      in: 'query',
      description: `Most ${many} on one page.`,
      schema: { type: 'integer', minimum: page.minItems, maximum: page.maxItems, default: page.defaultItems },
    },
  ];
}

/** The highest page number, which the smallest pages have: page n skips (n - 1) * per_page entities. */
function computeLastPage({ minItems }: PageModel, { offset }: Limits): number {
  return Math.floor(offset / minItems) + 1;
}
