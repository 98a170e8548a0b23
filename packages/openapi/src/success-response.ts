// Route -> its successful answer.
import {
  exportMediaTypes,
  type CollectionModel,
  type ExportFormat,
  type Route,
  type RouteKind,
} from '@decorest/core';
import type { oas31 } from 'openapi3-ts';
import { buildAffectedSchema, buildNewEntitiesSchema } from './bulk-schema.js';
import { buildArraySchema, buildPageSchema, isAggregate } from './collection-schema.js';
import { buildCursorListSchema } from './cursor-list-schema.js';
import { buildNotModified, listCacheHeaders } from './condition-object.js';
import type { DocumentContext } from './document-context.js';
import { acceptsPreference } from './prefer-parameter.js';
import { buildEntitySchema } from './entity-schema.js';
import { buildGroupPageSchema } from './group-schema.js';
import { buildResponseHeaders, type HeaderName } from './response-header.js';
import type { Schema } from './schema-object.js';

const statuses: Readonly<Record<RouteKind, string>> = {
  list: '200',
  create: '201',
  read: '200',
  update: '200',
  delete: '204',
  restore: '200',
  aggregate: '200',
  'edge-read': '200',
  'edge-list': '200',
  'edge-create': '201',
  'edge-aggregate': '200',
  'bulk-create': '201',
  'bulk-update': '200',
  'bulk-delete': '200',
};

const descriptions: Readonly<Record<RouteKind, string>> = {
  list: 'The list.',
  create: 'The new entity.',
  read: 'The entity.',
  update: 'The updated entity.',
  delete: 'The entity has been deleted.',
  restore: 'The restored entity.',
  aggregate: 'The groups.',
  'edge-read': 'The entity.',
  'edge-list': 'The list.',
  'edge-create': 'The new entity.',
  'edge-aggregate': 'The groups.',
  'bulk-create': 'The new entities, in the order of the body.',
  'bulk-update': 'The number of entities that have been changed.',
  'bulk-delete': 'The number of entities that have been deleted.',
};

/** Builds the successful answers of a route, by status: 304 where it has an entity tag, 204 for clients that prefer no content. */
export function buildSuccessResponse(
  route: Route,
  context: DocumentContext,
): Record<string, oas31.ResponseObject | oas31.ReferenceObject> {
  const schema = buildBodySchema(route, context);
  const response: oas31.ResponseObject = {
    description: descriptions[route.kind],
    headers: buildResponseHeaders([...listHeaders(route, context), ...listKeyHeaders(route)], context),
    ...(schema && { content: { 'application/json': { schema }, ...buildExportContent(route) } }),
  };
  return {
    [statuses[route.kind]]: response,
    ...buildMinimalResponse(route, context),
    ...buildNotModified(route, context),
  };
}

/** The answer to `Prefer: return=minimal`. */
function buildMinimalResponse(route: Route, context: DocumentContext): Record<string, oas31.ResponseObject> {
  if (!acceptsPreference(route, context.model)) return {};
  const names = listHeaders(route, context).filter((name) => name !== 'X-Content-Type-Options');
  return {
    204: {
      description: 'Done. The client preferred an answer without the entity.',
      headers: buildResponseHeaders([...names, ...listKeyHeaders(route)], context),
    },
  };
}

const exportDescriptions: Readonly<Record<ExportFormat, string>> = {
  ndjson: 'All entities of the list, one JSON object per line.',
  csv: 'All entities of the list as CSV (RFC 4180): a header line, then one record per entity. Null is an empty value.',
};

/** The formats that `Accept` may choose instead of JSON. */
function buildExportContent(route: Route): oas31.ContentObject {
  const formats = route.collection?.exports ?? [];
  return Object.fromEntries(
    formats.map((format) => [
      exportMediaTypes[format],
      { schema: { type: 'string', description: exportDescriptions[format] } },
    ]),
  );
}

function buildBodySchema(route: Route, context: DocumentContext): Schema | null {
  if (route.kind === 'delete') return null;
  if (route.kind === 'bulk-create') return buildNewEntitiesSchema(route.subject, context);
  if (route.kind === 'bulk-update' || route.kind === 'bulk-delete') return buildAffectedSchema(context);
  if (isAggregate(route)) return buildGroupPageSchema(route.subject, context);
  const { collection } = route;
  if (collection === null) return buildEntitySchema(route.subject, context);
  if (!collection.paginated) return buildArraySchema(route.subject, context);
  return collection.countModes.length > 0
    ? buildCursorListSchema(route.subject, context)
    : buildPageSchema(route.subject, context);
}

/** An export has no total, nor has a list that is not counted exactly. */
function getTotalHeader({ paginated, countModes, exports }: CollectionModel): HeaderName {
  const isAlwaysExact = countModes.every((mode) => mode === 'exact');
  return exports.length > 0 || (paginated && !isAlwaysExact) ? 'X-Total-Count-If-Exact' : 'X-Total-Count';
}

function listKeyHeaders({ idempotencyKey }: Route): readonly HeaderName[] {
  return idempotencyKey === null ? [] : ['Idempotent-Replayed'];
}

function isCreate({ kind }: Route): boolean {
  return kind === 'create' || kind === 'edge-create';
}

function listHeaders(route: Route, { model }: DocumentContext): readonly HeaderName[] {
  if (route.kind === 'delete') return [];
  const preference: HeaderName[] = acceptsPreference(route, model) ? ['Preference-Applied'] : [];
  if (isCreate(route))
    return ['X-Content-Type-Options', 'Location', ...listCacheHeaders(route), ...preference];
  const { collection } = route;
  const total: HeaderName[] = collection === null ? [] : [getTotalHeader(collection)];
  const ofExports: HeaderName[] =
    collection === null || collection.exports.length === 0 ? [] : ['Content-Disposition'];
  return [
    'X-Content-Type-Options',
    ...total,
    ...(collection?.paginated ? (['Link'] as const) : []),
    ...ofExports,
    ...listCacheHeaders(route),
    ...preference,
  ];
}
