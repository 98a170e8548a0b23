// Entity tags in the model.
import type { FieldModel } from './member-model.js';

/** The answers with an entity have tags. */
export interface EntityTagModel {
  /**
   * The visible version column: a tag begins with the version, and writes compare only that. Null: a tag is a hash of the
   * answer, and writes compare it.
   */
  readonly version: FieldModel | null;
}
