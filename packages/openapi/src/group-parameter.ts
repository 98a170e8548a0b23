// The parameters of an aggregate besides filters and pages: `group_by`, `measures`, `sort`, `order` and `having.…`.
import {
  OrderAsc,
  OrderDesc,
  type AggregateModel,
  type EntityModel,
  type FieldModel,
  type HavingModel,
  type HavingTest,
} from '@decorest/core';
import type { oas31 } from 'openapi3-ts';
import type { DocumentContext } from './document-context.js';
import { describeMeasure, isDeprecatedKey } from './group-schema.js';
import { buildParameterValueSchema } from './parameter-value.js';
import type { Schema } from './schema-object.js';

/** Builds the parameters of the aggregates of an entity. */
export function buildGroupParameters(entity: EntityModel, context: DocumentContext): oas31.ReferenceObject[] {
  const { aggregate } = entity;
  if (!aggregate) return [];
  const { components } = context;
  const add = (name: string, build: () => oas31.ParameterObject) =>
    components.parameter({ of: entity.name, part: name }, build);
  return [
    ...(aggregate.keys.length > 0 ? [add('group_by', () => buildGroupByParameter(aggregate, context))] : []),
    add('measures', () => buildMeasuresParameter(aggregate, context)),
    add('group_sort', () => buildGroupSortParameter(aggregate)),
    components.parameter('GroupOrder', buildGroupOrderParameter),
    ...aggregate.having.map((having) =>
      add(having.name, () => buildHavingParameter(entity, having, context)),
    ),
  ];
}

function buildGroupByParameter(
  { keys }: AggregateModel,
  { model: { limits } }: DocumentContext,
): oas31.ParameterObject {
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
      keys.map(({ name }) => name),
      limits.groupKeys,
    ),
  };
}

function buildMeasuresParameter(
  { measures }: AggregateModel,
  { model: { limits } }: DocumentContext,
): oas31.ParameterObject {
  const hasDefault = measures.some(({ of }) => of === 'rows');
  const deprecated = measures.filter((each) => each.of === 'field' && each.field.doc.deprecated);
  const names = measures.map(({ name }) => name);
  return {
    name: 'measures',
    in: 'query',
    description: [
      'Measures to compute for each group, each once, separated by commas.',
      ...describeDeprecated(deprecated.map(({ name }) => name)),
    ].join(' '),
    ...(!hasDefault && { required: true }),
    ...commaSeparated,
    schema: { ...buildNamesSchema(names, limits.measures), ...(hasDefault && { default: ['count'] }) },
  };
}

const commaSeparated = { style: 'form', explode: false } as const;

function buildNamesSchema(names: readonly string[], max: number): oas31.SchemaObject {
  return {
    type: 'array',
    items: { type: 'string', enum: [...names] },
    minItems: 1,
    maxItems: max,
    uniqueItems: true,
  };
}

/** OpenAPI cannot mark a parameter's value as deprecated. */
function describeDeprecated(names: readonly string[]): string[] {
  return names.length > 0 ? [`Deprecated: ${names.map((name) => `\`${name}\``).join(', ')}.`] : [];
}

function buildGroupSortParameter({ keys, measures }: AggregateModel): oas31.ParameterObject {
  const values = [...keys, ...measures].flatMap(({ name }) => [name, `-${name}`]);
  return {
    name: 'sort',
    in: 'query',
    description:
      'Keys and measures to sort by, each once, separated by commas; a leading `-` means descending. The request must contain them. Default: its keys.',
    ...commaSeparated,
    schema: { type: 'array', items: { type: 'string', enum: values }, minItems: 1, uniqueItems: true },
  };
}

function buildGroupOrderParameter(): oas31.ParameterObject {
  return {
    name: 'order',
    in: 'query',
    description: 'Order of the sort keys without a `-`.',
    schema: { type: 'string', enum: [OrderAsc, OrderDesc], default: OrderAsc },
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
