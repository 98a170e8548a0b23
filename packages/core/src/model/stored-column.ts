// A part of the model: how properties and their values are stored.

/** How TypeORM stores a field's value on this database, transformers included. The functions are left out of the JSON. */
export interface ValueCodec {
  /** Value of the entity's property -> value to bind. */
  readonly encode: (value: unknown) => unknown;
  /** Value from the driver -> value of the entity's property. */
  readonly decode: (stored: unknown) => unknown;
  /** The column has a transformer, so nothing is known about the stored value. */
  readonly transformed: boolean;
  /** The stored value is printed only after it is decoded. */
  readonly respelled?: true;
  /** Only TypeORM knows the type of the column. */
  readonly opaque?: true;
}

/**
 * How a column spells the values of its kind. `normal`: as the API does. `finer`: instants with more digits than the
 * milliseconds of the API. `spans`: times that may be negative or longer than a day. `single`: floats of single precision, with the
 * digits of a double where the table has one. `free`: in any form that TypeORM reads.
 */
export type Spelling = 'normal' | 'finer' | 'spans' | 'single' | 'free';

/** A column that the server may write. */
export interface WrittenColumn extends StoredColumn {
  /** False for a column that declares `insert: false`. */
  readonly insertable: boolean;
  /** False for a column that declares `update: false`. */
  readonly updatable: boolean;
}

/** A column and its place in an instance of the entity. The functions are left out of the JSON. */
export interface StoredColumn {
  /** Property path in the class, such as `displayName` or `address.city`. */
  readonly property: string;
  readonly column: string;
  /** TypeORM's name of the column's type, declared or inferred. */
  readonly columnType: string;
  /** The property is the column's own, not that of a relation. */
  readonly owned: boolean;
  readonly codec: ValueCodec;
  readonly get: (entity: object) => unknown;
  readonly set: (entity: object, value: unknown) => void;
  /** For a foreign key that has a property besides its relation: the values of both. `get` prefers the relation. */
  readonly beside?: {
    readonly getOwn: (entity: object) => unknown;
    readonly getRelated: (entity: object) => unknown;
  };
}
