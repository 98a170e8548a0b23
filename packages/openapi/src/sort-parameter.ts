// The sort parameters of a collection.
import { OrderAsc, OrderDesc, type EntityModel, type NullPlace, type SortModel } from '@decorest/core';
import type { oas31 } from 'openapi3-ts';
import type { DocumentContext } from './document-context.js';

/** `sort` and `order`; none for an entity without sort keys. */
export function buildSortParameters(
  entity: EntityModel,
  { components }: DocumentContext,
): oas31.ReferenceObject[] {
  if (entity.sorts.length === 0) return [];
  return [
    components.parameter({ of: entity.name, part: 'sort' }, () => buildSortParameter(entity)),
    components.parameter({ of: entity.name, part: 'order' }, () => buildOrderParameter(entity)),
  ];
}

function buildSortParameter(entity: EntityModel): oas31.ParameterObject {
  const keys = entity.sorts.map(({ key, by }) => ({ key, directed: by !== 'random' }));
  const values = keys.flatMap(({ key, directed }) => (directed ? [key, `-${key}`] : [key]));
  return {
    name: 'sort',
    in: 'query',
    description: describeSort(entity),
    style: 'form',
    explode: false,
    schema: { type: 'array', items: { type: 'string', enum: values }, minItems: 1, uniqueItems: true },
  };
}

function describeSort({ sorts, defaultSort }: EntityModel): string {
  return [
    'Keys to sort by, each once, separated by commas; a leading `-` means descending.',
    ...(sorts.some(({ by }) => by === 'random') ? ['`random` cannot be combined.'] : []),
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
function buildOrderParameter({ defaultSort }: EntityModel): oas31.ParameterObject {
  const agreed = defaultSort.order === OrderAsc;
  return {
    name: 'order',
    in: 'query',
    description: agreed
      ? 'Order of the sort keys without a `-`.'
      : `Order of the sort keys without a \`-\`. Default: \`${OrderAsc}\`; of the default sort, \`${defaultSort.order}\`.`,
    schema: { type: 'string', enum: [OrderAsc, OrderDesc], ...(agreed && { default: OrderAsc }) },
  };
}
