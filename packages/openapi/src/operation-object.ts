// Route -> operation object: parameters, body and all possible answers.
import type { Route } from '@decorest/core';
import type { oas31 } from 'openapi3-ts';
import type { DocumentContext } from './document-context.js';
import { buildOperationParameters } from './operation-parameters.js';
import { describeOperation } from './operation-text.js';
import type { OptionalParameters } from './parameter-draft.js';
import { buildProblemResponses } from './problem-response.js';
import { buildRequestBody } from './request-body.js';
import { buildSuccessResponse } from './success-response.js';

/** Builds the operation of a route. */
export function buildOperation(route: Route, context: DocumentContext): oas31.OperationObject {
  const body = buildRequestBody(route, context);
  const { parameters, omitted } = buildOperationParameters(route, context);
  const description = [describeOperation(route), ...omitted.map((kind) => omissions[kind](route))].join(' ');
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

/** What the operation takes, too, though it does not list it. */
const omissions: Readonly<Record<OptionalParameters, (route: Route) => string>> = {
  'edge conditions': () =>
    'Filters across edges are not listed: `where` takes them, by the name of the edge after `some.`, `none.` or `all.`.',
  'edge filters': ({ subject }) =>
    subject.where
      ? 'Filters across edges are not listed: `where` takes them, by the names `<edge>.<filter>`.'
      : 'Filters across edges are not listed: their names are `<edge>.<filter>`, with a filter of what the edge leads to.',
  'further measures': () =>
    'Of the conditions on measures, only those of the first measure of each field are listed: the others have the form `having.<measure>.<test>`.',
  'own filters': () => 'Filters are not listed: `where` takes them.',
  'last filters': () =>
    'The last filters are not listed: they have the form `<field>.<test>`, as those that are.',
};
