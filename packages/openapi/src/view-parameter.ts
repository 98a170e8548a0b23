// The parameters that select what a read returns: `fields`, `include`, and `<path>.…` for each path of `include`.
import {
  showsRows,
  type EdgeParameter,
  type EntityModel,
  type IncludeModel,
  type Route,
} from '@decorest/core';
import type { oas31 } from 'openapi3-ts';
import type { DocumentContext } from './document-context.js';
import { getTopKey } from './entity-schema.js';
import { describeDefault } from './parameter-default.js';
import { buildNameEnum, buildSortKeyEnum } from './name-enum.js';
import { describeDeprecatedKeys } from './sort-parameter.js';
import { buildConditionTextSchema } from './where-schema.js';

/** The parameters that choose fields and edges; none for a write. */
export function buildViewParameters(
  { kind, subject }: Route,
  context: DocumentContext,
): oas31.ReferenceObject[] {
  if (!showsRows[kind]) return [];
  const { components } = context;
  const { name, includes } = subject;
  return [
    ...(subject.sparseFields
      ? [
          components.parameter({ of: name, part: 'fields' }, () =>
            buildFieldsParameter('fields', subject, context),
          ),
        ]
      : []),
    ...(includes.length > 0
      ? [components.parameter({ of: name, part: 'include' }, () => buildIncludeParameter(subject, context))]
      : []),
  ];
}

/** The parameters of embedded entities, by path; none for a write. */
export function buildPathParameters(route: Route, context: DocumentContext): oas31.ReferenceObject[] {
  const { kind, subject } = route;
  const { name, includes } = subject;
  if (!showsRows[kind]) return [];
  return includes.flatMap((include) =>
    include.parameters.map((parameter) =>
      context.components.parameter({ of: name, part: `${include.path}.${parameter}` }, () =>
        builders[parameter](include, context, route),
      ),
    ),
  );
}

/** Names separated by commas in one value. */
const asList = { in: 'query', style: 'form', explode: false } as const;

function buildFieldsParameter(
  name: string,
  entity: EntityModel,
  context: DocumentContext,
): oas31.ParameterObject {
  const classes = (entity.variants?.classes ?? []).map((one) => one.entity);
  const shown = [entity, ...classes].flatMap(({ fields }) => fields.filter(({ readable }) => readable));
  const keys = [...new Set(shown.map((field) => getTopKey(field.name)))];
  const deprecated = shown.flatMap(({ name: field, doc }) =>
    doc.deprecated ? `\`${getTopKey(field)}\`` : [],
  );
  const note = deprecated.length > 0 ? ` Deprecated: ${[...new Set(deprecated)].join(', ')}.` : '';
  return {
    name,
    ...asList,
    description: `The fields to return for each ${entity.name}, each once, separated by commas. The id is always returned. Default: all fields.${note}`,
    schema: {
      type: 'array',
      items: buildNameEnum({ of: entity.name, part: 'Field' }, keys, context),
      minItems: 1,
      uniqueItems: true,
    },
  };
}

function buildIncludeParameter(
  { name, includes }: EntityModel,
  context: DocumentContext,
): oas31.ParameterObject {
  const { limits } = context.model;
  const initial = includes.filter(({ isDefault }) => isDefault).map(({ path }) => path);
  const deprecated = includes.filter(({ edges }) => edges.some(({ doc }) => doc.deprecated));
  return {
    name: 'include',
    ...asList,
    description: [
      'The edges to embed, each once, separated by commas. A path such as `a.b` embeds both edges. An empty value embeds no optional edge.',
      initial.length > 0
        ? `Default: ${initial.map((path) => `\`${path}\``).join(', ')}.`
        : 'Default: no edge.',
      `An answer may embed at most ${limits.nodes} entities.`,
      ...(deprecated.length > 0
        ? [`Deprecated: ${deprecated.map(({ path }) => `\`${path}\``).join(', ')}.`]
        : []),
    ].join(' '),
    allowEmptyValue: true,
    schema: {
      type: 'array',
      items: buildNameEnum(
        { of: name, part: 'IncludePath' },
        includes.map(({ path }) => path),
        context,
      ),
      uniqueItems: true,
      maxItems: limits.includes,
    },
  };
}

type BuildParameter = (
  include: IncludeModel,
  context: DocumentContext,
  route: Route,
) => oas31.ParameterObject;

const builders: Readonly<Record<EdgeParameter, BuildParameter>> = {
  fields: (include, context) =>
    buildFieldsParameter(`${include.path}.fields`, getTarget(include, context), context),
  sort: buildEdgeSortParameter,
  where: buildEdgeWhereParameter,
  limit: ({ path, limit }, context, route) => ({
    name: `${path}.limit`,
    in: 'query',
    description: `Maximum number of \`${path}\` entities per parent. ${requireEmbedded(path)}`,
    schema: {
      type: 'integer',
      minimum: 1,
      ...(limit && { maximum: limit.maximum }),
      ...describeDefault(route, `${path}.limit`, context),
    },
  }),
};

/** What every parameter of an embedded edge needs. */
function requireEmbedded(path: string): string {
  return `The request must embed \`${path}\`: see \`include\`.`;
}

function buildEdgeWhereParameter(include: IncludeModel, context: DocumentContext): oas31.ParameterObject {
  return {
    name: `${include.path}.where`,
    in: 'query',
    description: `A condition on the embedded \`${include.path}\` entities. It never excludes a parent. ${requireEmbedded(include.path)}`,
    schema: buildConditionTextSchema(getTarget(include, context), context),
  };
}

function buildEdgeSortParameter(include: IncludeModel, context: DocumentContext): oas31.ParameterObject {
  const target = getTarget(include, context);
  const { sorts, defaultSort } = target;
  const keys = sorts.filter(({ by }) => by !== 'random');
  return {
    name: `${include.path}.sort`,
    ...asList,
    description: [
      `Keys to sort \`${include.path}\` by, separated by commas; a leading \`-\` means descending.`,
      ...(defaultSort.key === null ? [] : [`Default: \`${defaultSort.key}\`.`]),
      ...describeDeprecatedKeys(keys),
      requireEmbedded(include.path),
    ].join(' '),
    schema: { type: 'array', items: buildSortKeyEnum(target, context), minItems: 1 },
  };
}

function getTarget({ path, edges }: IncludeModel, context: DocumentContext): EntityModel {
  const edge = edges.at(-1);
  if (!edge) throw new TypeError(`The path ${path} has no edge.`);
  return context.entity(edge.target);
}
