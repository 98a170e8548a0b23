// The model: what the annotated entities mean. The one noun that routes, planner, SQL and document share.
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
import type { ClassOf, VariantsOf } from './class-model.js';
import type { ValueCodec } from './value-codec.js';

/** Everything an API serves. */
export interface ApiModel {
  /** Visible entities, in the order of the data source. */
  readonly entities: readonly EntityModel[];
  readonly naming: Naming;
  readonly limits: Limits;
  /** Unknown body keys are refused. */
  readonly strictMutate: boolean;
  /** An empty list is a 404. */
  readonly listNotFound: boolean;
  /** Answers say how long each stage took. */
  readonly serverTiming: boolean;
  /** Most rows of a collection without pages; -1 = no limit. */
  readonly unpagedLimit: number;
  /** Problems that the author declares, beside those that every API has. */
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
  /** What can be filtered by, one entry per query parameter. */
  readonly filters: readonly FilterModel[];
  /** What can be sorted by, one entry per sort key. */
  readonly sorts: readonly SortModel[];
  readonly defaultSort: DefaultSortModel;
  readonly body: BodyModel;
  readonly doc: DocModel;
  /** Whether the endpoints are served, or only documented. */
  readonly mounted: boolean;
  /** A policy decides which of its rows there are for a request. */
  readonly guarded: boolean;
  /** Hooks watch its operations, and may refuse them. */
  readonly hooked: boolean;
  /** Its classes where there are several: `fields` and `edges` are then those of all of them, for reads. */
  readonly variants: VariantsModel | null;
  /** Writes that listeners or subscribers of TypeORM, or hooks, follow. */
  readonly followed: { readonly create: boolean; readonly update: boolean; readonly delete: boolean };
}

/** The classes of single-table inheritance that an entity has rows of. */
export type VariantsModel = VariantsOf<EntityModel, FieldModel>;
export type ClassModel = ClassOf<EntityModel>;

/** Where an entity's rows are. */
export interface TableModel {
  /** Table path as TypeORM writes it: `schema.table` or `table`. */
  readonly path: string;
  /** Rows are those of a view: they are computed when they are read, cannot be written, and are not found by an index. */
  readonly isView: boolean;
  /** All columns that can be written, hidden ones and foreign keys too: listeners may set them. */
  readonly columns: readonly StoredColumn[];
  /** Kinds of write that TypeORM tells listeners or subscribers of. */
  readonly listeners: { readonly insert: boolean; readonly update: boolean; readonly remove: boolean };
  /** Column of the delete date: rows where it is set are hidden, and DELETE sets it. */
  readonly deletedAt: string | null;
  /** Single-table inheritance: only rows whose column holds one of the values. */
  readonly discriminator: { readonly column: string; readonly values: readonly string[] } | null;
  /** Columns that get a value on insert which neither the client nor a column default gives. */
  readonly filled: readonly { readonly column: string; readonly by: 'uuid' | 'version' | 'discriminator' }[];
  /** Columns the server sets itself on each update: update dates and versions. */
  readonly touched: readonly { readonly column: string; readonly kind: 'date' | 'version' }[];
}

/** A column and its place in an instance of the entity. The functions are left out of the JSON. */
export interface StoredColumn {
  /** Property path in the class, such as `displayName` or `address.city`. */
  readonly property: string;
  readonly column: string;
  /** The property is the column's own, not that of a relation. */
  readonly owned: boolean;
  readonly codec: ValueCodec;
  readonly get: (entity: object) => unknown;
  readonly set: (entity: object, value: unknown) => void;
}

/** One field: a column that shows. */
export interface FieldModel extends StoredColumn {
  /** Name on the wire, in filters and in sort keys. */
  readonly name: string;
  /** Of its values: the column's, unless a transformer makes others. */
  readonly kind: FieldKind;
  /** What the column stores. */
  readonly columnKind: FieldKind;
  readonly nullable: boolean;
  readonly unique: boolean;
  /** An index begins with the column. */
  readonly indexed: boolean;
  /** Returned in answers. */
  readonly readable: boolean;
  /** Accepted by create; by update. */
  readonly settable: { readonly create: boolean; readonly update: boolean };
  /** Must be present on create. */
  readonly required: boolean;
  /** The class that declares the property, and its name there: the entity, or the class of an embedded column. */
  readonly declared: { readonly by: (abstract new () => object) | null; readonly as: string };
  /**
   * What stands for the column, as the author wrote it (`@VirtualColumn`), over the row under an alias; null for a column of
   * the table. Left out of the JSON.
   */
  readonly expression: ((alias: string) => string) | null;
  /** No column type is declared: that of the property stands for it. */
  readonly inferred: boolean;
  /** The database pads texts with blanks, and compares them without. */
  readonly padded: boolean;
  /** The database may have written the value by its own clock, and so in its own spelling. */
  readonly byDatabaseClock: boolean;
  /** Smallest and largest number the column holds; null where the kind has none. */
  readonly range: { readonly minimum: string; readonly maximum: string } | null;
  /** Digits after the point of a decimal, where the column declares them. */
  readonly scale: number | null;
  /** The values of an enum; null for every other kind. */
  readonly values: readonly (string | number)[] | null;
  /** Schema of the value, without NULL. */
  readonly schema: JsonSchema;
  /** What its schema leaves to be checked. */
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
  /** Most entities embedded per parent; -1 = no limit. */
  readonly eagerLimit: number;
  /** Has an endpoint of its own. */
  readonly endpoint: boolean;
  /** Pages of the endpoint of a non-unique edge. */
  readonly page: PageModel;
  readonly settable: { readonly create: boolean; readonly update: boolean };
  /** An update may set the whole of a non-unique edge. */
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
  /** Place among the entity's filters; together with others the identity of a shape. */
  readonly ordinal: number;
  readonly test: FilterTest;
  /** Name of the filter group whose members it tests; null for the filter of one field or edge. */
  readonly group: string | null;
  /** What is tested; more than one for a group, combined with OR. */
  readonly targets: readonly FilterTarget[];
}

/** A predicate on a field, or whether an edge leads anywhere (`exists`: `true` = it does). */
export type FilterTest = Predicate | 'exists';

/**
 * A field of the entity itself (`edge` null) or of an edge's target; the id there, where the key has several columns; or the
 * edge as such.
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
  /** The id, where the key has several columns: by one after the other. */
  | { readonly by: 'key' }
  | { readonly by: 'edge-field'; readonly edge: EdgeModel; readonly field: FieldModel }
  | { readonly by: 'edge-count'; readonly edge: EdgeModel }
  | { readonly by: 'edge-sum'; readonly edge: EdgeModel; readonly field: FieldModel }
  | { readonly by: 'random' }
);

/** The sort when the client names none. */
export interface DefaultSortModel {
  /** A sort key; null where nothing is declared and no sort key stands for the key columns: they are sorted by then. */
  readonly key: string | null;
  readonly order: Order;
}

/** The schemas of request bodies: what the document publishes is what is checked. */
export interface BodyModel {
  readonly create: JsonSchema;
  readonly update: JsonSchema;
}

/** What the document says of an entity, edge or field. */
export interface DocModel {
  readonly description: string | null;
  readonly deprecated: boolean;
  readonly tags: readonly string[];
  readonly example: { readonly value: unknown } | null;
  readonly summaries: Readonly<Partial<Record<Operation, string>>>;
  readonly descriptions: Readonly<Partial<Record<Operation, string>>>;
  readonly operationIDs: Readonly<Partial<Record<Operation, string>>>;
}
