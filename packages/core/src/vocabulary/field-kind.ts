// The kinds of field: how a value looks on the wire and compares, independent of the database's column type.

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
 * The kind of a field, which decides how its value looks on the wire:
 *
 * - `integer`, `float`: a JSON number
 * - `bigint`, `decimal`: a string, so that clients do not round it
 * - `boolean`: true or false
 * - `string`, `enum`: the value itself; `uuid`: a string in lower case
 * - `date`: `YYYY-MM-DD`; `time`: `HH:MM:SS`, with a fraction where the column has one
 * - `datetime`: RFC 3339, in UTC with milliseconds
 * - `bytes`: a base64 string
 * - `json`, `array`: the stored JSON
 */
export type FieldKind = (typeof fieldKinds)[number];

const unordered: ReadonlySet<FieldKind> = new Set<FieldKind>(['json', 'bytes', 'array']);

/** Kinds by which a list can be sorted: those whose values have an order. */
export const sortableKinds: ReadonlySet<FieldKind> = new Set(
  fieldKinds.filter((kind) => !unordered.has(kind)),
);

/** Kinds that an `<edge>.<field>.sum` sort key can add up. */
export const numericKinds: ReadonlySet<FieldKind> = new Set<FieldKind>([
  'integer',
  'bigint',
  'float',
  'decimal',
]);
