// The sort parameters of a collection.
import { OrderAsc, type EntityModel, type NullPlace, type Route, type SortModel } from '@decorest/core';
import type { oas31 } from 'openapi3-ts';
import type { DocumentContext } from './document-context.js';
import { buildDirectionEnum, buildSortKeyEnum } from './name-enum.js';
import { describeDefault } from './parameter-default.js';

/** `sort` and `order`; none for an entity without sort keys. */
export function buildSortParameters(route: Route, context: DocumentContext): oas31.ReferenceObject[] {
  const { subject: entity } = route;
  if (entity.sorts.length === 0) return [];
  const { components } = context;
  return [
    components.parameter({ of: entity.name, part: 'sort' }, () => buildSortParameter(entity, context)),
    components.parameter({ of: entity.name, part: 'order' }, () => buildOrderParameter(route, context)),
  ];
}

function buildSortParameter(entity: EntityModel, context: DocumentContext): oas31.ParameterObject {
  return {
    name: 'sort',
    in: 'query',
    description: describeSort(entity),
    style: 'form',
    explode: false,
    schema: buildSortSchema(entity, context),
  };
}

/** Random order cannot be combined with keys. */
function buildSortSchema(entity: EntityModel, context: DocumentContext): oas31.SchemaObject {
  const random = entity.sorts.flatMap(({ by, key }): oas31.SchemaObject[] =>
    by === 'random' ? [{ type: 'string', const: key }] : [],
  );
  if (random.length === entity.sorts.length) return { ...random[0] };
  const keys: oas31.SchemaObject = {
    type: 'array',
    items: buildSortKeyEnum(entity, context),
    minItems: 1,
  };
  return random.length === 0 ? keys : { oneOf: [keys, ...random] };
}

function describeSort({ sorts, defaultSort }: EntityModel): string {
  return [
    'Keys to sort by, separated by commas; a leading `-` means descending. Repeating a key has no effect.',
    ...(sorts.some(({ by }) => by === 'random') ? ['`random` stands alone.'] : []),
    ...(defaultSort.key === null ? [] : [`Default: \`${defaultSort.key}\`.`]),
    ...describeNullPlaces(sorts),
    ...describeDeprecatedKeys(sorts),
  ].join(' ');
}

/** Says where NULL goes, if a key has it elsewhere than below all values. */
function describeNullPlaces(sorts: readonly SortModel[]): string[] {
  return Object.entries(nullPlaceSentences).flatMap(([place, describe]) => {
    const keys = sorts.filter((sort) => getNullPlace(sort) === place).map(({ key }) => `\`${key}\``);
    return keys.length > 0 ? [describe(keys.join(', '))] : [];
  });
}

const nullPlaceSentences: Readonly<Record<Exclude<NullPlace, 'lowest'>, (keys: string) => string>> = {
  highest: (keys) => `In ${keys}, null is higher than all values.`,
  first: (keys) =>
    `In ${keys}, null comes first in both directions, so the reverse order reverses only the values.`,
  last: (keys) =>
    `In ${keys}, null comes last in both directions, so the reverse order reverses only the values.`,
};

/** A field of the entity that is never NULL has none. */
function getNullPlace(sort: SortModel): NullPlace {
  const applies = sort.by === 'edge-field' || (sort.by === 'field' && sort.field.nullable);
  return applies ? sort.field.nulls : 'lowest';
}

/** OpenAPI cannot mark a parameter's value as deprecated, so the description lists them. */
export function describeDeprecatedKeys(sorts: readonly SortModel[]): string[] {
  const keys = sorts.filter(isDeprecated).map(({ key }) => `\`${key}\``);
  return keys.length > 0 ? [`Deprecated: ${keys.join(', ')}.`] : [];
}

function isDeprecated(sort: SortModel): boolean {
  const parts = [...('edge' in sort ? [sort.edge] : []), ...('field' in sort ? [sort.field] : [])];
  return parts.some(({ doc }) => doc.deprecated);
}

/** The default sort has its own default order. The schema has a `default` only if it is the order of other sorts, too. */
function buildOrderParameter(route: Route, context: DocumentContext): oas31.ParameterObject {
  const { order } = route.subject.defaultSort;
  const agreed = order === OrderAsc;
  return {
    name: 'order',
    in: 'query',
    description: agreed
      ? 'Order of the sort keys without a `-`.'
      : `Order of the sort keys without a \`-\`. Default: \`${OrderAsc}\`; of the default sort, \`${order}\`.`,
    schema: { ...buildDirectionEnum(context), ...describeDefault(route, 'order', context) },
  };
}
