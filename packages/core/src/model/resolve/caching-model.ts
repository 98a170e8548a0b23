// Resolves what caches may do with the answers of a route. Decision 0128.
import { isOfGroups, type CachingModel, type OwnRoute } from '../route-model.js';

/** A client may keep the answer for itself, and asks each time whether it still holds. */
const revalidated = 'private, no-cache';

const unkept = 'no-store';

/**
 * The caching of a route; null where it writes. What the author chose wins. Where the answer depends on the client,
 * by policies, hooks or the database, one without a tag is of no use to a client that keeps it.
 */
export function resolveCaching(
  { method, kind, subject, collection }: OwnRoute,
  dependsOnClient: boolean,
): CachingModel | null {
  if (method !== 'GET') return null;
  const hasTag = subject.entityTag !== null && !isOfGroups[kind];
  const cacheControl = subject.cacheControl ?? (dependsOnClient && !hasTag ? unkept : revalidated);
  const vary = [
    ...((collection?.exports.length ?? 0) > 0 ? ['Accept'] : []),
    // A browser must not show one user what it has kept for another.
    ...(dependsOnClient && subject.cacheControl !== null ? ['Authorization', 'Cookie'] : []),
  ];
  return { cacheControl, vary: vary.length === 0 ? null : vary.join(', ') };
}
