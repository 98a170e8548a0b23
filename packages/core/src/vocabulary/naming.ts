// How the names of classes and members are spelled on the wire.

/** `declared`: as in the class. `snake_case`: `displayName` is `display_name` in bodies, filters and sort keys. */
export type Naming = 'declared' | 'snake_case';
