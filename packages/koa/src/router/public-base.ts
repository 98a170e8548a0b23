// Where clients see the API: its mount path, or what an option or a trusted proxy says instead. All links start with it.
import type { Context } from 'koa';
import { resolveMountPath } from './mount-path.js';
import { isPlainPrefix } from './plain-prefix.js';

/** Finds the URL of the mount as the client of a request sees it, without a trailing slash. `path` is the raw path below it. */
export type ResolveBase = (ctx: Context, path: string) => string;

/** The options that say where clients see the API. */
interface PublicOptions {
  readonly publicUrl?: string;
  readonly trustForwardedPrefix?: boolean;
}

/** Builds the function, once. @throws TypeError for an invalid option, and for two that contradict each other. */
export function createBaseResolver(
  { publicUrl, trustForwardedPrefix = false }: PublicOptions,
  prefix: string,
): ResolveBase {
  if (publicUrl === undefined) return trustForwardedPrefix ? resolveForwardedBase : resolveOwnBase;
  const base = checkPublicUrl(publicUrl);
  if (trustForwardedPrefix)
    throw new TypeError(
      'restRouter: use either publicUrl or trustForwardedPrefix: each says where the API is.',
    );
  if (!isPlainPrefix(prefix))
    throw new TypeError(
      `restRouter: publicUrl names one place, but prefix '${prefix}' has parameters; use trustForwardedPrefix.`,
    );
  return () => base;
}

function resolveOwnBase({ originalUrl }: Context, path: string): string {
  return resolveMountPath(originalUrl, path);
}

function resolveForwardedBase(ctx: Context, path: string): string {
  return readForwardedPrefix(ctx.headers['x-forwarded-prefix']) + resolveOwnBase(ctx, path);
}

/** Segments of a path (RFC 3986, 3.3), none of them empty or of dots: `//evil.example` is another host, `..` another place. */
const segments = String.raw`(?:\/(?!(?:\.|%2[Ee]){1,2}(?:\/|$))(?:[\w.~!$&'()*+;=:@-]|%[\dA-Fa-f]{2})+)*`;

const publicUrlPattern = new RegExp(`^(?:https?:\\/\\/[\\w.-]+(?::\\d{1,5})?)?${segments}\\/?$`);

const forwardedPattern = new RegExp(`^${segments}\\/?$`);

function checkPublicUrl(url: string): string {
  if (url !== '' && publicUrlPattern.test(url)) return url.replace(/\/$/, '');
  throw new TypeError(
    `restRouter: publicUrl '${url}' must be a URL or a path without query, such as 'https://example.org/shop/api' or '/shop/api'.`,
  );
}

/** No proxy strips more. */
const maxForwardedLength = 256;

/**
 * The path that proxies have stripped. Each of several has added its own, the outermost first. Anything else than paths is
 * ignored: clients may send the header, too.
 */
export function readForwardedPrefix(header: string | readonly string[] | undefined): string {
  if (header === undefined) return '';
  const text = typeof header === 'string' ? header : header.join();
  if (text.length > maxForwardedLength) return '';
  const paths = text.split(',').map((path) => path.replace(/^[ \t]+|[ \t]+$/g, ''));
  return paths.every((path) => forwardedPattern.test(path))
    ? paths.map((path) => path.replace(/\/$/, '')).join('')
    : '';
}
