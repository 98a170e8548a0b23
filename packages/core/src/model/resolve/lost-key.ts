// Keys that a database chooses and does not tell: a new row could not be found again.
import type { TableModel } from '../api-model.js';
import type { ValueFault } from '../problem/value-fault.js';

/** The part of the key that only the stored row has, on a database that returns no column of a new row; null for none. */
export function findLostKey({
  returnsNewRows,
  keySources,
}: TableModel): (ValueFault & { readonly column: string }) | null {
  const lost = returnsNewRows ? undefined : keySources.find(({ by }) => by === 'row');
  if (!lost) return null;
  const { column, expression } = lost;
  return {
    column,
    problem: `the database computes this part of the key from other columns${expression === null ? '' : `, by ${expression}`}, and does not return it: a new row could not be found.`,
    remedy:
      'Set it in a @BeforeInsert() listener instead of a default, or leave creates out with @ExcludeOperations(OperationCreate).',
  };
}
