// The model: the meaning of the annotated entities. Routes, planner, SQL and document share it.
// Frozen, without cycles (edges name their target), printable as JSON.
import type { DeclaredProblem } from '../errors.js';
import type { Limits } from '../limits.js';
import type { Naming } from '../options.js';
import type { JsonSchema } from '../vocabulary/json-schema.js';
import type { Operation } from '../vocabulary/operation.js';
import type { AggregateModel } from './aggregate-model.js';
import type { BulkModel } from './bulk-model.js';
import type { EntityTagModel } from './entity-tag-model.js';
import type { KeySource } from './key-source.js';
import type { CollectionModel, DocModel, EdgeModel, FieldModel } from './member-model.js';
import type { DefaultSortModel, FilterModel, IncludeModel, SortModel, WhereModel } from './query-model.js';
import type { IdModel } from './row-id.js';
import type { WrittenColumn } from './stored-column.js';

/** Everything an API serves. */
export interface ApiModel {
  /** Visible entities, in the order of the data source. */
  readonly entities: readonly EntityModel[];
  readonly naming: Naming;
  readonly limits: Limits;
  /** Unknown keys in bodies are rejected. */
  readonly strictMutate: boolean;
  /** Writes support `Prefer: return=minimal`. */
  readonly returnMinimal: boolean;
  /** An empty list answers 404. */
  readonly listNotFound: boolean;
  /** Responses have the header `Server-Timing`: milliseconds spent in `parse`, `plan`, `execute` and `render`. */
  readonly serverTiming: boolean;
  /** Maximum number of rows of a collection without pages; -1 = no limit. */
  readonly unpagedLimit: number;
  /** CSV has a `'` before texts that start like a formula. */
  readonly quotesFormulas: boolean;
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
  /** A create must have the header `Idempotency-Key`. */
  readonly requiresIdempotencyKey: boolean;
  /** Clients can restore its soft-deleted rows, and find them. */
  readonly restorable: boolean;
  /** What clients can do with many of its rows in one request; null for nothing. */
  readonly bulk: BulkModel | null;
  readonly collection: CollectionModel;
  /** Null if its answers have no entity tags. */
  readonly entityTag: EntityTagModel | null;
  /** Updates and deletes need `If-Match`. */
  readonly requiresIfMatch: boolean;
  /** `Cache-Control` of its reads and lists, as the author chose it; null where routes choose. */
  readonly cacheControl: string | null;
  /** The filters, one per query parameter. */
  readonly filters: readonly FilterModel[];
  /** Null if its lists do not take `where`. */
  readonly where: WhereModel | null;
  /** Names of filters; its list requires one of them. Empty if it requires none. */
  readonly requiredFilters: readonly string[];
  /** The sorts, one per sort key. */
  readonly sorts: readonly SortModel[];
  readonly defaultSort: DefaultSortModel;
  /** Its measures and group keys; null for an entity without measures. */
  readonly aggregate: AggregateModel | null;
  /** Maximum number of edges on one path of `include`. */
  readonly includeDepth: number;
  /** The paths that clients may name in `include`, those of one edge before those below them. */
  readonly includes: readonly IncludeModel[];
  /** Clients may select its fields. */
  readonly sparseFields: boolean;
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
  readonly observedWrites: Readonly<Record<'create' | 'update' | 'delete' | 'restore', boolean>>;
}

/** Single-table inheritance: the classes whose rows an entity has. */
export interface VariantsModel {
  /** Identifies the class of a row. */
  readonly discriminator: FieldModel;
  /** The class itself first, as `own`, if it can have rows; then its visible subclasses. None has variants. */
  readonly classes: readonly ClassModel[];
  readonly own: EntityModel;
}

/** A class and its discriminator value. */
export interface ClassModel {
  readonly value: string;
  readonly entity: EntityModel;
}

/** The column that names the class of a row. */
export interface DiscriminatorModel {
  readonly column: string;
  /** The values of the class and of those that extend it, as the API spells them. */
  readonly values: readonly string[];
  /** The value of the class itself; null if the column cannot hold it: the class has no rows. */
  readonly own: string | null;
  readonly storedAs: 'text' | 'number' | 'boolean';
}

/** The table or view that holds an entity's rows. */
export interface TableModel {
  /** Table path as TypeORM writes it: `schema.table` or `table`. */
  readonly path: string;
  /** A view: its rows are computed on each read, cannot be written, and are not found by an index. */
  readonly isView: boolean;
  /** Keys that are equal have one text: no collation and no number of digits makes others equal. */
  readonly hasExactKey: boolean;
  /** All columns that can be written, hidden ones and foreign keys too: listeners may set them. */
  readonly columns: readonly WrittenColumn[];
  /** Writes that TypeORM notifies listeners or subscribers of. */
  readonly listeners: Readonly<Record<'insert' | 'update' | 'remove' | 'recover', boolean>>;
  /** Column of the delete date, or null: rows that have one are hidden, and DELETE sets it. */
  readonly deletedAt: string | null;
  /** Single-table inheritance: only rows whose column holds one of the values. */
  readonly discriminator: DiscriminatorModel | null;
  /** Columns that the server fills on insert: neither the client nor a column default gives their value. */
  readonly filledColumns: readonly {
    readonly column: string;
    readonly by: 'uuid' | 'version' | 'discriminator';
  }[];
  /** Columns for which a new instance of the class has a value: creates that leave them out store it. */
  readonly classDefaults: readonly string[];
  /** What fills the columns of the key that an INSERT leaves out. */
  readonly keySources: readonly KeySource[];
  /** INSERT can return columns of the new row. */
  readonly returnsNewRows: boolean;
  /** Columns whose value PostgreSQL always generates, unless a statement overrides it. */
  readonly alwaysGenerated: readonly string[];
  /** Columns the server sets itself on each update: update dates and versions. */
  readonly touchedColumns: readonly { readonly column: string; readonly kind: 'date' | 'version' }[];
}

/** The schemas of request bodies. Bodies are checked against exactly what the document publishes. */
export interface BodyModel {
  readonly create: JsonSchema;
  readonly update: JsonSchema;
}
