// What an author's own SQL raises by a SQLSTATE of its choice: RAISE of PostgreSQL, SIGNAL of MySQL and MariaDB.
import type { DatabaseErrorKind } from '../execute/failure-kinds.js';

/** SQLSTATEs by their first characters: triggers raise them in place of constraints. */
export const raisedStates: readonly (readonly [prefix: string, kind: DatabaseErrorKind])[] = [
  ['23505', 'unique'],
  ['23P01', 'exclusion'],
  ['23503', 'foreign-key'],
  ['23001', 'foreign-key'],
  ['23', 'value'],
  ['22', 'value'],
  ['44', 'value'],
];

/**
 * The kind of an error that the author's own SQL raises. Other states are refusals, even those of deadlocks or lost
 * connections: the transaction and the connection are sound, and the next attempt meets the same rule.
 */
export function classifyRaisedState(state: string): DatabaseErrorKind {
  return raisedStates.find(([prefix]) => state.startsWith(prefix))?.[1] ?? 'refused';
}

/**
 * Whether a SQLSTATE is of a class that the SQL standard leaves to implementations (5 to 9, I to Z) and that no database of ours
 * uses itself: only the author's own SQL raises it.
 */
export function isStateOfAuthor(state: string): boolean {
  return /^[5-9I-Z][0-9A-Z]{4}$/.test(state) && !/^(?:5[3-8]|70|72|P0|X[AX])/.test(state);
}
