// What differs between databases, as far as the text of a statement goes.
import type { FieldModel } from '../model/api-model.js';
import type { FieldKind } from '../vocabulary/field-kind.js';
import type { Predicate } from '../vocabulary/predicate.js';

/** Turns a planned value into what the driver binds. */
export type Encode = (value: unknown) => unknown;

/**
 * Writes the placeholder of a value, or of each item of a list. Every call is one more place for the same value, in the
 * order of the text. Bound is the value as the column stores it, or what `as` makes of that; `each` may wrap a placeholder.
 */
export type BoundValue = (how?: {
  readonly as?: Encode;
  readonly each?: (placeholder: string) => string;
}) => string;

/** Writes the test of a field's column. Without `padded`, as the database compares the column: keys are compared so. */
export type PredicateSql = (
  column: string,
  value: BoundValue,
  field: Pick<FieldModel, 'columnKind'> & Partial<Pick<FieldModel, 'padded'>>,
) => string;

/** JSON text of one stored value. */
export type ValueText = (stored: unknown) => string;

/** How one database spells what others spell otherwise. */
export interface Dialect {
  /** A quoted identifier. */
  readonly quote: (identifier: string) => string;
  /** The placeholder of the n-th parameter, from 1. */
  placeholder(position: number): string;
  /** The placeholder of a limit out of sight of the planner, where it would else plan again for each limit. */
  readonly unseenLimit?: (placeholder: string) => string;
  /** Placeholders name their parameter, so that one parameter can stand in several places. */
  readonly numbered: boolean;
  /** Tests by predicate. `null` takes no value. */
  readonly predicates: Readonly<Record<Predicate, PredicateSql>>;
  /** A list of stored values as one parameter of `in` and `notIn`; null where each item is a parameter of its own. */
  readonly list: ((values: readonly unknown[]) => unknown) | null;
  /** A text as an SQL literal. Only for what the model knows, never for what a request says. */
  literal(text: string): string;
  /**
   * Keys of several columns of a table as one parameter, and the set of them to stand after IN; null where each value is a
   * parameter of its own.
   */
  readonly keySet: {
    readonly encode: (keys: readonly (readonly unknown[])[], columns: readonly string[]) => unknown;
    readonly sql: (table: string, columns: readonly string[], placeholder: string) => string;
  } | null;
  /** The column as it is to be selected: so that nothing is rounded on its way. */
  readonly selected: (column: string, kind: FieldKind) => string;
  /** What the driver gives of a selected column -> what it would give TypeORM. Null where that is the same. */
  received(field: FieldModel): ((stored: unknown) => unknown) | null;
  /** The column as filters compare it: instants of the database's clock with the milliseconds that answers show. */
  compared(column: string, field: FieldModel): string;
  /** JSON text of values as the executor hands them over, of kinds that need not be decoded first. Never gets NULL. */
  readonly printers: Readonly<Partial<Record<FieldKind, ValueText>>>;
  /** The sum of a column, to sort by. Never fails because it is too large. */
  summed(column: string, kind: FieldKind): string;
  /** NOT EXISTS is a join: no subquery is run for each row. Otherwise NOT IN is what is looked up in a set. */
  readonly antiJoins: boolean;
  /**
   * Several tests that look at other tables are written as one set, their union or intersection. With OR between them a
   * large set would be looked through for each row; with AND the planner may join the sets to each other first, each row of
   * the one to each of the other, when it expects few.
   */
  readonly combinesSets: boolean;
  /**
   * A limit may lead the planner to join row by row, by a pass over the other table for each, in the hope of few rows.
   * OFFSET keeps a subquery out of its sight.
   */
  readonly joinsForLimit: boolean;
  /** Begins a set of ids that is read from two tables, to stand after IN. */
  readonly selectInSet: string;
  /** The ORDER BY of a join holds each time; a prepared statement of MariaDB may forget it when it is run again. */
  readonly ordersJoins: boolean;
  /** A LEFT JOIN keeps the order of the rows on its left, those of a subquery included. */
  readonly leftJoinKeepsOrder: boolean;
  /**
   * An inner join that goes through the rows on its left in their order, and so keeps it. Null where it is not needed:
   * where subqueries and sorts do not copy long values.
   */
  readonly orderedJoin: string | null;
  /** A list's total is a statement of its own: one more costs no round trip, and often it need not be asked. */
  readonly separateTotal: boolean;
  /** A number between 0 and 1, another one for each row. */
  readonly random: string;
  /** A sort term with NULL lowest. */
  ordered(expression: string, descending: boolean, nullable: boolean): string;
  /** INSERT can return columns of the new row; otherwise its key is told by what was given and made. */
  readonly returning: boolean;
  /** Stands where a SELECT that has a WHERE reads no table. */
  readonly fromNothing: string;
  /** Follows INSERT INTO a table when no column is given. */
  readonly defaultRow: string;
  /** Ends an INSERT of rows of which some may be there already; `column` is one of the table's. */
  readonly unlessPresent: (column: string) => string;
  /** An UPDATE or DELETE may have no subquery on the table that it changes. */
  readonly readsChangedTableApart?: true;
  /** The current time, as TypeORM stores dates of update and deletion. */
  readonly now: string;
  /** Ends a SELECT that must keep its rows as they are until the transaction ends. Others may refer to them. */
  readonly forUpdate: string;
  /** The same, but until then nothing else may begin or cease to refer to the rows. */
  readonly forExclusion: string;
  /** Ends a SELECT whose rows must not be deleted, softly or not, until the transaction ends. */
  readonly forReference: (softlyDeleted: boolean) => string;
  /** The same where a hook may write the rows, and a shared lock of one transaction would stand in the way of another's. */
  readonly forHookedReference?: string;
  /** How a statement finds the row that an earlier one of its transaction inserted; null where only the answer tells. */
  readonly inserted: {
    /** Returned by the INSERT, next to its key. */
    readonly remember: (key: string) => string;
    /** The key remembered; undefined for kinds that are not. */
    readonly recall: (kind: FieldKind) => string | undefined;
  } | null;
  /** Moves the sequence of a key on, after a client chose an id. Null where the database does so itself. */
  advanceSequence(table: string, column: string, placeholder: string): string | null;
}

/** A text as a literal of standard SQL. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
