// The documentation's resources by exact path below the router: the document, the page and its assets.
import { ApiError, type Api } from '@decorest/core';
import type { Context, Next } from 'koa';
import { docsAssets } from './docs-assets.js';
import { renderDocsPage, type DocsPage } from './docs-page.js';
import { toApiRequest, hasFallenThrough, sendResponse } from '../router/koa-request.js';
import { resolveMountPath } from '../router/mount-path.js';
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
  let page: DocsPage | undefined;
  const moved = createRedirect(`..${path.slice(path.lastIndexOf('/'))}`);
  const rendered = async (ctx: Context): Promise<DocsPage> =>
    (page ??= await renderDocsPage(ctx, await title(), path));
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
  readonly resource: DocsResource;
  readonly path: string;
}

/** Answers a request for a resource of the documentation. */
export async function answerDocs(
  ctx: Context,
  next: Next,
  { api, resource, path }: DocsRequest,
): Promise<void> {
  if (ctx.method === 'GET' || ctx.method === 'HEAD') {
    await sendResource(ctx, { api, resource, path });
  } else if (ctx.method === 'OPTIONS') {
    ctx.status = 204;
    ctx.set('Allow', allow);
  } else {
    await next();
    if (hasFallenThrough(ctx))
      sendResponse(ctx, api.refuse(createMethodNotAllowedError(), toApiRequest(ctx, path, 0)));
  }
}

/** Building the document runs the author's hooks, which may throw. */
async function sendResource(ctx: Context, { api, resource, path }: DocsRequest): Promise<void> {
  try {
    sendFile(ctx, await resource(ctx, resolveMountPath(ctx.originalUrl, path)));
  } catch (error) {
    sendResponse(ctx, api.refuse(error, toApiRequest(ctx, path, 0)));
  }
}

function createMethodNotAllowedError(): ApiError {
  return new ApiError('method_not_allowed', { headers: { allow } });
}
