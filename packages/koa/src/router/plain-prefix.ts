// Prefixes without parameters: paths below them are found without a router.

/** Whether a prefix consists of literal characters only, without parameters. */
export function isPlainPrefix(prefix: string): boolean {
  return /^[\w/.~-]*$/.test(prefix);
}

/** @throws TypeError for a prefix with parameters. `mount` is the name of the function that takes the prefix. */
export function requirePlainPrefix(prefix: string, mount: string): void {
  if (isPlainPrefix(prefix)) return;
  throw new TypeError(
    `${mount}: prefix '${prefix}' must be a path without parameters; use restRouter for parameters.`,
  );
}

/** The raw path below a prefix; undefined for a path outside it. */
export function stripPrefix(prefix: string, path: string): string | undefined {
  if (prefix.length === 0) return path;
  if (!path.startsWith(prefix)) return undefined;
  return path.length === prefix.length || path[prefix.length] === '/' ? path.slice(prefix.length) : undefined;
}
