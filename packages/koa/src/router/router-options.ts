// The options of restRouter: their meaning, their defaults and their checks.
import type { Api } from '@decorest/core';
import type { OpenApiOptions } from '@decorest/openapi';
import { healthPaths } from './health.js';
import { requireKnownOptions } from '../known-options.js';
import { createBaseResolver, type ResolveBase } from './public-base.js';

/** Options of `restRouter` and `restMiddleware`. */
export interface RestRouterOptions {
  /** Path prefix of every route, such as `/api` or `/t/:tenant`. Default none. */
  readonly prefix?: string;
  /** Path of the interactive documentation below the prefix, or false for none. Default `/docs`. */
  readonly docs?: string | false;
  /** Options of `openapi.json`, or false to serve neither the document nor the documentation page. */
  readonly openapi?: OpenApiOptions | false;
  /** Maximum size of a request body in bytes, after decompression. Default: the API's `limits.bodySize`. */
  readonly bodyLimit?: number;
  /**
   * Whether to answer `/health/live` (200 while the process runs) and `/health/ready` (503 if the database does not answer,
   * or while `serve` is stopping; otherwise 200) below the prefix. Default false.
   */
  readonly health?: boolean;
  /**
   * Where clients see the API, if a proxy before it strips or changes the path: the URL or the path that `prefix` has for them, such
   * as `https://example.org/shop/api` or `/shop/api`. Links, problems and the document's `servers` start with it. Default: the
   * path of the request.
   */
  readonly publicUrl?: string;
  /**
   * Whether links start with the path in the header `X-Forwarded-Prefix`, which a proxy has stripped. Only for applications that
   * cannot be reached but through proxies that set the header: otherwise clients choose where links lead. Default false.
   */
  readonly trustForwardedPrefix?: boolean;
}

/** The options with every default filled in. */
export interface RouterSettings {
  readonly prefix: string;
  readonly docs: string | false;
  readonly openapi: OpenApiOptions | false;
  readonly bodyLimit: number;
  readonly health: boolean;
  readonly resolveBase: ResolveBase;
}

/** Path of the OpenAPI document below the prefix. */
export const documentPath = '/openapi.json';

/** Exhaustive: the compiler reports a missing option. */
const optionNames: Readonly<Record<keyof RestRouterOptions, true>> = {
  prefix: true,
  docs: true,
  openapi: true,
  bodyLimit: true,
  health: true,
  publicUrl: true,
  trustForwardedPrefix: true,
};

const openApiNames: Readonly<Record<keyof OpenApiOptions, true>> = {
  info: true,
  servers: true,
  security: true,
  securitySchemes: true,
  base: true,
  globalRequestHeaders: true,
  globalResponseHeaders: true,
  globalErrorResponses: true,
  edgeTags: true,
  edgeFilters: true,
  allParameters: true,
  before: true,
  after: true,
};

/** Checks the options and fills in the defaults. @throws TypeError for an unknown option, or an invalid path or limit. */
export function resolveRouterSettings(api: Api, options: RestRouterOptions): RouterSettings {
  requireRouterOptions(options);
  const { docs = '/docs', openapi = {}, health = false } = options;
  const { bodyLimit = api.model.limits.bodySize } = options;
  const prefix = resolvePrefix(options);
  checkBodyLimit(bodyLimit);
  if (docs !== false && openapi !== false) checkDocsPath(api, docs);
  if (health) checkHealthPaths(api);
  return { prefix, docs, openapi, bodyLimit, health, resolveBase: createBaseResolver(options, prefix) };
}

/** @throws TypeError for an unknown option. */
export function requireRouterOptions(options: RestRouterOptions): void {
  requireKnownOptions(options, { caller: 'restRouter', kind: 'option', names: Object.keys(optionNames) });
  const { openapi = false } = options;
  if (openapi === false) return;
  const names = Object.keys(openApiNames);
  requireKnownOptions(openapi, { caller: 'restRouter', kind: 'option of openapi', names });
  checkChoices(openapi);
}

type ChoiceName = 'edgeTags' | 'edgeFilters';

/** The options with few values. Exhaustive: the compiler reports a missing value. */
const choices: { readonly [Name in ChoiceName]: Readonly<Record<NonNullable<OpenApiOptions[Name]>, true>> } =
  {
    edgeTags: { edge: true, entity: true },
    edgeFilters: { parameters: true, where: true },
  };

/** `openApiDocument` checks them too, but the document is built on its first request: this check fails at startup. */
function checkChoices(options: OpenApiOptions): void {
  for (const [name, values] of Object.entries(choices)) {
    const value = options[name as ChoiceName];
    if (value === undefined || Object.hasOwn(values, value)) continue;
    throw new TypeError(`restRouter: ${name} '${value}' must be one of ${Object.keys(values).join(', ')}.`);
  }
}

/** The prefix without trailing slashes. @throws TypeError for a prefix without a leading slash. */
export function resolvePrefix({ prefix = '' }: RestRouterOptions): string {
  if (prefix === '' || prefix.startsWith('/')) return prefix.replace(/\/+$/, '');
  throw new TypeError(`restRouter: prefix '${prefix}' must start with a slash, such as '/${prefix}'.`);
}

function checkBodyLimit(limit: number): void {
  if (Number.isSafeInteger(limit) && limit > 0) return;
  throw new TypeError(`restRouter: bodyLimit ${limit} must be a whole number of bytes above 0.`);
}

/** The page uses relative links, so only characters without a special meaning in URLs are allowed. */
const plainPath = /^(?:\/[\w~-][\w.~-]*)+$/;

function checkDocsPath(api: Api, path: string): void {
  if (!plainPath.test(path) || path === documentPath) {
    throw new TypeError(`restRouter: docs '${path}' must be a plain path, such as '/docs', or false.`);
  }
  if (api.routes.match('GET', path).kind !== 'nothing') {
    throw new TypeError(`restRouter: docs '${path}' is the path of an entity; choose another, or false.`);
  }
}

function checkHealthPaths(api: Api): void {
  const taken = healthPaths.find((path) => api.routes.match('GET', path).kind !== 'nothing');
  if (taken === undefined) return;
  throw new TypeError(`restRouter: health: '${taken}' is the path of an entity; give the entity another.`);
}
