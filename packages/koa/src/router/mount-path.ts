// The mount path of an API as the client sees it: through prefixes, nested routers and koa-mount.

/** Scheme and host of a request target in absolute form. */
const origin = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i;

/**
 * The part of the request path before `path`, without a trailing slash; empty at the root, and if a middleware has rewritten
 * the request.
 *
 * @param originalUrl the request target as it arrived
 * @param path the raw path below the mount
 */
export function resolveMountPath(originalUrl: string, path: string): string {
  const target = originalUrl.startsWith('/') ? originalUrl : originalUrl.replace(origin, '');
  const end = target.search(/[?#]/);
  const full = end < 0 ? target : target.slice(0, end);
  return full.endsWith(path) ? full.slice(0, full.length - path.length) : '';
}
