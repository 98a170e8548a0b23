// Paths into JSON, as SQLite, MariaDB and MySQL write them.

/** Formats a path of quoted keys. The model rejects keys with quotes and backslashes. */
export function formatJsonPath(keys: readonly string[]): string {
  return `$${keys.map((key) => `."${key}"`).join('')}`;
}
