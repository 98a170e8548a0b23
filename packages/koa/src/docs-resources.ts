// The documentation's resources by their exact path below the router: the document, the page and its assets.
import type { Api } from '@decorest/core';
import type { Context, Next } from 'koa';
import { docsAssets } from './docs-assets.js';
import { docsPage, type DocsPage } from './docs-page.js';
import { mountPath } from './mount-path.js';
import { isUnanswered } from './neighbour.js';
import { openApiText } from './openapi-text.js';
import { documentPath, type RouterSettings } from './router-options.js';
import { sendFile, type ServedFile } from './served-file.js';

/** Makes the file to serve. `mount` is the path in front of the router, as the client sees it. */
export type DocsResource = (ctx: Context, mount: string) => ServedFile;

/** An allow-list: a path that is not a key does not exist. */
export type DocsResources = ReadonlyMap<string, DocsResource>;

/** What is served beside the API itself. Everything is built at its first request. */
export function docsResources(api: Api, settings: RouterSettings): DocsResources {
  if (settings.openapi === false) return new Map();
  const text = openApiText(api, settings.openapi);
  const document: DocsResource = (_, mount) => text.file(mount);
  const page = settings.docs === false ? [] : pageResources(settings.docs, text.title);
  return new Map([[documentPath, document], ...page]);
}

function pageResources(path: string, title: () => string): [string, DocsResource][] {
  let page: DocsPage | undefined;
  const rendered = (ctx: Context): DocsPage => (page ??= docsPage(ctx, title(), path));
  const assets = [...docsAssets].map(([name, load]): [string, DocsResource] => [
    `${path}/assets/${name}`,
    load,
  ]);
  return [
    [path, (ctx) => rendered(ctx).html],
    [`${path}/assets/init.js`, (ctx) => rendered(ctx).script],
    ...assets,
  ];
}

const allow = 'GET, HEAD, OPTIONS';

/** Answers a request for a resource of the documentation. */
export async function answerDocs(
  ctx: Context,
  next: Next,
  resource: DocsResource,
  path: string,
): Promise<void> {
  if (ctx.method === 'GET' || ctx.method === 'HEAD') {
    sendFile(ctx, resource(ctx, mountPath(ctx.originalUrl, path)));
  } else if (ctx.method === 'OPTIONS') {
    sendAllow(ctx, 204);
  } else {
    await next();
    if (isUnanswered(ctx)) sendAllow(ctx, 405);
  }
}

function sendAllow(ctx: Context, status: 204 | 405): void {
  ctx.status = status;
  ctx.set('Allow', allow);
}
