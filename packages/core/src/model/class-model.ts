// Single-table inheritance: the classes whose rows one entity has. Apart from the model, which has both.

/** The classes whose rows a parent of single-table inheritance has. */
export interface VariantsOf<Entity, Field> {
  /** Tells the class of a row. */
  readonly discriminator: Field;
  /** The class itself first, as `own`, then those that extend it and show. None has variants. */
  readonly classes: readonly ClassOf<Entity>[];
  readonly own: Entity;
}

/** A class by the value of the discriminator. */
export interface ClassOf<Entity> {
  readonly value: string;
  readonly entity: Entity;
}
