// The parameters of an aggregate besides filters and pages: `group_by`, `measures`, `sort`, `order` and `having.…`.
import {
  type AggregateModel,
  type EntityModel,
  type FieldModel,
  type HavingModel,
  type HavingTest,
  type Route,
} from '@decorest/core';
import type { oas31 } from 'openapi3-ts';
import type { DocumentContext } from './document-context.js';
import { describeMeasure, isDeprecatedKey } from './group-schema.js';
import { buildDirectionEnum, buildNameEnum } from './name-enum.js';
import { describeDefault } from './parameter-default.js';
import { keepParameters, type ParameterDraft } from './parameter-draft.js';
import { buildParameterValueSchema } from './parameter-value.js';
import type { Schema } from './schema-object.js';

/** Builds the parameters of the aggregates of an entity. */
export function buildGroupParameters(route: Route, context: DocumentContext): ParameterDraft[] {
  const { subject: entity } = route;
  const { aggregate } = entity;
  if (!aggregate) return [];
  const { components } = context;
  const add = (name: string, build: () => oas31.ParameterObject) =>
    components.parameter({ of: entity.name, part: name }, build);
  return [
    ...keepParameters([
      ...(aggregate.keys.length > 0 ? [add('group_by', () => buildGroupByParameter(entity, context))] : []),
      add('measures', () => buildMeasuresParameter(entity, aggregate, context)),
      add('group_sort', () => buildGroupSortParameter(entity, aggregate, context)),
      components.parameter('GroupOrder', () => buildGroupOrderParameter(route, context)),
    ]),
    ...aggregate.having.map((having): ParameterDraft => ({
      of: isFurtherMeasure(having, aggregate) ? 'further measures' : null,
      build: () => add(having.name, () => buildHavingParameter(entity, having, context)),
    })),
  ];
}

/** Whether another measure of the field comes before it. */
function isFurtherMeasure({ measure }: HavingModel, { measures }: AggregateModel): boolean {
  if (measure.of === 'rows') return false;
  const first = measures.find((each) => each.of === 'field' && each.field === measure.field);
  return first?.name !== measure.name;
}

function buildGroupByParameter(
  { name, aggregate }: EntityModel,
  context: DocumentContext,
): oas31.ParameterObject {
  const keys = aggregate?.keys ?? [];
  const deprecated = keys.filter(isDeprecatedKey).map(({ name }) => name);
  return {
    name: 'group_by',
    in: 'query',
    description: [
      'Keys to group by, each once, separated by commas. Without this parameter, all entities form one group.',
      ...describeDeprecated(deprecated),
    ].join(' '),
    ...commaSeparated,
    schema: buildNamesSchema(
      buildNameEnum(
        { of: name, part: 'GroupKey' },
        keys.map((key) => key.name),
        context,
      ),
      context.model.limits.groupKeys,
    ),
  };
}

function buildMeasuresParameter(
  entity: EntityModel,
  { measures }: AggregateModel,
  context: DocumentContext,
): oas31.ParameterObject {
  const hasDefault = measures.some(({ of }) => of === 'rows');
  const deprecated = measures.filter((each) => each.of === 'field' && each.field.doc.deprecated);
  const names = measures.map(({ name }) => name);
  return {
    name: 'measures',
    in: 'query',
    description: [
      'Measures to compute for each group, each once, separated by commas.',
      ...(hasDefault ? ['Default: `count`.'] : []),
      ...describeDeprecated(deprecated.map(({ name }) => name)),
    ].join(' '),
    ...(!hasDefault && { required: true }),
    ...commaSeparated,
    schema: buildNamesSchema(
      buildNameEnum({ of: entity.name, part: 'Measure' }, names, context),
      context.model.limits.measures,
    ),
  };
}

const commaSeparated = { style: 'form', explode: false } as const;

function buildNamesSchema(names: oas31.ReferenceObject, max: number): oas31.SchemaObject {
  return {
    type: 'array',
    items: names,
    minItems: 1,
    maxItems: max,
    uniqueItems: true,
  };
}

/** OpenAPI cannot mark a parameter's value as deprecated. */
function describeDeprecated(names: readonly string[]): string[] {
  return names.length > 0 ? [`Deprecated: ${names.map((name) => `\`${name}\``).join(', ')}.`] : [];
}

function buildGroupSortParameter(
  entity: EntityModel,
  { keys, measures }: AggregateModel,
  context: DocumentContext,
): oas31.ParameterObject {
  const values = [...keys, ...measures].flatMap(({ name }) => [name, `-${name}`]);
  return {
    name: 'sort',
    in: 'query',
    description:
      'Keys and measures to sort by, separated by commas; a leading `-` means descending. Repeating one has no effect. The request must contain each of them. Default: its keys.',
    ...commaSeparated,
    schema: {
      type: 'array',
      items: buildNameEnum({ of: entity.name, part: 'GroupSortKey' }, values, context),
      minItems: 1,
    },
  };
}

function buildGroupOrderParameter(route: Route, context: DocumentContext): oas31.ParameterObject {
  return {
    name: 'order',
    in: 'query',
    description: 'Order of the sort keys without a `-`.',
    schema: { ...buildDirectionEnum(context), ...describeDefault(route, 'order', context) },
  };
}

function buildHavingParameter(
  entity: EntityModel,
  { name, measure, test }: HavingModel,
  context: DocumentContext,
): oas31.ParameterObject {
  const isDeprecated = measure.of === 'field' && measure.field.doc.deprecated;
  return {
    name,
    in: 'query',
    description: `Only groups whose \`${measure.name}\` ${comparisons[test]} the value. \`measures\` must name this measure. ${describeMeasure(measure)}`,
    ...(isDeprecated && { deprecated: true }),
    schema: buildValueSchema(entity, measure, context),
  };
}

const comparisons: Readonly<Record<HavingTest, string>> = {
  eq: 'equals',
  gt: 'is greater than',
  gte: 'is greater than or equal to',
  lt: 'is less than',
  lte: 'is less than or equal to',
};

function buildValueSchema(
  entity: EntityModel,
  measure: HavingModel['measure'],
  context: DocumentContext,
): Schema {
  if (measure.of === 'rows') return count;
  const { field } = measure;
  switch (measure.function) {
    case 'count':
    case 'distinct':
      return count;
    case 'sum':
      return buildNumberSchema(field, field.kind === 'decimal' ? 15 : 0);
    case 'avg':
      return buildNumberSchema(field, 6);
    case 'min':
    case 'max':
      return buildParameterValueSchema(entity, field, context);
  }
}

const count: oas31.SchemaObject = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER };

/** A number with at most 30 digits before the decimal point and `places` after it. */
function buildNumberSchema({ kind }: FieldModel, places: number): oas31.SchemaObject {
  if (kind === 'float') return { type: 'number' };
  const fraction = places === 0 ? '' : `(\\.[0-9]{1,${places}})?`;
  return { type: 'string', pattern: `^-?(0|[1-9][0-9]{0,29})${fraction}$` };
}
