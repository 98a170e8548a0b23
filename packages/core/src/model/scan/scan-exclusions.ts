// Scans class-transformer's `@Exclude`.
import transformer from './class-transformer.cjs';

/** Where a member is left out: of responses (`toPlainOnly`), of bodies (`toClassOnly`), or of both. */
export type Exclusion = 'answers' | 'bodies' | 'both';

/** A class, or TypeORM's substitute for one, and a property of it. */
export type DeclaredAt = readonly [target: unknown, property: string];

/** Where a member is left out, given all places that declare it; null if none has `@Exclude`. */
export function findExclusion(places: readonly DeclaredAt[]): Exclusion | null {
  const decorators = transformer.loadDecorators();
  if (!decorators) return null;
  const found = new Set(
    places.flatMap(([target, property]) => {
      const written =
        typeof target === 'function' ? decorators.findExcludeMetadata(target, property) : undefined;
      return written ? [toExclusion(written.options)] : [];
    }),
  );
  if (found.size > 1) return 'both';
  const [only = null] = found;
  return only;
}

function toExclusion({
  toPlainOnly,
  toClassOnly,
}: { toPlainOnly?: boolean; toClassOnly?: boolean } = {}): Exclusion {
  if (toPlainOnly === true) return toClassOnly === true ? 'both' : 'answers';
  return toClassOnly === true ? 'bodies' : 'both';
}

/** Whether a class excludes all members without `@Expose`. */
export function hasExcludeAll(target: unknown): boolean {
  return typeof target === 'function' && transformer.loadDecorators()?.getStrategy(target) === 'excludeAll';
}
