// The aggregates of an entity in the model: its measures and group keys.
import type { AggregateFunction, TimeUnit } from '../vocabulary/aggregate.js';
import type { EdgeModel, FieldModel } from './member-model.js';

/** The aggregates of an entity: of its collection, and of each edge that leads to it. */
export interface AggregateModel {
  /** At least one. */
  readonly measures: readonly MeasureModel[];
  readonly keys: readonly GroupKeyModel[];
  /** The conditions on groups, one per query parameter. */
  readonly having: readonly HavingModel[];
}

/** One value of `measures`. */
export type MeasureModel = {
  /** Name in requests and answers, such as `count` or `age.avg`. */
  readonly name: string;
  /** Position among the entity's measures; part of the key of a shape. */
  readonly ordinal: number;
} & (
  | { readonly of: 'rows' }
  | { readonly of: 'field'; readonly function: AggregateFunction; readonly field: FieldModel }
);

/** One value of `group_by`. */
export type GroupKeyModel = {
  /** Name in requests and answers, such as `type`, `createdAt.month`, `owner` or `owner.name`. */
  readonly name: string;
  /** Position among the entity's keys; part of the key of a shape. */
  readonly ordinal: number;
} & (
  | {
      readonly by: 'field';
      /** The unique edge to the entity of the field; null for a field of the entity itself. */
      readonly edge: EdgeModel | null;
      readonly field: FieldModel;
      /** Null if each value is a group. */
      readonly unit: TimeUnit | null;
      /** The column stores instants, whatever the time zone of a connection or process. */
      readonly zoned: boolean;
    }
  /** The id of the target: the values of its key. */
  | { readonly by: 'id'; readonly edge: EdgeModel; readonly key: readonly FieldModel[] }
);

/** A comparison of a measure with a value. */
export type HavingTest = 'eq' | 'gt' | 'gte' | 'lt' | 'lte';

/** One `having` parameter. */
export interface HavingModel {
  /** Name of the query parameter, such as `having.count.gte`. */
  readonly name: string;
  readonly ordinal: number;
  readonly measure: MeasureModel;
  readonly test: HavingTest;
}
