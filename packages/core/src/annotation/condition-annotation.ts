// Annotations of conditional requests and of caches.
import { createDecorator, type ClassAnnotation } from './decorator-types.js';

/**
 * Whether answers have entity tags (RFC 9110, 8.8.3): clients can read with `If-None-Match` and write with `If-Match`. A
 * condition that does not hold is a 412 `precondition_failed`. Overrides the option `defaultETag`.
 */
export function ETag(on = true): ClassAnnotation {
  return createDecorator({ etag: on });
}

/**
 * Whether an update or delete without `If-Match` is a 428 `precondition_required` (RFC 6585, 3). On a class without entity
 * tags, the annotation is a `SchemaError`; so are routes that change rows of the class and cannot have the header: `@Bulk` with
 * `update` or `delete`, and edges of other classes that set its foreign keys. Overrides the option `requireIfMatch`.
 */
export function RequireIfMatch(on = true): ClassAnnotation {
  return createDecorator({ requireIfMatch: on });
}

/**
 * `Cache-Control` (RFC 9111, 5.2) of successful reads and lists. `public` and `s-maxage` are a `SchemaError` where answers
 * depend on policies or hooks. Overrides the option `cacheControl`.
 */
export function CacheControl(value: string): ClassAnnotation {
  return createDecorator({ cacheControl: value });
}
