// The header `Prefer` (RFC 7240) of writes whose answer has content, for APIs with the option `returnMinimal`.
import type { ApiModel, Route, RouteKind } from '@decorest/core';
import type { oas31 } from 'openapi3-ts';
import type { DocumentContext } from './document-context.js';

/** Whether clients may prefer an answer without content. */
export function acceptsPreference({ kind }: Route, { returnMinimal }: ApiModel): boolean {
  return returnMinimal && takesPreference[kind];
}

/** The kinds of writes with content in their answer. */
const takesPreference: Readonly<Record<RouteKind, boolean>> = {
  create: true,
  update: true,
  delete: false,
  restore: true,
  'bulk-create': true,
  'bulk-update': true,
  'bulk-delete': true,
  list: false,
  read: false,
  aggregate: false,
  'edge-read': false,
  'edge-list': false,
  'edge-aggregate': false,
  'edge-create': true,
};

/** Builds the parameter; none for other routes. */
export function buildPreferParameter(route: Route, context: DocumentContext): oas31.ReferenceObject[] {
  if (!acceptsPreference(route, context.model)) return [];
  return [
    context.components.parameter('Prefer', () => ({
      name: 'Prefer',
      in: 'header',
      description:
        'Preferences (RFC 7240), separated by commas: with `return=minimal`, the answer is a 204 without the entity. Others are ignored.',
      schema: { type: 'string', examples: ['return=minimal'] },
    })),
  ];
}
