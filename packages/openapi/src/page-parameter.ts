// The parameters of a paginated collection.
import type { CollectionModel, CountMode, Limits, Route } from '@decorest/core';
import type { oas31 } from 'openapi3-ts';
import { isAggregate } from './collection-schema.js';
import type { OwnedName } from './component-name.js';
import type { DocumentContext } from './document-context.js';
import { describeDefault } from './parameter-default.js';
import { buildNameEnum } from './name-enum.js';
import { toPascalCase } from './schema-object.js';

/** The nouns for the items of a page. */
interface PagedThings {
  readonly one: string;
  readonly many: string;
}

const entities: PagedThings = { one: 'entity', many: 'entities' };
const groups: PagedThings = { one: 'group', many: 'groups' };

/** `page`, `per_page`, cursors and `count` as the route takes them; none for a collection without pages. */
export function buildPageParameters(route: Route, context: DocumentContext): oas31.ReferenceObject[] {
  const { collection } = route;
  if (!collection?.paginated) return [];
  const { components } = context;
  const things = isAggregate(route) ? groups : entities;
  const { of, part } = nameOwner(route, collection);
  return [
    components.parameter({ of, part: `${part}page` }, () =>
      buildPageParameter(route, collection, things, context),
    ),
    components.parameter({ of, part: `${part}per_page` }, () =>
      buildPerPageParameter(route, collection, things, context),
    ),
    ...buildCursorParameters(collection, context),
    ...buildCountParameter(route, collection, context),
  ];
}

/** The beginning of the names of components: lists of an edge have those of its entity, unless they have pages of their own. */
function nameOwner(route: Route, collection: CollectionModel): Pick<OwnedName, 'of' | 'part'> {
  const { entity, edge, subject } = route;
  const isOwn = edge !== null && JSON.stringify(collection) !== JSON.stringify(subject.collection);
  const ending = isAggregate(route) ? 'groups_' : '';
  return isOwn ? { of: entity.name, part: `${edge.name}.${ending}` } : { of: subject.name, part: ending };
}

function buildPageParameter(
  route: Route,
  collection: CollectionModel,
  { one, many }: PagedThings,
  context: DocumentContext,
): oas31.ParameterObject {
  const offset = collection.maxOffset ?? context.model.limits.offset;
  return {
    name: 'page',
    in: 'query',
    description: [
      `Number of the page, from 1. A page may skip at most ${offset} ${offset === 1 ? one : many}; a page after the last one is an error.`,
      ...(collection.cursors ? ['Cannot be combined with `after` or `before`.'] : []),
      ...describeExports(collection),
    ].join(' '),
    schema: {
      type: 'integer',
      minimum: 1,
      maximum: computeLastPage(collection, offset),
      ...describeDefault(route, 'page', context),
    },
  };
}

function buildPerPageParameter(
  route: Route,
  collection: CollectionModel,
  { many }: PagedThings,
  context: DocumentContext,
): oas31.ParameterObject {
  return {
    name: 'per_page',
    in: 'query',
    description: [`Maximum number of ${many} on one page.`, ...describeExports(collection)].join(' '),
    schema: {
      type: 'integer',
      minimum: collection.minItems,
      maximum: collection.maxItems,
      ...describeDefault(route, 'per_page', context),
    },
  };
}

function describeExports({ exports }: CollectionModel): readonly string[] {
  return exports.length > 0 ? ['An export has no pages, and takes no other value than the default.'] : [];
}

function buildCursorParameters(
  { cursors }: CollectionModel,
  { components }: DocumentContext,
): oas31.ReferenceObject[] {
  if (!cursors) return [];
  const schema: oas31.SchemaObject = { type: 'string', ...cursorSyntax };
  return [
    components.parameter('After', () => ({
      name: 'after',
      in: 'query',
      description:
        'Returns the page after this cursor: the `next_cursor` of an earlier page. Cannot be combined with `page` or `before`.',
      schema: { ...schema },
    })),
    components.parameter('Before', () => ({
      name: 'before',
      in: 'query',
      description:
        'Returns the page before this cursor: the `prev_cursor` of an earlier page. Cannot be combined with `page` or `after`.',
      schema: { ...schema },
    })),
  ];
}

/** The syntax of cursors: base64url (RFC 4648, section 5). */
export const cursorSyntax = { pattern: '^[A-Za-z0-9_-]*$', minLength: 27, maxLength: 1700 } as const;

const countDescriptions: Readonly<Record<CountMode, (limits: Limits) => string>> = {
  exact: () => '`exact`: `total_count` is the number of all matching entities.',
  limited: ({ count }) =>
    `\`limited\`: counting stops at ${count}; \`total_is_exact\` is false if more entities match.`,
  none: () => '`none`: nothing is counted, and `total_count` is null. This is the fastest mode.',
};

/** The first mode is the default. The names of components list the modes. */
function buildCountParameter(
  route: Route,
  { countModes, cursors }: CollectionModel,
  context: DocumentContext,
): oas31.ReferenceObject[] {
  if (countModes.length === 0) return [];
  const { components, model } = context;
  const [initial = 'exact'] = countModes;
  const names = [...countModes, ...(cursors ? ['by_cursor'] : [])].map(toPascalCase).join('');
  return [
    components.parameter(`Count${names}`, () => ({
      name: 'count',
      in: 'query',
      description: [
        'How to count the matching entities.',
        ...countModes.map((mode) => countDescriptions[mode](model.limits)),
        ...(cursors ? [`Default: \`${initial}\`; with a cursor, nothing is counted.`] : []),
      ].join(' '),
      schema: { ...buildCountModeEnum(countModes, context), ...describeDefault(route, 'count', context) },
    })),
  ];
}

function buildCountModeEnum(countModes: readonly CountMode[], context: DocumentContext) {
  const known = Object.keys(countDescriptions).filter((mode) => countModes.some((each) => each === mode));
  const words = known.map((mode) => toPascalCase(mode)).join('Or');
  return buildNameEnum(`${words}Count`, known, context);
}

/** The highest page number, which the smallest pages have: page n skips (n - 1) * per_page entities. */
function computeLastPage({ minItems }: CollectionModel, offset: number): number {
  return Math.floor(offset / minItems) + 1;
}
