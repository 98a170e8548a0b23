// The documentation page: koa2-swagger-ui's page, rewritten for a strict Content-Security-Policy. Why and how:
// docs/decisions/0004-swagger-ui-csp.md.
import type { Context } from 'koa';
import { documentPath } from '../router/router-options.js';
import { docsAssets, pluginNames, readPageScripts } from './docs-assets.js';
import folders from './package-folders.cjs';
import { createServedFile, type ServedFile } from './served-file.js';

/** The page, and the script that starts Swagger UI in it. */
export interface DocsPage {
  readonly html: ServedFile;
  readonly script: ServedFile;
}

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/**
 * Renders the documentation page of an API.
 *
 * @param ctx any request: koa2-swagger-ui renders into its body, which the caller must overwrite
 * @param title plain text
 * @param path path of the page below the router, such as `/docs`
 */
export function renderDocsPage(ctx: Context, title: string, path: string): DocsPage {
  const links = buildRelativeLinks(path);
  const rendered = renderSwaggerUi(ctx, title, links);
  const headers = { 'Content-Security-Policy': contentSecurityPolicy, 'Referrer-Policy': 'no-referrer' };
  const script = createServedFile(extractScripts(rendered), 'text/javascript; charset=utf-8');
  const html = addVersions(replaceScripts(completeHead(rendered, links), links), script);
  return { html: createServedFile(html, 'text/html; charset=utf-8', headers), script };
}

/** Links of the page, relative to itself: they work under every prefix and behind every proxy. */
interface RelativeLinks {
  /** Last segment of the page's own path. */
  readonly page: string;
  readonly assets: string;
  readonly document: string;
}

function buildRelativeLinks(path: string): RelativeLinks {
  const above = path.split('/').slice(1);
  const page = above.pop() ?? '';
  return { page, assets: `${page}/assets`, document: '../'.repeat(above.length) + documentPath.slice(1) };
}

/** Runs the middleware for its HTML. `routePrefix: false` makes it answer every path, and synchronously. */
function renderSwaggerUi(ctx: Context, title: string, links: RelativeLinks): string {
  // Loaded here, because it loads a template engine that only the page needs.
  const { koaSwagger } = folders.loadKoaSwagger();
  const middleware = koaSwagger({
    title,
    routePrefix: false,
    hideTopbar: true,
    favicon: `${links.assets}/favicon-32x32.png`,
    // The template joins these two to the folder of all assets.
    swaggerCdnUrl: links.page,
    swaggerVersion: 'assets',
    swaggerOptions: buildSwaggerOptions(links.document),
  });
  void middleware(ctx, () => Promise.resolve());
  return String(ctx.body);
}

/** Security: no option may come from a request, and the page's URL must not override any (`queryConfigEnabled`). */
function buildSwaggerOptions(url: string): Record<string, string | boolean | null> {
  return {
    url,
    dom_id: '#swagger-ui',
    layout: 'BaseLayout',
    deepLinking: true,
    // The search field.
    filter: true,
    // A reload keeps the reader's token, in the browser's storage for this origin.
    persistAuthorization: true,
    queryConfigEnabled: false,
    validatorUrl: null,
    // The template prints it as code, into the list of plugins.
    plugins: pluginNames,
  };
}

const inlineScript = /<script>([\s\S]*?)<\/script>/g;
const remoteLink = /<link\b[^>]*\bhref="(?:https?:)?\/\/[^>]*>\s*/g;
/** The bar above the page, which is hidden, and a layout with it. */
const standalonePreset = /<script src="[^"]*swagger-ui-standalone-preset\.js"><\/script>\s*/;

/** Removes links to other hosts. Adds what the template lacks: the viewport of phones, both colour schemes, our styles. */
function completeHead(html: string, { assets }: RelativeLinks): string {
  const added = [
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
  ];
  return html
    .replace(remoteLink, '')
    .replace(/<meta charset="[^"]*">/i, (charset) => [charset, ...added].join('\n  '))
    .replace('</head>', `  <link rel="stylesheet" href="${assets}/page.css">\n</head>`);
}

function replaceScripts(html: string, { assets }: RelativeLinks): string {
  const external = `<script src="${assets}/init.js"></script>`;
  return html.replace(standalonePreset, '').replace(inlineScript, external);
}

/** Our scripts, then those of the template, which expect the preset. */
function extractScripts(html: string): string {
  const inline = [...html.matchAll(inlineScript)].map(([, script = '']) => script.trim());
  return [readPageScripts(), 'var SwaggerUIStandalonePreset = [];', ...inline].join('\n');
}

const assetLink = /\b(href|src)="([^"]*\/assets\/([^"]+))"/g;

/** Links to assets name their content, so that clients keep them for good and still notice another release. */
function addVersions(html: string, script: ServedFile): string {
  return html.replace(assetLink, (link, attribute: string, path: string, name: string) => {
    const file = name === 'init.js' ? script : docsAssets.get(name)?.();
    return file ? `${attribute}="${path}?v=${file.hash}"` : link;
  });
}
