// A part of the model: how the rows of an edge are connected.

/** Columns other than the key that a foreign key refers to: they are NOT NULL and unique. */
export interface ReferencedColumns {
  /** The table that has them. */
  readonly table: string;
  readonly columns: readonly string[];
  /** The columns of its primary key. */
  readonly key: readonly string[];
}

/**
 * How the rows of an edge are connected. Where a foreign key does not refer to the key, `referenced` has the columns that it
 * refers to instead: what is said of ids below then holds for their values. Columns are in the order of the key that they refer to. `kept` are the columns that
 * keep their value when the edge is cleared: they cannot be NULL, or other edges use them too. An edge whose columns are all
 * kept cannot be cleared.
 */
export type JoinModel =
  /** Columns of the entity's own table hold the target's id; `indexed`: an index begins with that id, which no view has. */
  | {
      readonly kind: 'own';
      readonly columns: readonly string[];
      readonly referenced?: ReferencedColumns;
      readonly kept: readonly string[];
      readonly indexed: boolean;
    }
  /**
   * Columns of the target's table hold the entity's id; `indexed`: an index begins with one of them. `orders` are the orders
   * in which indexes hold the rows of one id: columns of the target. `exact`: ids that are equal have one text.
   * `distinct`: no two rows hold one id.
   */
  | {
      readonly kind: 'foreign';
      readonly columns: readonly string[];
      readonly referenced?: ReferencedColumns;
      readonly kept: readonly string[];
      readonly indexed: boolean;
      readonly orders: readonly (readonly string[])[];
      readonly exact: boolean;
      readonly distinct: boolean;
    }
  /** Rows of a join table hold both ids; `indexed` and `exact`: the same for `ownColumns`. */
  | {
      readonly kind: 'table';
      readonly table: string;
      readonly ownColumns: readonly string[];
      readonly targetColumns: readonly string[];
      readonly ownReferenced?: ReferencedColumns;
      readonly targetReferenced?: ReferencedColumns;
      readonly indexed: boolean;
      readonly exact: boolean;
    };
