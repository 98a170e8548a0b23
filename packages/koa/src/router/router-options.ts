// The options of restRouter: their meaning, their defaults, and what cannot be meant.
import type { Api } from '@decorest/core';
import type { OpenApiOptions } from '@decorest/openapi';
import { healthPaths } from './health.js';
import { requireKnownOptions } from '../known-options.js';

/** Where and how an API is served. */
export interface RestRouterOptions {
  /** Path in front of every route, such as `/api` or `/t/:tenant`. Default none. */
  readonly prefix?: string;
  /** Path of the interactive documentation below the prefix, or false for none. Default `/docs`. */
  readonly docs?: string | false;
  /** What `openapi.json` says beside the model, or false to serve neither it nor the documentation. */
  readonly openapi?: OpenApiOptions | false;
  /** Most bytes of a request body, after decompression. Default the API's `limits.bodySize`. */
  readonly bodyLimit?: number;
  /**
   * Answers `/health/live` (the process runs) and `/health/ready` (the database answers, and `serve` is not stopping: else
   * 503) below the prefix. Default false.
   */
  readonly health?: boolean;
}

/** The options with every default filled in. */
export interface RouterSettings {
  readonly prefix: string;
  readonly docs: string | false;
  readonly openapi: OpenApiOptions | false;
  readonly bodyLimit: number;
  readonly health: boolean;
}

/** Path of the OpenAPI document below the prefix. */
export const documentPath = '/openapi.json';

/** The compiler asks for every option here. */
const optionNames: Readonly<Record<keyof RestRouterOptions, true>> = {
  prefix: true,
  docs: true,
  openapi: true,
  bodyLimit: true,
  health: true,
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
  before: true,
  after: true,
};

/** The options over the defaults. @throws TypeError for a name, a path or a limit that cannot be meant. */
export function resolveRouterSettings(api: Api, options: RestRouterOptions): RouterSettings {
  requireRouterOptions(options);
  const { docs = '/docs', openapi = {}, health = false } = options;
  const { bodyLimit = api.model.limits.bodySize } = options;
  const prefix = resolvePrefix(options);
  checkBodyLimit(bodyLimit);
  if (docs !== false && openapi !== false) checkDocsPath(api, docs);
  if (health) checkHealthPaths(api);
  return { prefix, docs, openapi, bodyLimit, health };
}

/** @throws TypeError for an option that does not exist. */
export function requireRouterOptions(options: RestRouterOptions): void {
  requireKnownOptions('restRouter', 'option', options, Object.keys(optionNames));
  const { openapi = false } = options;
  if (openapi === false) return;
  requireKnownOptions('restRouter', 'option of openapi', openapi, Object.keys(openApiNames));
  checkEdgeTags(openapi);
}

/** The values of `edgeTags`. The compiler asks for each here. */
const edgeTagNames: Readonly<Record<NonNullable<OpenApiOptions['edgeTags']>, true>> = {
  edge: true,
  entity: true,
};

function checkEdgeTags({ edgeTags = 'edge' }: OpenApiOptions): void {
  if (Object.hasOwn(edgeTagNames, edgeTags)) return;
  throw new TypeError(
    `restRouter: edgeTags '${edgeTags}' must be one of ${Object.keys(edgeTagNames).join(', ')}.`,
  );
}

/** The prefix without slashes at its end. @throws TypeError for one that cannot be meant. */
export function resolvePrefix({ prefix = '' }: RestRouterOptions): string {
  if (prefix === '' || prefix.startsWith('/')) return prefix.replace(/\/+$/, '');
  throw new TypeError(`restRouter: prefix '${prefix}' must start with a slash, such as '/${prefix}'.`);
}

function checkBodyLimit(limit: number): void {
  if (Number.isSafeInteger(limit) && limit > 0) return;
  throw new TypeError(`restRouter: bodyLimit ${limit} must be a whole number of bytes above 0.`);
}

/** The page links to its neighbours by relative URLs, so only characters that mean themselves are allowed. */
const plainPath = /^(?:\/[\w~-][\w.~-]*)+$/;

function checkDocsPath(api: Api, path: string): void {
  if (!plainPath.test(path) || path === documentPath) {
    throw new TypeError(
      `restRouter: docs '${path}' must be a path of plain words, such as '/docs', or false.`,
    );
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
