// Paths into JSON, as SQLite, MariaDB and MySQL write them.

/** A path of quoted keys. The model admits no quotes and backslashes in keys. */
export function formatJsonPath(keys: readonly string[]): string {
  return `$${keys.map((key) => `."${key}"`).join('')}`;
}
