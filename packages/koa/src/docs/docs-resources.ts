// The documentation's resources by exact path below the router: the document, the page and its assets.
import { ApiError, type Api } from '@decorest/core';
import type { Context, Next } from 'koa';
import { docsAssets } from './docs-assets.js';
import folders from './package-folders.cjs';
import { renderDocsPage, type DocsPage } from './docs-page.js';
import { toApiRequest, hasFallenThrough, sendResponse } from '../router/koa-request.js';
import { createOpenApiText } from './openapi-text.js';
import { documentPath, type RouterSettings } from '../router/router-options.js';
import { createRedirect, sendFile, type ServedFile } from './served-file.js';

/** Creates the file to serve. `mount` is the mount path of the router, as the client sees it. */
export type DocsResource = (ctx: Context, mount: string) => ServedFile | Promise<ServedFile>;

/** An allow-list by path: no other path exists. */
export type DocsResources = ReadonlyMap<string, DocsResource>;

/** Creates the resources of the documentation. Each is loaded and built on its first request. */
export function createDocsResources(api: Api, settings: RouterSettings): DocsResources {
  if (settings.openapi === false) return new Map();
  const text = createOpenApiText(api, settings.openapi);
  const document: DocsResource = (_, mount) => text.file(mount);
  const page = settings.docs === false ? [] : createPageResources(settings.docs, text.title);
  return new Map([[documentPath, document], ...page]);
}

function createPageResources(path: string, title: () => Promise<string>): [string, DocsResource][] {
  folders.requireFolders();
  let page: DocsPage | undefined;
  const moved = createRedirect(`..${path.slice(path.lastIndexOf('/'))}`);
  const rendered = async (ctx: Context): Promise<DocsPage> =>
    (page ??= renderDocsPage(ctx, await title(), path));
  const assets = [...docsAssets].map(([name, load]): [string, DocsResource] => [
    `${path}/assets/${name}`,
    load,
  ]);
  return [
    [path, async (ctx) => (await rendered(ctx)).html],
    [`${path}/`, () => moved],
    [`${path}/assets/init.js`, async (ctx) => (await rendered(ctx)).script],
    ...assets,
  ];
}

const allow = 'GET, HEAD, OPTIONS';

/** A request for a resource at `path`. */
export interface DocsRequest {
  readonly api: Api;
  readonly settings: RouterSettings;
  readonly resource: DocsResource;
  readonly path: string;
}

/** Answers a request for a resource of the documentation. */
export async function answerDocs(ctx: Context, next: Next, request: DocsRequest): Promise<void> {
  if (ctx.method === 'GET' || ctx.method === 'HEAD') {
    await sendResource(ctx, request);
  } else if (ctx.method === 'OPTIONS') {
    ctx.status = 204;
    ctx.set('Allow', allow);
    linkDocument(ctx, request.settings.resolveBase(ctx, request.path));
  } else {
    await next();
    if (hasFallenThrough(ctx)) refuse(ctx, request, createMethodNotAllowedError());
  }
}

/** Says where the document is (RFC 8631). `base` is where the API is, as the client sees it. */
export function linkDocument(ctx: Context, base: string): void {
  ctx.append('Link', `<${base}${documentPath}>; rel="service-desc"`);
}

/** Building the document runs the author's hooks, which may throw. */
async function sendResource(ctx: Context, request: DocsRequest): Promise<void> {
  const { resource, settings, path } = request;
  try {
    const base = settings.resolveBase(ctx, path);
    await sendFile(ctx, await resource(ctx, base));
    if (ctx.type === 'text/html') linkDocument(ctx, base);
  } catch (error) {
    refuse(ctx, request, error);
  }
}

function refuse(ctx: Context, { api, settings, path }: DocsRequest, error: unknown): void {
  sendResponse(ctx, api.refuse(error, toApiRequest(ctx, path, settings)));
}

function createMethodNotAllowedError(): ApiError {
  return new ApiError('method_not_allowed', { headers: { allow } });
}
