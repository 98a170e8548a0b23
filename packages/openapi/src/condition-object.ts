// Conditional requests: their headers as parameters, 304, and the problems of conditions that are not met.
import { bulkOperationOf, changesOneRow, type ProblemCode, type Route } from '@decorest/core';
import type { oas31 } from 'openapi3-ts';
import { isAggregate } from './collection-schema.js';
import type { DocumentContext } from './document-context.js';
import { buildResponseHeaders, type HeaderName } from './response-header.js';

/** Whether the answer is read with an entity tag. */
function hasTaggedRead(route: Route): boolean {
  return route.method === 'GET' && !isAggregate(route) && route.subject.entityTag !== null;
}

/** Whether the operation writes entities that have tags, or a row that has one. */
function hasTaggedWrite({ method, entity, subject }: Route): boolean {
  return method !== 'GET' && (entity.entityTag !== null || subject.entityTag !== null);
}

/** Builds the parameters of the conditions that an operation may have. */
export function buildConditionParameters(route: Route, { components }: DocumentContext) {
  if (hasTaggedRead(route))
    return [
      components.parameter('IfNoneMatch', () => ({
        name: 'If-None-Match',
        in: 'header',
        description:
          'Entity tags that the client has, or `*` (RFC 9110, 13.1.2). The answer is 304 if it has one of them.',
        schema: { type: 'string' },
      })),
      components.parameter('IfMatchOfRead', () => ({
        name: 'If-Match',
        in: 'header',
        description:
          'Entity tags that the answer must have, or `*` for any (RFC 9110, 13.1.1). Otherwise it is 412.',
        schema: { type: 'string' },
      })),
    ];
  if (!hasTaggedWrite(route)) return [];
  return [changesOneRow[route.kind] ? buildIfMatch(route, components) : buildIfMatchOfMany(components)];
}

type Components = DocumentContext['components'];

function buildIfMatch({ entity: { requiresIfMatch } }: Route, components: Components) {
  return components.parameter(requiresIfMatch ? 'IfMatchRequired' : 'IfMatch', () => ({
    name: 'If-Match',
    in: 'header',
    ...(requiresIfMatch && { required: true }),
    description:
      'Entity tags of the state to change, or `*` for any (RFC 9110, 13.1.1). In any other state the answer is 412.',
    // Documentation pages fill it in.
    schema: { type: 'string', ...(requiresIfMatch && { examples: ['*'] }) },
  }));
}

/** The path names no single row, so no tag is one of it. */
function buildIfMatchOfMany(components: Components) {
  return components.parameter('IfMatchAny', () => ({
    name: 'If-Match',
    in: 'header',
    description:
      'Only `*` is met (RFC 9110, 13.1.1): this path has no entity tag. The answer to any tag is 412.',
    schema: { type: 'string' },
  }));
}

/** The problems of conditions. Without tags there are none to send. */
export function listPreconditionProblems(route: Route): readonly ProblemCode[] {
  const isRequired = changesOneRow[route.kind] && route.entity.requiresIfMatch;
  return [
    ...(hasTaggedWrite(route) || hasTaggedRead(route) ? (['precondition_failed'] as const) : []),
    ...(isRequired ? (['precondition_required'] as const) : []),
  ];
}

/** The headers of an answer that shows the subject of a route. */
export function listCacheHeaders(route: Route): readonly HeaderName[] {
  const { subject, caching, collection } = route;
  // The answer to a write of many rows is no state of one.
  if (bulkOperationOf[route.kind] !== null) return [];
  const tag: HeaderName = collection ? 'ETag-Of-List' : 'ETag';
  return [
    ...(subject.entityTag && !isAggregate(route) ? [tag] : []),
    ...(caching ? (['Cache-Control'] as const) : []),
    ...(caching?.vary ? (['Vary'] as const) : []),
  ];
}

/** Builds the answer to a read whose client has it already. */
export function buildNotModified(
  route: Route,
  context: DocumentContext,
): Record<string, oas31.ReferenceObject> {
  if (!hasTaggedRead(route)) return {};
  const varies = route.caching?.vary !== null;
  const response = context.components.response(varies ? 'NotModifiedInFormat' : 'NotModified', () => ({
    description: 'Not modified: the client already has this answer.',
    headers: buildResponseHeaders(['ETag', 'Cache-Control', ...(varies ? (['Vary'] as const) : [])], context),
  }));
  return { '304': response };
}
