// A part of the model: the classes whose rows an entity of single-table inheritance has.

/** The classes whose rows a parent of single-table inheritance has. */
export interface VariantsOf<Entity, Field> {
  /** Identifies the class of a row. */
  readonly discriminator: Field;
  /** The class itself first, as `own`, then its visible subclasses. None has variants. */
  readonly classes: readonly ClassOf<Entity>[];
  readonly own: Entity;
}

/** A class and its discriminator value. */
export interface ClassOf<Entity> {
  readonly value: string;
  readonly entity: Entity;
}
