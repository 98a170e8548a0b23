// Places in a body, as JSON pointers (RFC 6901).

/** Escapes a key as one segment of a pointer. */
export function escapePointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The pointer to a field or an edge in a body. A dotted name is a member of an object. */
export function toPointer(name: string): string {
  return `/${name.split('.').map(escapePointer).join('/')}`;
}
