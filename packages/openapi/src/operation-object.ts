// Route -> operation object: parameters, body and all possible answers.
import type { Route, RouteKind } from '@decorest/core';
import type { oas31 } from 'openapi3-ts';
import type { DocumentContext } from './document-context.js';
import { buildOperationParameters } from './operation-parameters.js';
import type { OptionalParameters } from './parameter-draft.js';
import { buildProblemResponses } from './problem-response.js';
import { buildRequestBody } from './request-body.js';
import { buildSuccessResponse } from './success-response.js';

/** Builds the operation of a route. */
export function buildOperation(route: Route, context: DocumentContext): oas31.OperationObject {
  const body = buildRequestBody(route, context);
  const { parameters, omitted } = buildOperationParameters(route, context);
  const description = [
    route.description ?? defaultDescriptions[route.kind](route),
    ...describeRequiredFilters(route),
    ...omitted.map((kind) => omissions[kind](route)),
  ].join(' ');
  return {
    operationId: route.operationId,
    summary: route.summary,
    description,
    tags: [...route.tags],
    ...(route.deprecated && { deprecated: true }),
    parameters,
    ...(body && { requestBody: body }),
    responses: { ...buildSuccessResponse(route, context), ...buildProblemResponses(route, context) },
  };
}

const defaultDescriptions: Readonly<Record<RouteKind, (route: Route) => string>> = {
  list: ({ entity }) => `Finds entities of ${entity.name}: filtered and sorted as the parameters say.`,
  create: ({ entity }) => `Creates one ${entity.name} and returns it as a read would.`,
  read: ({ entity }) => `Returns one ${entity.name}.`,
  update: ({ entity }) => `Changes the given keys of one ${entity.name} and returns it as a read would.`,
  delete: ({ entity }) => `Deletes one ${entity.name}.`,
  restore: ({ entity }) =>
    `Restores one deleted ${entity.name} and returns it as a read would. One that is not deleted stays as it is.`,
  aggregate: ({ entity }) =>
    `Groups the entities of ${entity.name} that the filters find, and measures each group.`,
  'edge-read': (route) => `Returns the ${route.subject.name} that ${describeEdgePath(route)}`,
  'edge-create': (route) =>
    `Creates one ${route.subject.name} that ${describeEdgePath(route)} Returns it as a read would.`,
  'edge-list': (route) => `Finds the entities of ${route.subject.name} that ${describeEdgePath(route)}`,
  'bulk-create': ({ entity }) =>
    `Creates entities of ${entity.name}, all or none, and returns them in the order of the body.`,
  'bulk-update': ({ entity }) =>
    `Changes entities of ${entity.name}, all or none: with an object, the given keys of all entities that the filters find; with an array, the given keys of each entity by its id, without filters.`,
  'bulk-delete': ({ entity }) => `Deletes all entities of ${entity.name} that the filters find, or none.`,
  'edge-aggregate': (route) =>
    `Groups the entities of ${route.subject.name} that ${describeEdgePath(route)} Measures each group.`,
};

/** What the operation takes, too, though it does not list it. */
const omissions: Readonly<Record<OptionalParameters, (route: Route) => string>> = {
  'edge filters': ({ subject }) =>
    subject.where
      ? 'Filters across edges are not listed: `where` takes them, by the names `<edge>.<filter>`.'
      : 'Filters across edges are not listed: their names are `<edge>.<filter>`, with a filter of what the edge leads to.',
  'further measures': () =>
    'Of the conditions on measures, only those of the first measure of each field are listed: the others have the form `having.<measure>.<test>`.',
  'own filters': () => 'Filters are not listed: `where` takes them.',
};

function describeRequiredFilters(route: Route): string[] {
  const names = route.requiredFilters.map((name) => `\`${name}\``);
  if (names.length === 0) return [];
  const filters = names.length === 1 ? 'The filter' : 'One of the filters';
  const places = route.subject.where
    ? ', as a parameter or in `where`, outside of `or`, `not` and edges'
    : '';
  const required = `${filters} ${names.join(', ')} is required${places}.`;
  return [route.kind === 'bulk-update' ? `With an object: ${required}` : required];
}

function describeEdgePath({ entity, edge }: Route): string {
  const path = `\`${edge?.name ?? ''}\` of one ${entity.name} leads to.`;
  return [path, edge?.doc.description ?? ''].join(' ').trimEnd();
}
