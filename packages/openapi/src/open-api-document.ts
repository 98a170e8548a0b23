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
 * @throws TypeError for an invalid `edgeTags` or `edgeFilters`; any error of the hooks `before` and `after`.
 */
export function openApiDocument(api: ApiDescription, options: OpenApiOptions = {}): oas31.OpenAPIObject {
  checkChoices(options);
  const skeleton = buildSkeleton(options);
  const started = options.before?.(skeleton) ?? skeleton;
  const document = mergeDocuments(started, describeApi(api, options, started.tags));
  return options.after?.(document) ?? document;
}

type ChoiceName = 'edgeTags' | 'edgeFilters';

/** The options with few values. Exhaustive: the compiler reports a missing value. */
const choices: { readonly [Name in ChoiceName]: Readonly<Record<NonNullable<OpenApiOptions[Name]>, true>> } =
  {
    edgeTags: { edge: true, entity: true },
    edgeFilters: { parameters: true, where: true },
  };

function checkChoices(options: OpenApiOptions): void {
  for (const [name, values] of Object.entries(choices)) {
    const value = options[name as ChoiceName];
    if (value === undefined || Object.hasOwn(values, value)) continue;
    throw new TypeError(
      `openApiDocument: ${name} '${value}' must be one of ${Object.keys(values).join(', ')}.`,
    );
  }
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
