// Places in a body, as JSON pointers (RFC 6901).

/** Escapes a key as one segment of a pointer. */
export function escapePointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The pointer to a field or an edge in a body. A dotted name is a member of an object. */
export function toPointer(name: string): string {
  return `/${name.split('.').map(escapePointer).join('/')}`;
}

/** The pointer to the value that keys lead to. */
export function joinPointer(path: readonly (string | number)[]): string {
  return path.map((key) => `/${escapePointer(String(key))}`).join('');
}

/** The keys that a pointer names. */
export function splitPointer(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}
