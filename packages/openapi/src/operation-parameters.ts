// Route -> its parameters: path, page, sort, what is shown, filters, options of embedded entities, and the parameters of every
// operation. Documentation pages show them in this order, and an entity can have hundreds of filters.
import type { Route } from '@decorest/core';
import type { oas31 } from 'openapi3-ts';
import { buildSelectionParameters } from './bulk-schema.js';
import { isAggregate } from './collection-schema.js';
import { buildConditionParameters } from './condition-object.js';
import type { DocumentContext } from './document-context.js';
import { describeId } from './entity-description.js';
import { buildFilterParameters } from './filter-parameter.js';
import { buildGroupParameters } from './group-parameter.js';
import { buildIdempotencyParameter } from './idempotency-parameter.js';
import { buildPageParameters } from './page-parameter.js';
import { buildParameterValueSchema } from './parameter-value.js';
import { toSchemaObject } from './schema-object.js';
import { buildSortParameters } from './sort-parameter.js';
import { buildWhereParameter } from './where-schema.js';
import { buildDeletedParameter } from './deleted-parameter.js';
import { buildPreferParameter } from './prefer-parameter.js';
import { buildPathParameters, buildViewParameters } from './view-parameter.js';

type Parameter = oas31.ParameterObject | oas31.ReferenceObject;

/** Builds all parameters of a route. */
export function buildOperationParameters(route: Route, context: DocumentContext): Parameter[] {
  return [
    ...buildIdParameter(route, context),
    ...buildCollectionParameters(route, context),
    ...buildPathParameters(route, context),
    ...buildConditionParameters(route, context),
    ...buildDeletedParameter(route),
    ...buildPreferParameter(route, context),
    ...buildIdempotencyParameter(route, context),
    ...buildCommonParameters(context),
    ...buildGlobalHeaders(context),
  ];
}

function buildIdParameter({ path, entity }: Route, context: DocumentContext): Parameter[] {
  if (!path.includes('{id}')) return [];
  const [only, ...more] = entity.key;
  const isSingle = only !== undefined && more.length === 0;
  const parameter = context.components.parameter({ of: entity.name, part: 'id' }, () => ({
    name: 'id',
    in: 'path',
    required: true,
    description: isSingle
      ? `The \`${only.name}\` of the ${entity.name}.`
      : `The id of the ${entity.name}: ${describeId(entity)}`,
    schema: isSingle ? buildParameterValueSchema(entity, only, context) : toSchemaObject(entity.id.schema),
  }));
  return [parameter];
}

function buildCollectionParameters(route: Route, context: DocumentContext): Parameter[] {
  const { collection } = route;
  if (route.kind === 'bulk-update' || route.kind === 'bulk-delete')
    return buildSelectionParameters(route, context);
  if (collection === null) return buildViewParameters(route, context);
  if (isAggregate(route))
    return [
      ...buildGroupParameters(route.subject, context),
      ...buildPageParameters(collection, context.model.limits, { one: 'group', many: 'groups' }),
      ...buildWhereParameter(route.subject, context),
      ...buildFilterParameters(route, context),
    ];
  return [
    ...buildPageParameters(collection, context.model.limits),
    ...buildSortParameters(route.subject, context),
    ...buildViewParameters(route, context),
    ...buildWhereParameter(route.subject, context),
    ...buildFilterParameters(route, context),
  ];
}

function buildCommonParameters({ components }: DocumentContext): Parameter[] {
  const pretty = components.parameter('Pretty', () => ({
    name: 'pretty',
    in: 'query',
    description: 'Whether the JSON is indented, that of errors too.',
    schema: { type: 'boolean', default: false },
  }));
  const requestId = components.parameter('RequestId', () => ({
    name: 'X-Request-Id',
    in: 'header',
    description: 'An id for this request. An invalid one is replaced.',
    schema: { type: 'string' },
  }));
  return [pretty, requestId];
}

/** The author's global request headers as parameters. */
function buildGlobalHeaders({ options }: DocumentContext): Parameter[] {
  return Object.entries(structuredClone(options.globalRequestHeaders ?? {})).map(([name, header]) => ({
    ...header,
    name,
    in: 'header',
  }));
}
