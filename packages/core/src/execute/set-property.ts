// Sets properties of entities by their paths.

/** Sets a property at a path: that of a relation inside an embedded object, which is made where it is missing. */
export function setProperty(
  instance: object,
  [name = '', ...inner]: readonly string[],
  value: unknown,
): void {
  if (inner.length === 0) {
    Reflect.set(instance, name, value);
    return;
  }
  const found: unknown = Reflect.get(instance, name);
  const object = typeof found === 'object' && found !== null ? found : {};
  Reflect.set(instance, name, object);
  setProperty(object, inner, value);
}

/** The value at a path, unless it takes a query to read: TypeORM gives lazy relations a getter. */
export function getLoaded(instance: object, path: readonly string[]): unknown {
  let value: unknown = instance;
  for (const name of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Object.getOwnPropertyDescriptor(value, name)?.value;
  }
  return value;
}
