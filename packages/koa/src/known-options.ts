// Options that do not exist: a misspelt one would be silently without effect.

/** @throws TypeError for an option that is not known. */
export function requireKnownOptions(
  caller: string,
  what: string,
  given: object,
  known: readonly string[],
): void {
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new TypeError(`${caller}: there is no ${what} '${unknown}'. Use ${known.join(', ')}.`);
}
