// The interface of a database's dialect of SQL.
import type { DocumentModel, ItemModel } from '../model/document-model.js';
import type { FieldModel } from '../model/member-model.js';
import type { FieldKind } from '../vocabulary/field-kind.js';
import type { NullPlace } from '../vocabulary/order.js';
import type { TimeUnit } from '../vocabulary/aggregate.js';
import type { Predicate } from '../vocabulary/predicate.js';
import type { SumSql } from './sum-sql.js';

/** Turns a planned value into what the driver binds. */
export type Encode = (value: unknown) => unknown;

/**
 * Returns the placeholder of a value, or of each item of a list. Each call adds one more place for the same value, so calls
 * follow the order of the text. The value is bound as the column stores it, or as `as` converts that; `each` may wrap a
 * placeholder.
 */
export type ValueBinder = (how?: {
  readonly as?: Encode;
  /** Binds one value that it makes of a list. */
  readonly pick?: (values: readonly unknown[]) => unknown;
  readonly each?: (placeholder: string) => string;
}) => string;

/**
 * Returns the test of a field's column. Without `padded`, the database's own comparison is used, as for keys; without
 * `spelling`, the column has the normal form.
 */
export type CompilePredicate = (column: string, value: ValueBinder, field: ComparedColumn) => string;

/** A column, or an expression in its place, as predicates compare it. */
export type ComparedColumn = Pick<FieldModel, 'columnKind'> &
  Partial<Pick<FieldModel, 'padded' | 'document' | 'spelling' | 'expression' | 'inferred'>>;

/** One term of an order. `value` binds its placeholders when called. */
export interface SortValue {
  readonly value: () => string;
  readonly nullable: boolean;
  readonly descending: boolean;
  /** The place of NULL; of no meaning where the value is never NULL. */
  readonly nulls: NullPlace;
}

/** JSON text of one stored value. */
export type PrintValue = (stored: unknown) => string;

/** How a column stores a date or date-time. */
interface StoredTime {
  readonly columnKind: FieldKind;
  /** It stores instants, whatever the time zone of a connection or process. */
  readonly zoned: boolean;
}

/** A list of keys: one parameter and the set of keys in it, or a parameter for each value, as it stands in a row value. */
export type KeySet =
  | {
      readonly encode: (keys: readonly (readonly unknown[])[], columns: readonly string[]) => unknown;
      readonly sql: (table: string, columns: readonly string[], placeholder: string) => string;
    }
  | { readonly compilePart: (placeholder: string, kind: FieldKind) => string };

/** A part of the row values of a list: how it is encoded, and what stands around its placeholder. */
export interface RowPart {
  readonly encode: Encode;
  readonly wrap: (placeholder: string) => string;
}

/** The key of an inserted row, kept by the database until the transaction ends. */
interface InsertedKeyStore {
  /** An expression that the INSERT returns beside its key, and that keeps it. */
  readonly saveKey: (key: string) => string;
  /** The kept key; undefined for kinds of key that are not kept. */
  readonly readKey: (kind: FieldKind) => string | undefined;
}

/** How one database spells what other databases spell differently. */
export interface Dialect {
  /** A quoted identifier. */
  readonly quote: (identifier: string) => string;
  /** The placeholder of the n-th parameter, from 1. */
  placeholder(position: number): string;
  /** Hides a limit from the query planner; otherwise SQLite prepares the statement again for each value. */
  readonly hideLimit?: (placeholder: string) => string;
  /** Placeholders have numbers, so that one parameter can stand in several places. */
  readonly hasNumberedPlaceholders: boolean;
  /** Tests by predicate. `null` takes no value. */
  readonly predicates: Readonly<Record<Predicate, CompilePredicate>>;
  /** Encodes a list of stored values as one parameter of `in` and `notIn`; null where each item is its own parameter. */
  readonly encodeListAsParameter: ((values: readonly unknown[]) => unknown) | null;
  /** Quotes a text as an SQL literal. Only for texts of the model, never for those of a request. */
  quoteLiteral(text: string): string;
  /** How a list of keys of several columns stands after IN. */
  readonly keySet: KeySet;
  /** The expression that selects a column so that the driver does not round its values. */
  readonly compileSelected: (column: string, kind: FieldKind) => string;
  /** Converts what the driver returns for a selected column to what it returns to TypeORM; null where they are the same. */
  getDriverDecoder(field: FieldModel): ((stored: unknown) => unknown) | null;
  /** A stored column of TypeORM's type in the form that all else reads. Absent where that is the column itself. */
  readonly compileStored?: (column: string, columnType: string) => string;
  /** What is stored in such a column, from the placeholder of a value. */
  readonly compileWritten?: (placeholder: string, columnType: string) => string;
  /** The operand of predicates: the column itself wherever they can compare that, so that indexes serve. */
  compileCompared(column: string, field: FieldModel): string;
  /** The value of the column in the normal form of its kind, which answers show. */
  compileNormal(column: string, field: FieldModel): string;
  /**
   * The value at the path of a JSON column, by the kind of the field: text, number, boolean, or for an instant milliseconds
   * since 1970. NULL where there is none, or one of another type.
   */
  compilePath(column: string, field: FieldModel, document: DocumentModel): string;
  /** Print values exactly as the executor returns them, for kinds that need no decoding. Never called with NULL. */
  readonly printers: Readonly<Partial<Record<FieldKind, PrintValue>>>;
  /** Prints arrays as the executor returns them; undefined where their items need decoding. Absent without arrays. */
  readonly createArrayPrinter?: (items: ItemModel) => PrintValue | undefined;
  /** A value that sorts like the sum of a column, which is exact unless it is of floats. Never fails, however large the sum. */
  compileSum(column: string, field: FieldModel): string;
  /** How the values of a numeric column without a transformer are added and averaged, exactly unless they are floats. */
  getSum(field: FieldModel): SumSql;
  /** The text of the unit of time, in UTC, that a date or date-time is in: `2026-Q1`, `2026-W05`, `2026-01-31T13`. */
  compileTimeBucket(column: string, unit: TimeUnit, stored: StoredTime): string;
  /** Distinguishes texts that the column's own equality does not; null where filters use that, too. */
  readonly compileGroupedText: ((column: string) => string) | null;
  /** NOT EXISTS is planned as a join. Where it is false, the subquery runs for each row, and NOT IN looks up a set instead. */
  readonly plansAntiJoins: boolean;
  /**
   * Combine tests that look at other tables into one set, their union or intersection. Joined by OR, the database would
   * search a large set for each row; joined by AND, a planner that expects few rows may join each row of one set to each of
   * the other.
   */
  readonly combinesSets: boolean;
  /**
   * With a limit, a planner that expects few rows may scan the other table once for each row. OFFSET in a subquery hides
   * the limit from it.
   */
  readonly joinsForLimit: boolean;
  /** Begins the SELECT of a set of ids from two tables, which stands after IN. */
  readonly selectInSet: string;
  /** Begins the SELECT of a set of ids that is an alternative for many rows. Absent where such a set is built once anyway. */
  readonly selectInAlternative?: string;
  /** Begins the SELECT of a set of ids in the test of a policy, which may be a condition of an outer join. */
  readonly selectInPolicy: string;
  /**
   * A set inside a set is a derived table. Otherwise MariaDB may search the whole inner set for each row of the outer one: 6 s
   * instead of 11 ms for 20,000 rows.
   */
  readonly derivesNestedSets: boolean;
  /** ORDER BY of a join is reliable. A prepared statement of MariaDB may ignore it from its second run on. */
  readonly ordersJoins: boolean;
  /** The columns of a SELECT are computed for rows that OFFSET skips, too. */
  readonly computesSkippedRows?: true;
  /** A LEFT JOIN keeps the order of the rows on its left, including those of a subquery. */
  readonly leftJoinKeepsOrder: boolean;
  /**
   * An inner join that visits the rows on its left in their order. Null where subqueries and sorts do not copy long values,
   * so that none is needed.
   */
  readonly orderedJoin: string | null;
  /**
   * How the limit of an edge is applied to the rows of one parent after the other: by a LATERAL join, or by a set of keys that
   * a subquery finds for each parent. Null where all rows are ranked.
   */
  readonly limitsPerRow: 'lateral' | 'keys' | null;
  /** Count lists by a separate statement: it costs no round trip, and is often not needed. */
  readonly separateTotal: boolean;
  /** A random number for each row. */
  readonly random: string;
  /** The value of a field as lists are sorted by it: a text may be cut, so that ORDER BY and comparisons see the same. */
  compileSortValue(expression: string, field: FieldModel): string;
  /** A term of ORDER BY. It has no clause for NULL where the database puts it in its place anyway. */
  compileOrderTerm(term: SortValue): string;
  /** Selects a sort key as the database compares it, without loss: as text, or as a number that the driver keeps. */
  compilePosition(expression: string, value: PositionedValue): string;
  /** Both sides of a comparison of a sort key with a value that `compilePosition` selected, now in a placeholder. */
  compilePositionSides(
    expression: string,
    placeholder: string,
    value: PositionedValue,
  ): readonly [string, string];
  /** Comparisons of row values use an index on several columns. */
  readonly comparesRows: boolean;
  /** Ends a subquery of all rows, so that its columns are computed once for each row, not for each mention. */
  readonly optimizationFence: string;
  /** INSERT can return columns of the new row. Otherwise its key is in the statement, or a counter that the driver reports. */
  readonly supportsReturning: boolean;
  /** The number of warnings, which the server does not report beside returned columns; null where it warns of no loss. */
  readonly warningCount: string | null;
  /** The FROM of a SELECT that reads no table but has a WHERE. */
  readonly fromNoTable: string;
  /** Follows the table of an INSERT that names no column. */
  readonly defaultValues: string;
  /** Ends an INSERT that skips rows which exist already; `column` is any column of the table. */
  readonly ignoreDuplicates: (column: string) => string;
  /** Such an INSERT counts the rows that it skipped, too. */
  readonly countsDuplicates?: true;
  /** An UPDATE or DELETE must not have a subquery on the table that it changes. */
  readonly forbidsReadingChangedTable?: true;
  /**
   * A trigger may leave rows out of a write without an error. The condition that rows which a statement did not count are left
   * out, for a table of this path. Absent where triggers cannot.
   */
  readonly compileLeftOut?: (path: string) => string;
  /** Selects how many bytes a statement may have with its values. Absent where that is more than an answer can have. */
  readonly selectMaxPacket?: string;
  /**
   * A statement with the rows of another one, which fails at a row that may have more bytes: for drivers that commit a write
   * in the round trip that reads its row.
   */
  readonly guardRowSize?: (text: string, maxBytes: number) => string;
  /** The current time, as TypeORM stores update and delete dates. */
  readonly now: string;
  /** Locks the rows of a SELECT against changes until the transaction ends. Other transactions may still refer to them. */
  readonly forUpdate: string;
  /** The same, but until then no other transaction may start or stop to refer to the rows. */
  readonly forExclusion: string;
  /** Locks the rows of a SELECT against deletion, soft or not, until the transaction ends. */
  readonly forReference: (softlyDeleted: boolean) => string;
  /** The same where a hook may write the rows: two transactions that share a lock would block each other. */
  readonly forObservedReference?: string;
  /** How a statement finds the row that an earlier statement of its transaction inserted; null where it cannot. */
  readonly insertedKey: InsertedKeyStore | null;
  /** Advances the sequence of a key after a client chose an id. Null where the database does so itself. */
  advanceSequence(table: string, column: string, placeholder: string): string | null;
}

/** What the values of a sort key are. */
export interface PositionedValue {
  /** The field whose values they are, or whose values they add up; null for the number of rows. */
  readonly of: FieldModel | null;
  readonly isSum: boolean;
}

/** Whether NULL comes before all values in the order of a term. */
export function hasNullsFirst({ nulls, descending }: Pick<SortValue, 'nulls' | 'descending'>): boolean {
  return nulls === 'first' || nulls === (descending ? 'highest' : 'lowest');
}

/** A term as standard SQL has it. `firstByDefault` is whether the database puts NULL first in the order of the term. */
export function compileStandardOrderTerm(term: SortValue, firstByDefault: boolean): string {
  const first = hasNullsFirst(term);
  const place = term.nullable && first !== firstByDefault ? ` NULLS ${first ? 'FIRST' : 'LAST'}` : '';
  return `${term.value()} ${term.descending ? 'DESC' : 'ASC'}${place}`;
}

/** Quotes a text as a literal of standard SQL. */
export function quoteLiteral(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
