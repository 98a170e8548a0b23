// What a read shows: chosen fields, and edges with their own choices.
import type { EdgeModel } from '../model/member-model.js';
import type { Condition, SortTerm } from './terms.js';

/** What is shown of an entity. */
export interface View {
  /** Null for all. */
  readonly fields: FieldChoice | null;
  /** In declared order. */
  readonly edges: readonly EdgeView[];
}

/** Fields to show. */
export interface FieldChoice {
  /** The keys of the entity's JSON, with those that are always shown: of its id, and of its discriminator. */
  readonly names: ReadonlySet<string>;
  /** Identifies the choice: a part of the key of a shape. */
  readonly key: string;
}

/** An edge that is shown, and what is shown of the entities it leads to. */
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
  /** Names the condition without its values. */
  readonly key: string;
  /** Where its values are among those of the plan. */
  readonly firstSlot: number;
  readonly valueCount: number;
}

/** The rows that a non-unique edge shows. */
export interface RelatedRows {
  /** Null for the default sort of the target. */
  readonly sort: readonly SortTerm[] | null;
  /** How many for each parent: a constant (-1: all), or the value in a slot of the plan. */
  readonly limit:
    { readonly by: 'constant'; readonly rows: number } | { readonly by: 'slot'; readonly slot: number };
  /** Which of them; null for all. */
  readonly where: RelatedWhere | null;
}
