// What a field's value is, on the wire and in a comparison, whatever the database calls its column.

/** All kinds of field. */
export const fieldKinds = [
  'integer',
  'bigint',
  'float',
  'decimal',
  'boolean',
  'string',
  'uuid',
  'enum',
  'date',
  'time',
  'datetime',
  'json',
  'bytes',
  'array',
] as const;

/**
 * The kind of a field. On the wire: `integer` and `float` are JSON numbers; `bigint` and `decimal` are strings, so
 * that nothing is rounded; `date` is `YYYY-MM-DD`, `time` `HH:MM:SS`, `datetime` RFC 3339 UTC with milliseconds;
 * `bytes` is base64; `json` and `array` are JSON as stored.
 */
export type FieldKind = (typeof fieldKinds)[number];

const unordered: ReadonlySet<FieldKind> = new Set<FieldKind>(['json', 'bytes', 'array']);

/** Kinds a list can be sorted by: all whose values have an order. */
export const sortableKinds: ReadonlySet<FieldKind> = new Set(
  fieldKinds.filter((kind) => !unordered.has(kind)),
);

/** Kinds that can be added up by an `<edge>.<field>.sum` sort key. */
export const numericKinds: ReadonlySet<FieldKind> = new Set<FieldKind>([
  'integer',
  'bigint',
  'float',
  'decimal',
]);
