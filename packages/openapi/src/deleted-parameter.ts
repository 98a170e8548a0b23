// The parameter `deleted` of reads of a restorable class.
import { findsDeletedRows, type Route } from '@decorest/core';
import type { oas31 } from 'openapi3-ts';

/** Builds the parameter; none for a route that does not take it. */
export function buildDeletedParameter(route: Route): oas31.ParameterObject[] {
  if (!route.subject.restorable || !findsDeletedRows[route.kind]) return [];
  const isOne = route.kind === 'read';
  return [
    {
      name: 'deleted',
      in: 'query',
      description: isOne
        ? '`with`: finds the entity if it is deleted, too.'
        : '`only`: the deleted entities; `with`: these and the others. Default: the others.',
      schema: { type: 'string', enum: isOne ? ['with'] : ['only', 'with'] },
    },
  ];
}
