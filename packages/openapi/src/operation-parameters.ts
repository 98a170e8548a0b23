// Route -> its parameters: path, page, sort, what is shown, filters, options of embedded entities, and the parameters of every
// operation. Documentation pages show them in this order, and an entity can have hundreds of filters.
import type { Route } from '@decorest/core';
import { buildSelectionParameters } from './bulk-schema.js';
import { isAggregate } from './collection-schema.js';
import { buildConditionParameters } from './condition-object.js';
import type { DocumentContext } from './document-context.js';
import { describeId } from './entity-description.js';
import { buildFilterParameters } from './filter-parameter.js';
import { buildGroupParameters } from './group-parameter.js';
import { buildIdempotencyParameter } from './idempotency-parameter.js';
import { buildPageParameters } from './page-parameter.js';
import { describeDefault } from './parameter-default.js';
import {
  chooseParameters,
  keepParameters,
  type ChosenParameters,
  type OptionalParameters,
  type Parameter,
  type ParameterDraft,
} from './parameter-draft.js';
import { buildParameterValueSchema } from './parameter-value.js';
import { toSchemaObject } from './schema-object.js';
import { buildSortParameters } from './sort-parameter.js';
import { buildWhereParameter } from './where-schema.js';
import { buildDeletedParameter } from './deleted-parameter.js';
import { buildPreferParameter } from './prefer-parameter.js';
import { buildPathParameters, buildViewParameters } from './view-parameter.js';

/** Builds the parameters of a route, as many as an operation may have. */
export function buildOperationParameters(route: Route, context: DocumentContext): ChosenParameters {
  const drafts = [
    ...keepParameters(buildIdParameter(route, context)),
    ...draftCollectionParameters(route, context),
    ...keepParameters([
      ...buildPathParameters(route, context),
      ...buildConditionParameters(route, context),
      ...buildDeletedParameter(route, context),
      ...buildPreferParameter(route, context),
      ...buildIdempotencyParameter(route, context),
      ...buildCommonParameters(route, context),
      ...buildGlobalHeaders(context),
    ]),
  ];
  const { allParameters, edgeFilters } = context.options;
  return chooseParameters(drafts, {
    always: edgeFilters === 'where' ? ['edge conditions'] : [],
    ifTooMany: allParameters ? [] : listOmissible(route),
  });
}

/** Filters of the entity itself have another form in `where` alone. Without it, as many as possible stay. */
function listOmissible({ subject }: Route): readonly OptionalParameters[] {
  return ['edge filters', 'further measures', subject.where ? 'own filters' : 'last filters'];
}

function buildIdParameter({ path, entity }: Route, context: DocumentContext): Parameter[] {
  if (!path.includes('{id}')) return [];
  const [only, ...more] = entity.key;
  const isSingle = only !== undefined && more.length === 0;
  const { schema, example } = entity.id;
  const parameter = context.components.parameter({ of: entity.name, part: 'id' }, () => ({
    name: 'id',
    in: 'path',
    required: true,
    description: isSingle
      ? `The \`${only.name}\` of the ${entity.name}.`
      : `The id of the ${entity.name}: ${describeId(entity)}`,
    schema: {
      ...(isSingle ? buildParameterValueSchema(entity, only, context) : toSchemaObject(schema)),
      // Documentation pages fill it in.
      ...(example !== null && { examples: [example] }),
    },
  }));
  return [parameter];
}

function draftCollectionParameters(route: Route, context: DocumentContext): ParameterDraft[] {
  const { collection, subject } = route;
  if (route.kind === 'bulk-update' || route.kind === 'bulk-delete')
    return buildSelectionParameters(route, context);
  if (collection === null) return keepParameters(buildViewParameters(route, context));
  const pages = buildPageParameters(route, context);
  const where = buildWhereParameter(subject, context);
  const filters = buildFilterParameters(route, context);
  if (isAggregate(route))
    return [...buildGroupParameters(route, context), ...keepParameters([...pages, ...where]), ...filters];
  const view = [...buildSortParameters(route, context), ...buildViewParameters(route, context)];
  return [...keepParameters([...pages, ...view, ...where]), ...filters];
}

function buildCommonParameters(route: Route, context: DocumentContext): Parameter[] {
  const pretty = context.components.parameter('Pretty', () => ({
    name: 'pretty',
    in: 'query',
    description: 'Indents the JSON of the answer.',
    schema: { type: 'boolean', ...describeDefault(route, 'pretty', context) },
  }));
  return [pretty];
}

/** The author's global request headers as parameters. */
function buildGlobalHeaders({ options }: DocumentContext): Parameter[] {
  return Object.entries(structuredClone(options.globalRequestHeaders ?? {})).map(([name, header]) => ({
    ...header,
    name,
    in: 'header',
  }));
}
