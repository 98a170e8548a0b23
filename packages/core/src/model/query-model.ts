// The filters, sorts and include paths of an entity in the model.
import type { Order } from '../vocabulary/order.js';
import type { Predicate } from '../vocabulary/predicate.js';
import type { EdgeParameter } from '../vocabulary/wire-names.js';
import type { EdgeModel, FieldModel } from './member-model.js';

/** One filter: a query parameter and what it tests. */
export interface FilterModel {
  /** Name of the query parameter, such as `type.eq`, `owner.name.ihas`, `has.owner`, `search.ihas`. */
  readonly name: string;
  /** Position among the entity's filters; part of the key of a shape. */
  readonly ordinal: number;
  readonly test: FilterTest;
  /** Name of the filter group whose members it tests; null for the filter of one field or edge. */
  readonly group: string | null;
  /** The fields or edges tested; a group has several, combined with OR. */
  readonly targets: readonly FilterTarget[];
}

/** A predicate on a field, or whether an edge leads anywhere (`exists`: `true` = it does). */
export type FilterTest = Predicate | 'exists';

/**
 * A field of the entity itself (`edge` null) or of an edge's target; the id, if the key has several columns; or the edge
 * itself.
 */
export type FilterTarget =
  | { readonly edge: EdgeModel | null; readonly field: FieldModel; readonly key?: undefined }
  | { readonly edge: EdgeModel | null; readonly field: null; readonly key: readonly FieldModel[] }
  | { readonly edge: EdgeModel; readonly field: null; readonly key?: undefined };

/** The parameter `where` of lists: a JSON object of filters. */
export interface WhereModel {
  /** Maximum number of edges on one path in it, from 1 to 3. */
  readonly depth: number;
}

/** One key of the `sort` parameter. */
export type SortModel = {
  /** The key, such as `name`, `owner.name`, `pets.count`, `pets.age.sum`, `random`. */
  readonly key: string;
  readonly ordinal: number;
} & (
  | { readonly by: 'field'; readonly field: FieldModel }
  /** The id, if the key has several columns: by each in turn. */
  | { readonly by: 'key' }
  | { readonly by: 'edge-field'; readonly edge: EdgeModel; readonly field: FieldModel }
  | { readonly by: 'edge-count'; readonly edge: EdgeModel }
  | { readonly by: 'edge-sum'; readonly edge: EdgeModel; readonly field: FieldModel }
  | { readonly by: 'random' }
);

/** The sort of a request without `sort`. */
export interface DefaultSortModel {
  /** A sort key; null sorts by the key columns, if none is declared and no sort key names them. */
  readonly key: string | null;
  readonly order: Order;
}

/** A path that clients may name in `include`. */
export interface IncludeModel {
  /** Names of edges, joined by dots. */
  readonly path: string;
  /** The edges of the path, from the entity to the embedded one. All are includable. */
  readonly edges: readonly EdgeModel[];
  /** The edge is eager-loaded: it is embedded unless the client sends `include`. */
  readonly isDefault: boolean;
  /**
   * The maximum and the default number of embedded entities per parent (null: all); null for a path that leads to at most
   * one.
   */
  readonly limit: { readonly maximum: number; readonly initial: number | null } | null;
  /** The parameters that the path has. */
  readonly parameters: readonly EdgeParameter[];
}
