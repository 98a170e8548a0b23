// Lists of ids that are too long for one statement.

/** In ids. A statement of MySQL has at most 65,535 placeholders. */
const maxIdsPerStatement = 1_000;

/** Splits a list of ids for several statements. */
export function* splitIds<T>(ids: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < ids.length; at += maxIdsPerStatement) yield ids.slice(at, at + maxIdsPerStatement);
}
