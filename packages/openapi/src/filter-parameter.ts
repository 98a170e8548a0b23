// The filter parameters of a collection, and `filter_op`, which combines them.
import {
  bulkOperationOf,
  type EntityModel,
  type FilterModel,
  type FilterTarget,
  type FilterTest,
  type Route,
} from '@decorest/core';
import type { oas31 } from 'openapi3-ts';
import type { DocumentContext } from './document-context.js';
import { buildFilterValueSchema } from './filter-value.js';
import { buildNameEnum } from './name-enum.js';
import { describeDefault } from './parameter-default.js';
import { keepParameters, type ParameterDraft } from './parameter-draft.js';

/** Drafts of `filter_op`, then the filter groups of an entity, then the filters of its fields and edges. */
export function buildFilterParameters(route: Route, context: DocumentContext): ParameterDraft[] {
  const { subject: entity } = route;
  const required = findRequiredParameter(route);
  const filters = (bulkOperationOf[route.kind] ? entity.bulk?.filters : entity.filters) ?? [];
  if (filters.length === 0) return [];
  const groups = filters.filter(({ group }) => group !== null);
  const others = filters.filter(({ group }) => group === null);
  return [
    ...keepParameters([
      context.components.parameter(nameFilterOp(route), () => buildFilterOpParameter(route, context)),
    ]),
    ...[...groups, ...others].map((filter): ParameterDraft => ({
      of: route.requiredFilters.includes(filter.name) ? null : getKind(entity, filter, context),
      build: () =>
        filter.name === required
          ? { ...buildFilterParameter(entity, filter, context), required: true }
          : context.components.parameter({ of: entity.name, part: filter.name }, () =>
              buildFilterParameter(entity, filter, context),
            ),
    })),
  ];
}

function getKind(
  entity: EntityModel,
  { name, group, test, targets }: FilterModel,
  context: DocumentContext,
): ParameterDraft['of'] {
  if (group !== null) return null;
  if (context.edgeConditions(entity).has(name)) return 'edge conditions';
  return test !== 'exists' && targets.some(({ edge }) => edge !== null) ? 'edge filters' : 'own filters';
}

/** The only parameter that can meet `@RequireFilter`; undefined if several parameters can. */
function findRequiredParameter(route: Route): string | undefined {
  const [only, ...others] = route.requiredFilters;
  return others.length === 0 && route.subject.where === null ? only : undefined;
}

/** The name of the component, by what its description says. */
function nameFilterOp(route: Route): string {
  return `FilterOp${takesRows(route) ? 'WithoutRows' : ''}${route.requiredFilters.length > 0 ? 'WithRequired' : ''}`;
}

/** Whether the body may list the entities to write, which filters do not select. */
function takesRows({ kind, entity }: Route): boolean {
  return bulkOperationOf[kind] === 'update' && Boolean(entity.bulk?.body?.item);
}

function buildFilterOpParameter(route: Route, context: DocumentContext): oas31.ParameterObject {
  const { filters } = context.model.limits;
  return {
    name: 'filter_op',
    in: 'query',
    description: [
      '`and`: all filters must match; `or`: at least one.',
      `At most ${filters} ${filters === 1 ? 'filter' : 'filters'} in one request.`,
      ...(route.requiredFilters.length > 0
        ? ['A filter that is required does not count as given among alternatives.']
        : []),
      ...(takesRows(route)
        ? ['A list of entities to write has no filters, and takes the default alone.']
        : []),
    ].join(' '),
    schema: {
      ...buildNameEnum('FilterJunction', ['and', 'or'], context),
      ...describeDefault(route, 'filter_op', context),
    },
  };
}

function buildFilterParameter(
  entity: EntityModel,
  filter: FilterModel,
  context: DocumentContext,
): oas31.ParameterObject {
  const list = listTests.has(filter.test);
  return {
    name: filter.name,
    in: 'query',
    description: capitalizeSentence(sentences[filter.test](describeSubject(filter))),
    ...(list && { style: 'form', explode: true }),
    ...(isDeprecatedFilter(filter) && { deprecated: true }),
    schema: buildFilterValueSchema(entity, filter, context),
  };
}

const listTests: ReadonlySet<FilterTest> = new Set<FilterTest>(['in', 'notIn', 'any', 'all']);

const sentences: Readonly<Record<FilterTest, (subject: string) => string>> = {
  eq: (subject) => `${subject} equals the value.`,
  neq: (subject) => `${subject} differs from the value. Null does not match.`,
  in: (subject) => `${subject} equals one of the values; repeat the key for each.`,
  notIn: (subject) => `${subject} equals none of the values; repeat the key for each. Null does not match.`,
  gt: (subject) => `${subject} is greater than the value.`,
  gte: (subject) => `${subject} is greater than or equal to the value.`,
  lt: (subject) => `${subject} is less than the value.`,
  lte: (subject) => `${subject} is less than or equal to the value.`,
  null: (subject) => `\`true\`: ${subject} is null; \`false\`: it is not.`,
  ieq: (subject) => `${subject} equals the value, ignoring case.`,
  has: (subject) => `${subject} contains the text.`,
  ihas: (subject) => `${subject} contains the text, ignoring case.`,
  prefix: (subject) => `${subject} starts with the text.`,
  suffix: (subject) => `${subject} ends with the text.`,
  words: (subject) =>
    `Each word occurs in ${subject}, ignoring case. White space separates words, quotes keep a phrase together; at most 8 words.`,
  any: (subject) => `${subject} contains one of the values; repeat the key for each.`,
  all: (subject) => `${subject} contains all of the values; repeat the key for each.`,
  empty: (subject) => `\`true\`: ${subject} is an empty list; \`false\`: it has items or is null.`,
  exists: (subject) => `\`true\`: ${subject} has an entity; \`false\`: it has none.`,
};

function describeSubject({ targets }: FilterModel): string {
  const names = targets.map(({ edge, field, key }) =>
    [edge?.name, key ? 'id' : field?.name].filter((part) => part !== undefined).join('.'),
  );
  const quoted = names.map((name) => `\`${name}\``).join(', ');
  return names.length > 1 ? `one of ${quoted}` : quoted;
}

function capitalizeSentence(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** Whether all members that a filter tests are deprecated. */
export function isDeprecatedFilter({ targets }: FilterModel): boolean {
  return targets.every(isDeprecated);
}

function isDeprecated({ edge, field }: FilterTarget): boolean {
  return (edge?.doc.deprecated ?? false) || (field?.doc.deprecated ?? false);
}
