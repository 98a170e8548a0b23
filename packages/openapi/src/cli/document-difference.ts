// Where two documents differ first. The order of keys is no difference, that of lists is.

/** One place, as a JSON pointer (RFC 6901), and what stands there; undefined for nothing. */
export interface Difference {
  readonly pointer: string;
  readonly old: unknown;
  readonly now: unknown;
}

/** The first difference in the order of the new document; null where there is none. */
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

/** As JSON has them: a member that is undefined is not there. */
function listMembers(branch: object): ReadonlyMap<string, unknown> {
  const members = Object.entries(branch).map(([key, value]: [string, unknown]) => [key, value] as const);
  return new Map(members.filter(([, value]) => value !== undefined));
}

function escapeToken(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
