// The model: what the annotated entities mean. Routes, planner, SQL and document share it.
// Frozen, without cycles (edges name their target), printable as JSON.
import type { DeclaredProblem } from '../errors.js';
import type { Limits, Naming } from '../options.js';
import type { FieldKind } from '../vocabulary/field-kind.js';
import type { JsonSchema } from '../vocabulary/json-schema.js';
import type { Operation } from '../vocabulary/operation.js';
import type { Order } from '../vocabulary/order.js';
import type { Predicate } from '../vocabulary/predicate.js';
import type { IdModel } from './row-id.js';
import type { JoinModel } from './join-model.js';
import type { ValueRules } from './rule-model.js';
import type { StoredColumn } from './stored-column.js';

/** Everything an API serves. */
export interface ApiModel {
  /** Visible entities, in the order of the data source. */
  readonly entities: readonly EntityModel[];
  readonly naming: Naming;
  readonly limits: Limits;
  /** Unknown keys in bodies are rejected. */
  readonly strictMutate: boolean;
  /** An empty list answers 404. */
  readonly listNotFound: boolean;
  /** Responses carry `Server-Timing`: how long each stage took. */
  readonly serverTiming: boolean;
  /** Maximum number of rows of a collection without pages; -1 = no limit. */
  readonly unpagedLimit: number;
  /** Problems that the author declares, in addition to the built-in ones. */
  readonly errors: readonly DeclaredProblem[];
}

/** One entity: a resource with its fields, edges and operations. */
export interface EntityModel {
  /** Class name; also the name of its component in the document. */
  readonly name: string;
  /** Path segment of the collection, such as `pets`. */
  readonly path: string;
  /** The class; null for an entity made by an EntitySchema. Left out of the JSON. */
  readonly target: (abstract new () => object) | null;
  readonly table: TableModel;
  readonly id: IdModel;
  /** The columns of the primary key, in its order: the parts of an id. */
  readonly key: readonly FieldModel[];
  /** Visible fields in declared order, the key first. Fields with `readable: false` can only be written. */
  readonly fields: readonly FieldModel[];
  readonly edges: readonly EdgeModel[];
  readonly operations: readonly Operation[];
  readonly allowClientIDs: boolean;
  readonly page: PageModel;
  /** The filters, one per query parameter. */
  readonly filters: readonly FilterModel[];
  /** The sorts, one per sort key. */
  readonly sorts: readonly SortModel[];
  readonly defaultSort: DefaultSortModel;
  readonly body: BodyModel;
  readonly doc: DocModel;
  /** True: the endpoints are served. False: they are only documented. */
  readonly mounted: boolean;
  /** A row policy restricts which of its rows a request can see. */
  readonly hasPolicies: boolean;
  /** Hooks observe its operations and may reject them. */
  readonly hasHooks: boolean;
  /** Its classes, if it has several: `fields` and `edges` are then those of all of them, for reads. Otherwise null. */
  readonly variants: VariantsModel | null;
  /** Writes that TypeORM's listeners or subscribers, or hooks, observe. */
  readonly observedWrites: { readonly create: boolean; readonly update: boolean; readonly delete: boolean };
}

/** Single-table inheritance: the classes whose rows an entity has. */
export interface VariantsModel {
  /** Identifies the class of a row. */
  readonly discriminator: FieldModel;
  /** The class itself first, as `own`, then its visible subclasses. None has variants. */
  readonly classes: readonly ClassModel[];
  readonly own: EntityModel;
}

/** A class and its discriminator value. */
export interface ClassModel {
  readonly value: string;
  readonly entity: EntityModel;
}

/** The table or view that holds an entity's rows. */
export interface TableModel {
  /** Table path as TypeORM writes it: `schema.table` or `table`. */
  readonly path: string;
  /** A view: its rows are computed on each read, cannot be written, and are not found by an index. */
  readonly isView: boolean;
  /** All columns that can be written, hidden ones and foreign keys too: listeners may set them. */
  readonly columns: readonly StoredColumn[];
  /** Writes that TypeORM notifies listeners or subscribers of. */
  readonly listeners: { readonly insert: boolean; readonly update: boolean; readonly remove: boolean };
  /** Column of the delete date, or null: rows that have one are hidden, and DELETE sets it. */
  readonly deletedAt: string | null;
  /** Single-table inheritance: only rows whose column holds one of the values. */
  readonly discriminator: { readonly column: string; readonly values: readonly string[] } | null;
  /** Columns that the server fills on insert: neither the client nor a column default gives their value. */
  readonly filledColumns: readonly {
    readonly column: string;
    readonly by: 'uuid' | 'version' | 'discriminator';
  }[];
  /** Columns the server sets itself on each update: update dates and versions. */
  readonly touchedColumns: readonly { readonly column: string; readonly kind: 'date' | 'version' }[];
}

/** One field: a visible column. */
export interface FieldModel extends StoredColumn {
  /** Name on the wire, in filters and in sort keys. */
  readonly name: string;
  /** Kind of its values: that of the column, unless a transformer changes it. */
  readonly kind: FieldKind;
  /** Kind of the values that the column stores. */
  readonly columnKind: FieldKind;
  readonly nullable: boolean;
  readonly unique: boolean;
  /** An index begins with the column. */
  readonly indexed: boolean;
  /** Returned in responses. */
  readonly readable: boolean;
  /** Accepted by create; by update. */
  readonly settable: { readonly create: boolean; readonly update: boolean };
  /** Must be present on create. */
  readonly required: boolean;
  /** The class that declares the property, and its name there: the entity, or the class of an embedded column. */
  readonly declared: { readonly by: (abstract new () => object) | null; readonly as: string };
  /**
   * The SQL expression of a `@VirtualColumn` for the row under an alias; null for a column of the table. Left out of the JSON.
   */
  readonly expression: ((alias: string) => string) | null;
  /** No column type is declared: it is inferred from the property. */
  readonly inferred: boolean;
  /** The database pads texts with blanks and ignores the padding in comparisons. */
  readonly padded: boolean;
  /** The database may have set the value from its own clock, and so in its own format. */
  readonly byDatabaseClock: boolean;
  /** Smallest and largest number that the column holds; null for kinds without bounds. */
  readonly range: { readonly minimum: string; readonly maximum: string } | null;
  /** Digits after the decimal point, if the column declares them. */
  readonly scale: number | null;
  /** The values of an enum; null for every other kind. */
  readonly values: readonly (string | number)[] | null;
  /** Schema of the value, without NULL. */
  readonly schema: JsonSchema;
  /** The part of the class-validator rules that the schema does not express. */
  readonly rules: ValueRules;
  readonly doc: DocModel;
}

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
  /** Has an endpoint of its own. */
  readonly endpoint: boolean;
  /** Pages of the endpoint of a non-unique edge. */
  readonly page: PageModel;
  readonly settable: { readonly create: boolean; readonly update: boolean };
  /** An update may replace all ids of a non-unique edge. */
  readonly bulk: boolean;
  readonly doc: DocModel;
  readonly mounted: boolean;
}

/** Pagination of one collection. */
export interface PageModel {
  readonly paginated: boolean;
  readonly minItems: number;
  readonly maxItems: number;
  readonly defaultItems: number;
}

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

/** The schemas of request bodies. Bodies are checked against exactly what the document publishes. */
export interface BodyModel {
  readonly create: JsonSchema;
  readonly update: JsonSchema;
}

/** Documentation of an entity, edge or field. */
export interface DocModel {
  readonly description: string | null;
  readonly deprecated: boolean;
  readonly tags: readonly string[];
  readonly example: { readonly value: unknown } | null;
  readonly summaries: Readonly<Partial<Record<Operation, string>>>;
  readonly descriptions: Readonly<Partial<Record<Operation, string>>>;
  readonly operationIDs: Readonly<Partial<Record<Operation, string>>>;
}
