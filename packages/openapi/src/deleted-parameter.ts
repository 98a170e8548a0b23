// The parameter `deleted` of reads of a restorable class.
import { findsDeletedRows, type Route } from '@decorest/core';
import type { oas31 } from 'openapi3-ts';
import type { DocumentContext } from './document-context.js';
import { buildNameEnum } from './name-enum.js';

/** Builds the parameter; none for a route that does not take it. */
export function buildDeletedParameter(route: Route, context: DocumentContext): oas31.ReferenceObject[] {
  if (!route.subject.restorable || !findsDeletedRows[route.kind]) return [];
  const isOne = route.kind === 'read';
  return [
    context.components.parameter(isOne ? 'DeletedEntity' : 'DeletedEntities', () => ({
      name: 'deleted',
      in: 'query',
      description: isOne
        ? '`with`: finds the entity if it is deleted, too.'
        : '`only`: the deleted entities; `with`: these and the others. Default: the others.',
      schema: isOne
        ? { type: 'string', const: 'with' }
        : buildNameEnum('DeletedRows', ['only', 'with'], context),
    })),
  ];
}
