// Prefixes without parameters: what is below them, found without a router.

/** Whether a prefix is taken letter by letter. */
export function isPlainPrefix(prefix: string): boolean {
  return /^[\w/.~-]*$/.test(prefix);
}

/** @throws TypeError for a prefix with parameters. `mount` is the name of the function that was given it. */
export function requirePlainPrefix(prefix: string, mount: string): void {
  if (isPlainPrefix(prefix)) return;
  throw new TypeError(
    `${mount}: prefix '${prefix}' must be a path of plain words; use restRouter for parameters.`,
  );
}

/** The raw path below a prefix; undefined for a path elsewhere. */
export function stripPrefix(prefix: string, path: string): string | undefined {
  if (prefix.length === 0) return path;
  if (!path.startsWith(prefix)) return undefined;
  return path.length === prefix.length || path[prefix.length] === '/' ? path.slice(prefix.length) : undefined;
}
