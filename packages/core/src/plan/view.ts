// A view: the fields and edges that a read returns, and those of the embedded entities.
import type { EdgeModel } from '../model/member-model.js';
import type { Condition, SortTerm } from './terms.js';

/** The selected fields and edges of an entity. */
export interface View {
  /** Null for all. */
  readonly fields: FieldChoice | null;
  /** In declared order. */
  readonly edges: readonly EdgeView[];
}

/** Selected fields. */
export interface FieldChoice {
  /** The keys of the entity's JSON, with those that are always shown: of its id, and of its discriminator. */
  readonly names: ReadonlySet<string>;
  /** Identifies the choice: a part of the key of a shape. */
  readonly key: string;
}

/** An embedded edge, and the view of its target. */
export interface EdgeView {
  readonly edge: EdgeModel;
  /** Position among the edges of the entity; part of the key of a shape. */
  readonly ordinal: number;
  /** Why it is shown: `include` names it; it is eager and `include` is absent; it is eager and not includable. */
  readonly shownAs: 'named' | 'default' | 'fixed';
  readonly view: View;
  /** Which rows of a non-unique edge; null for a unique one. */
  readonly rows: RelatedRows | null;
}

/** The slot of the first value of a condition on the rows of an edge: keys of parents and the limit come before. */
export const relatedWhereSlot = 2;

/** A condition on the rows of an edge. */
export interface RelatedWhere {
  /** Its slots are those of the statement of the edge. */
  readonly condition: Condition;
  /** Identifies the condition without its values. */
  readonly key: string;
  /** Where its values are among those of the plan. */
  readonly firstSlot: number;
  readonly valueCount: number;
}

/** The embedded rows of a non-unique edge. */
export interface RelatedRows {
  /** Null for the default sort of the target. */
  readonly sort: readonly SortTerm[] | null;
  /** How many for each parent: a constant (-1: all), or the value in a slot of the plan. */
  readonly limit:
    { readonly by: 'constant'; readonly rows: number } | { readonly by: 'slot'; readonly slot: number };
  /** Which of them; null for all. */
  readonly where: RelatedWhere | null;
}
