// Rejects unknown options: a misspelt one would silently have no effect.

/** The names of the options that a function accepts. */
export interface KnownOptions {
  /** Name of the function, for the error. */
  readonly caller: string;
  /** Such as `option` or `option of openapi`. */
  readonly kind: string;
  readonly names: readonly string[];
}

/** @throws TypeError for an unknown option. */
export function requireKnownOptions(given: object, { caller, kind, names }: KnownOptions): void {
  const unknown = Object.keys(given).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  throw new TypeError(`${caller}: unknown ${kind} '${unknown}'. Use ${names.join(', ')}.`);
}
