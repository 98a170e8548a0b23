// Values of properties as a database stores them.

/** How TypeORM stores a field's value on this database, transformers included. Functions: left out of the JSON. */
export interface ValueCodec {
  /** Value of the entity's property -> value to bind. */
  readonly encode: (value: unknown) => unknown;
  /** Value the driver returned -> value of the entity's property. */
  readonly decode: (stored: unknown) => unknown;
  /** The column has a transformer, so that nothing is known of the stored value. */
  readonly transformed: boolean;
  /** Only TypeORM knows the type of the column. */
  readonly opaque?: true;
}
