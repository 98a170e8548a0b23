// Model and routes -> OpenAPI 3.1 document. The entry point of this package; pure and deterministic.
import type { ApiModel, Route } from '@decorest/core';
import type { oas31 } from 'openapi3-ts';
import { mergeDocuments } from './document-merge.js';
import { buildSkeleton } from './document-skeleton.js';
import { createDocumentContext, type DocumentContext } from './document-context.js';
import type { OpenApiOptions } from './open-api-options.js';
import { buildOperation } from './operation-object.js';
import { buildTags, applyEdgeTags } from './tag-object.js';

/** The input of a document; every `Api` is one. */
export interface ApiDescription {
  readonly model: ApiModel;
  readonly routes: { readonly list: readonly Route[] };
}

/**
 * Builds the OpenAPI document of an API. Changes neither the API nor the options.
 *
 * @throws TypeError for an invalid `edgeTags`; any error of the hooks `before` and `after`.
 */
export function openApiDocument(api: ApiDescription, options: OpenApiOptions = {}): oas31.OpenAPIObject {
  checkEdgeTags(options);
  const skeleton = buildSkeleton(options);
  const started = options.before?.(skeleton) ?? skeleton;
  const document = mergeDocuments(started, describeApi(api, options, started.tags));
  return options.after?.(document) ?? document;
}

/** Exhaustive: the compiler reports a missing value. */
const edgeTagValues: Readonly<Record<NonNullable<OpenApiOptions['edgeTags']>, true>> = {
  edge: true,
  entity: true,
};

function checkEdgeTags({ edgeTags = 'entity' }: OpenApiOptions): void {
  if (Object.hasOwn(edgeTagValues, edgeTags)) return;
  const values = Object.keys(edgeTagValues).join(', ');
  throw new TypeError(`openApiDocument: edgeTags '${edgeTags}' must be one of ${values}.`);
}

/** The part of the document that describes the API itself. */
function describeApi(
  api: ApiDescription,
  options: OpenApiOptions,
  tags: readonly oas31.TagObject[] | undefined,
): Partial<oas31.OpenAPIObject> {
  const context = createDocumentContext(api.model, options);
  const routes = applyEdgeTags(api.routes.list, options);
  const paths = buildPathItems(routes, context);
  return { tags: buildTags(routes, tags), ...context.components.complete(paths) };
}

function buildPathItems(routes: readonly Route[], context: DocumentContext): oas31.PathsObject {
  const paths = new Map<string, oas31.PathItemObject>();
  for (const route of routes) {
    const method = methodKeys[route.method];
    paths.set(route.path, { ...paths.get(route.path), [method]: buildOperation(route, context) });
  }
  return Object.fromEntries(paths);
}

const methodKeys = { GET: 'get', POST: 'post', PATCH: 'patch', DELETE: 'delete' } as const satisfies Record<
  Route['method'],
  keyof oas31.PathItemObject
>;
