// The first difference between two documents. The order of lists matters, the order of keys does not.

/** A JSON pointer (RFC 6901) and the two values there; undefined for an absent value. */
export interface Difference {
  readonly pointer: string;
  readonly old: unknown;
  readonly now: unknown;
}

/** The first difference in the order of the new document; null if the documents are equal. */
export function findFirstDifference(old: unknown, now: unknown, pointer = ''): Difference | null {
  if (!isBranch(old) || !isBranch(now) || Array.isArray(old) !== Array.isArray(now))
    return Object.is(old, now) ? null : { pointer, old, now };
  const [before, after] = [listMembers(old), listMembers(now)];
  for (const key of new Set([...after.keys(), ...before.keys()])) {
    const found = findFirstDifference(before.get(key), after.get(key), `${pointer}/${escapeToken(key)}`);
    if (found) return found;
  }
  return null;
}

function isBranch(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** As in JSON, members that are undefined are absent. */
function listMembers(branch: object): ReadonlyMap<string, unknown> {
  const members = Object.entries(branch).map(([key, value]: [string, unknown]) => [key, value] as const);
  return new Map(members.filter(([, value]) => value !== undefined));
}

function escapeToken(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
