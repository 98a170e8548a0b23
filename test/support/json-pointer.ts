// JSON pointers (RFC 6901) as URI fragments, into a document whose references are followed.

/** Where a pointer leads once references are followed. */
export function followed(pointer: string, document: object): string {
  const reference = valueAt(`${pointer}/$ref`, document);
  return typeof reference === 'string' ? followed(reference, document) : pointer;
}

/** The keys of the object at a pointer; none where there is no object. */
export function keysAt(pointer: string, document: object): string[] {
  const value = valueAt(pointer, document);
  return isObject(value) ? Object.keys(value) : [];
}

/** The value at a pointer, such as `#/components/schemas/Pet`. */
export function valueAt(pointer: string, document: object): unknown {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), document);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** One part of a JSON pointer as it stands in a URI fragment. */
export function escaped(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
}
