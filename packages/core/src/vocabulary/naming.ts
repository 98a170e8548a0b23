// The spelling of members' names on the wire.

/**
 * How names of properties are spelled in bodies, filters and sort keys. `declared`: as in the class. `snake_case`:
 * `displayName` becomes `display_name`.
 */
export type Naming = 'declared' | 'snake_case';
