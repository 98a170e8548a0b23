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
import { describeDeprecatedKeys } from './sort-parameter.js';
import { buildWhereSchema } from './where-schema.js';

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
      ? [components.parameter({ of: name, part: 'fields' }, () => buildFieldsParameter('fields', subject))]
      : []),
    ...(includes.length > 0
      ? [components.parameter({ of: name, part: 'include' }, () => buildIncludeParameter(includes, context))]
      : []),
  ];
}

/** The parameters of embedded entities, by path; none for a write. */
export function buildPathParameters(
  { kind, subject: { name, includes } }: Route,
  context: DocumentContext,
): oas31.ReferenceObject[] {
  if (!showsRows[kind]) return [];
  return includes.flatMap((include) =>
    include.parameters.map((parameter) =>
      context.components.parameter({ of: name, part: `${include.path}.${parameter}` }, () =>
        builders[parameter](include, context),
      ),
    ),
  );
}

/** Names separated by commas in one value. */
const asList = { in: 'query', style: 'form', explode: false } as const;

function buildFieldsParameter(name: string, entity: EntityModel): oas31.ParameterObject {
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
    schema: { type: 'array', items: { type: 'string', enum: keys }, minItems: 1, uniqueItems: true },
  };
}

function buildIncludeParameter(
  includes: readonly IncludeModel[],
  { model: { limits } }: DocumentContext,
): oas31.ParameterObject {
  const initial = includes.filter(({ isDefault }) => isDefault).map(({ path }) => path);
  const deprecated = includes.filter(({ edges }) => edges.some(({ doc }) => doc.deprecated));
  return {
    name: 'include',
    ...asList,
    description: [
      'The edges to embed, each once, separated by commas. A path such as `a.b` embeds both edges. An empty value embeds no optional edge.',
      `An answer may embed at most ${limits.nodes} entities.`,
      ...(deprecated.length > 0
        ? [`Deprecated: ${deprecated.map(({ path }) => `\`${path}\``).join(', ')}.`]
        : []),
    ].join(' '),
    allowEmptyValue: true,
    schema: {
      type: 'array',
      items: { type: 'string', enum: includes.map(({ path }) => path) },
      uniqueItems: true,
      maxItems: limits.includes,
      default: initial,
    },
  };
}

type BuildParameter = (include: IncludeModel, context: DocumentContext) => oas31.ParameterObject;

const builders: Readonly<Record<EdgeParameter, BuildParameter>> = {
  fields: (include, context) => buildFieldsParameter(`${include.path}.fields`, getTarget(include, context)),
  sort: buildEdgeSortParameter,
  where: buildEdgeWhereParameter,
  limit: ({ path, limit }) => ({
    name: `${path}.limit`,
    in: 'query',
    // No `default`: a client that sends defaults would name a path that it does not include.
    description: [
      `Maximum number of \`${path}\` entities per parent.`,
      ...(typeof limit?.initial === 'number' ? [`Default: ${limit.initial}.`] : []),
    ].join(' '),
    schema: { type: 'integer', minimum: 1, ...(limit && { maximum: limit.maximum }) },
  }),
};

function buildEdgeWhereParameter(include: IncludeModel, context: DocumentContext): oas31.ParameterObject {
  return {
    name: `${include.path}.where`,
    in: 'query',
    description: `A condition on the embedded \`${include.path}\` entities. It never excludes a parent.`,
    content: { 'application/json': { schema: buildWhereSchema(getTarget(include, context), context) } },
  };
}

function buildEdgeSortParameter(include: IncludeModel, context: DocumentContext): oas31.ParameterObject {
  const { sorts, defaultSort } = getTarget(include, context);
  const keys = sorts.filter(({ by }) => by !== 'random');
  return {
    name: `${include.path}.sort`,
    ...asList,
    description: [
      `Keys to sort \`${include.path}\` by, each once, separated by commas; a leading \`-\` means descending.`,
      ...(defaultSort.key === null ? [] : [`Default: \`${defaultSort.key}\`.`]),
      ...describeDeprecatedKeys(keys),
    ].join(' '),
    schema: {
      type: 'array',
      items: { type: 'string', enum: keys.flatMap(({ key }) => [key, `-${key}`]) },
      minItems: 1,
      uniqueItems: true,
    },
  };
}

function getTarget({ path, edges }: IncludeModel, context: DocumentContext): EntityModel {
  const edge = edges.at(-1);
  if (!edge) throw new TypeError(`The path ${path} has no edge.`);
  return context.entity(edge.target);
}
