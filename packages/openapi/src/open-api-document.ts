// Model and routes -> OpenAPI 3.1 document. The table of contents of this package; pure, and the same every time.
import type { ApiModel, Route } from '@decorest/core';
import type { oas31 } from 'openapi3-ts';
import { mergeDocuments } from './document-merge.js';
import { buildSkeleton } from './document-skeleton.js';
import { createDocumentContext, type DocumentContext } from './document-context.js';
import type { OpenApiOptions } from './open-api-options.js';
import { buildOperation } from './operation-object.js';
import { buildTags, applyEdgeTags } from './tag-object.js';

/** What a document is made of; every `Api` is one. */
export interface ApiDescription {
  readonly model: ApiModel;
  readonly routes: { readonly list: readonly Route[] };
}

/** The document of an API. Changes neither the API nor the options; throws only what the author's hooks throw. */
export function openApiDocument(api: ApiDescription, options: OpenApiOptions = {}): oas31.OpenAPIObject {
  const skeleton = buildSkeleton(options);
  const started = options.before?.(skeleton) ?? skeleton;
  const document = mergeDocuments(started, describeApi(api, options, started.tags));
  return options.after?.(document) ?? document;
}

/** The part of the document that the API itself makes. */
function describeApi(
  api: ApiDescription,
  options: OpenApiOptions,
  tags: readonly oas31.TagObject[] | undefined,
): Partial<oas31.OpenAPIObject> {
  const context = createDocumentContext(api.model, options);
  const routes = applyEdgeTags(api.routes.list, options);
  const paths = buildPathItems(routes, context);
  return { tags: buildTags(routes, tags), paths, components: context.components.toObject() };
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
