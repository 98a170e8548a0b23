// Route -> operation object: what is sent, and every answer there can be.
import type { Route, RouteKind } from '@decorest/core';
import type { oas31 } from 'openapi3-ts';
import type { Draft } from './document-context.js';
import { operationParameters } from './operation-parameters.js';
import { problemResponses } from './problem-response.js';
import { requestBody } from './request-body.js';
import { successResponse } from './success-response.js';

/** The operation of a route. */
export function operationObject(route: Route, draft: Draft): oas31.OperationObject {
  const body = requestBody(route, draft);
  return {
    operationId: route.operationId,
    summary: route.summary,
    description: route.description ?? defaultDescriptions[route.kind](route),
    tags: [...route.tags],
    ...(route.deprecated && { deprecated: true }),
    parameters: operationParameters(route, draft),
    ...(body && { requestBody: body }),
    responses: { ...successResponse(route, draft), ...problemResponses(route, draft) },
  };
}

const defaultDescriptions: Readonly<Record<RouteKind, (route: Route) => string>> = {
  list: ({ entity }) => `Finds entities of ${entity.name}: filtered and sorted as the parameters say.`,
  create: ({ entity }) => `Creates one ${entity.name} and returns it as a read would.`,
  read: ({ entity }) => `Returns one ${entity.name}.`,
  update: ({ entity }) => `Changes the given keys of one ${entity.name} and returns it as a read would.`,
  delete: ({ entity }) => `Deletes one ${entity.name}.`,
  'edge-read': (route) => `Returns the ${route.subject.name} that ${alongEdge(route)}`,
  'edge-list': (route) => `Finds the entities of ${route.subject.name} that ${alongEdge(route)}`,
};

function alongEdge({ entity, edge }: Route): string {
  const path = `\`${edge?.name ?? ''}\` of one ${entity.name} leads to.`;
  return [path, edge?.doc.description ?? ''].join(' ').trimEnd();
}
