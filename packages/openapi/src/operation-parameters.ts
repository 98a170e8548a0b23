// Route -> its parameters: path, page, sort, filters, and those of every operation. Documentation pages show them in this
// order, and an entity can have hundreds of filters.
import type { Route } from '@decorest/core';
import type { oas31 } from 'openapi3-ts';
import { collectionPage } from './collection-schema.js';
import type { Draft } from './document-context.js';
import { idDescription } from './entity-schema.js';
import { filterParameters } from './filter-parameter.js';
import { pageParameters } from './page-parameter.js';
import { parameterValueSchema } from './parameter-value.js';
import { schemaObject } from './schema-object.js';
import { sortParameters } from './sort-parameter.js';

type Parameter = oas31.ParameterObject | oas31.ReferenceObject;

/** All parameters of a route. */
export function operationParameters(route: Route, draft: Draft): Parameter[] {
  return [
    ...idParameter(route, draft),
    ...collectionParameters(route, draft),
    ...commonParameters(draft),
    ...globalHeaders(draft),
  ];
}

function idParameter({ path, entity }: Route, draft: Draft): Parameter[] {
  if (!path.includes('{id}')) return [];
  const [only, ...more] = entity.key;
  const isSingle = only !== undefined && more.length === 0;
  const parameter = draft.components.parameter(`${entity.name}.id`, () => ({
    name: 'id',
    in: 'path',
    required: true,
    description: isSingle
      ? `The \`${only.name}\` of the ${entity.name}.`
      : `The id of the ${entity.name}: ${idDescription(entity)}`,
    schema: isSingle ? parameterValueSchema(entity, only, draft) : schemaObject(entity.id.schema),
  }));
  return [parameter];
}

function collectionParameters(route: Route, draft: Draft): Parameter[] {
  const page = collectionPage(route);
  if (page === null) return [];
  return [
    ...pageParameters(page, draft.model.limits),
    ...sortParameters(route.subject, draft),
    ...filterParameters(route.subject, draft),
  ];
}

function commonParameters({ components }: Draft): Parameter[] {
  const pretty = components.parameter('Pretty', () => ({
    name: 'pretty',
    in: 'query',
    description: 'Whether the JSON is indented, that of errors too.',
    schema: { type: 'boolean', default: false },
  }));
  const requestId = components.parameter('RequestId', () => ({
    name: 'X-Request-Id',
    in: 'header',
    description: 'A name for this request. One that is not sane is replaced.',
    schema: { type: 'string' },
  }));
  return [pretty, requestId];
}

/** The author's global headers, as parameters. */
function globalHeaders({ options }: Draft): Parameter[] {
  return Object.entries(structuredClone(options.globalRequestHeaders ?? {})).map(([name, header]) => ({
    ...header,
    name,
    in: 'header',
  }));
}
