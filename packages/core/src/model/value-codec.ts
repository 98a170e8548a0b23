// A part of the model: how values of properties are stored.

/** How TypeORM stores a field's value on this database, transformers included. The functions are left out of the JSON. */
export interface ValueCodec {
  /** Value of the entity's property -> value to bind. */
  readonly encode: (value: unknown) => unknown;
  /** Value from the driver -> value of the entity's property. */
  readonly decode: (stored: unknown) => unknown;
  /** The column has a transformer, so nothing is known about the stored value. */
  readonly transformed: boolean;
  /** Only TypeORM knows the type of the column. */
  readonly opaque?: true;
}
