// The members of an entity in the model: its fields and edges, and their documentation.
import type { DocumentModel } from './document-model.js';
import type { ExportFormat } from '../vocabulary/export-format.js';
import type { CountMode } from '../options.js';
import type { FieldKind } from '../vocabulary/field-kind.js';
import type { JsonSchema } from '../vocabulary/json-schema.js';
import type { DocumentedOperation, OperationId } from '../vocabulary/operation.js';
import type { NullPlace } from '../vocabulary/order.js';
import type { JoinModel } from './join-model.js';
import type { ValueRules } from './rule-model.js';
import type { Spelling, StoredColumn } from './stored-column.js';
import type { DeclaredProperty } from './value-rule.js';

/** One field: a visible column. */
export interface FieldModel extends StoredColumn {
  /** Name on the wire, in filters and in sort keys. */
  readonly name: string;
  /** Kind of its values: that of the column, unless a transformer changes it. */
  readonly kind: FieldKind;
  /** Kind of the values that the column stores. */
  readonly columnKind: FieldKind;
  readonly nullable: boolean;
  /** Where NULL sorts in lists that are sorted by the field. */
  readonly nulls: NullPlace;
  readonly unique: boolean;
  /** An index begins with the column. */
  readonly indexed: boolean;
  /** Returned in responses. */
  readonly readable: boolean;
  /** Accepted by create; by update. */
  readonly settable: { readonly create: boolean; readonly update: boolean };
  /** Must be present on create. */
  readonly required: boolean;
  /** Must have a value once listeners, subscribers and hooks have run, which may set it: a create may leave it out. */
  readonly filled: boolean;
  readonly declared: DeclaredProperty;
  /**
   * The SQL expression of a `@VirtualColumn` for the row under an alias; null for a column of the table. Left out of the JSON.
   */
  readonly expression: ((alias: string) => string) | null;
  /** No column type is declared: it is inferred from the property. */
  readonly inferred: boolean;
  /** The database pads texts with blanks and ignores the padding in comparisons. */
  readonly padded: boolean;
  /** How the column may spell its values. */
  readonly spelling: Spelling;
  /** Smallest and largest number that the column holds; null for kinds without bounds. */
  readonly range: { readonly minimum: string; readonly maximum: string } | null;
  /** Smallest and largest decimal, float or instant that the column holds, where that is less than its kind has; otherwise null. */
  readonly bounds: { readonly minimum: string; readonly maximum: string } | null;
  /** Digits after the decimal point, if the column declares them. */
  readonly scale: number | null;
  /** The values of an enum; null for every other kind. */
  readonly values: readonly (string | number)[] | null;
  /** How the column stores JSON or an array; null for every other column. */
  readonly document: DocumentModel | null;
  /** Schema of the values that the column holds, without NULL: what answers, filters and ids have. */
  readonly schema: JsonSchema;
  /** Schema of the values that bodies may give it, without NULL: `schema`, narrowed by the rules of class-validator. */
  readonly bodySchema: JsonSchema;
  /** The part of the class-validator rules that `bodySchema` does not express. */
  readonly rules: ValueRules;
  readonly doc: DocModel;
}

/**
 * `always`: an annotation of the edge asks for it. `with-class`: the class has the operation, too: `list`, or `read` of a
 * unique edge.
 */
export type EdgeEndpointModel = 'always' | 'with-class';

/** One edge: a relation to another visible entity. */
export interface EdgeModel {
  readonly property: string;
  /** Name on the wire, in filters and in sort keys. */
  readonly name: string;
  /** Path segment of its endpoint. */
  readonly path: string;
  /** Class name of the entity it leads to. */
  readonly target: string;
  /** Leads to at most one entity. */
  readonly unique: boolean;
  /** A unique edge that may be empty. Non-unique edges always may. */
  readonly nullable: boolean;
  readonly join: JoinModel;
  readonly eager: boolean;
  /** Maximum number of entities embedded per parent; -1 = no limit. */
  readonly eagerLimit: number;
  /** Clients may name it in `include`. */
  readonly includable: boolean;
  /** Whether it has an endpoint of its own; null if it has none. */
  readonly endpoint: EdgeEndpointModel | null;
  /** How the endpoint of a non-unique edge answers. */
  readonly collection: CollectionModel;
  /** Names of filters; the endpoint of a non-unique edge requires one of them. Empty if it requires none. */
  readonly requiredFilters: readonly string[];
  readonly settable: { readonly create: boolean; readonly update: boolean };
  /** A unique edge that must be present on create. */
  readonly required: boolean;
  /** Must be set once listeners, subscribers and hooks have run, which may set it: a create may leave it out. */
  readonly filled: boolean;
  /** An update may replace all ids of a non-unique edge. */
  readonly bulk: boolean;
  /** How clients create rows of the target by way of the edge; null if they cannot. */
  readonly creation: EdgeCreationModel | null;
  readonly doc: DocModel;
  readonly mounted: boolean;
}

/** How rows of an edge's target are created by way of the edge. */
export interface EdgeCreationModel {
  /** The edge that leads back and has the foreign key, even if it is hidden; null where the target does not have the key. */
  readonly inverse: EdgeModel | null;
  /** The unique edge of the target that leads back to a unique edge; null for others. A new row cannot be given another by it. */
  readonly back: string | null;
  /** The edge has an endpoint that creates rows: `POST /users/{id}/pets`. */
  readonly endpoint: boolean;
  /** A create of the entity takes create bodies of the target where it takes ids. */
  readonly nested: boolean;
}

/** How a collection is answered: its pages and its exports. */
export interface CollectionModel {
  readonly paginated: boolean;
  readonly minItems: number;
  readonly maxItems: number;
  readonly defaultItems: number;
  /** The formats in which clients may export it. */
  readonly exports: readonly ExportFormat[];
  /** Maximum number of rows of an export; -1 = no limit. */
  readonly exportLimit: number;
  /** Lists take `after` and `before`. */
  readonly cursors: boolean;
  /** The modes of `count` as declared; null for none. */
  readonly totalCount: readonly CountMode[] | null;
  /**
   * The modes of `count`; the first is the default. Empty if lists do not take the parameter: answers then have the exact
   * total and no cursors.
   */
  readonly countModes: readonly CountMode[];
  /** Maximum number of rows skipped before a page; null for `limits.offset`. */
  readonly maxOffset: number | null;
}

/** Documentation of an entity, edge or field. */
export interface DocModel {
  readonly description: string | null;
  readonly deprecated: boolean;
  readonly tags: readonly string[];
  readonly example: { readonly value: unknown } | null;
  readonly summaries: Readonly<Partial<Record<DocumentedOperation, string>>>;
  readonly descriptions: Readonly<Partial<Record<DocumentedOperation, string>>>;
  readonly operationIDs: Readonly<Partial<Record<DocumentedOperation, OperationId>>>;
}
