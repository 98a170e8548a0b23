// Places in a body, as JSON pointers (RFC 6901).

/** A key as one segment of a pointer. */
export function escapePointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The place of a field or an edge: a dotted name is inside an object. */
export function pointerTo(name: string): string {
  return `/${name.split('.').map(escapePointer).join('/')}`;
}
