// The columns that a write names: fields, and foreign keys of unique edges.
import type { ColumnTerm } from '../plan/plan.js';
import type { Encode } from './dialect.js';
import { encodePart } from './key-sql.js';

/** A column, the slot of its value, and how that is bound. */
export interface AssignedColumn {
  readonly name: string;
  readonly slot: number;
  readonly encode: Encode;
  /** NULL stands for no change: a part of a foreign key that others need, too. */
  readonly kept: boolean;
}

/** The columns of terms whose values are in slots of their order. Foreign keys may share a column: it is named once. */
export function assignedColumns(terms: readonly ColumnTerm[]): readonly AssignedColumn[] {
  const columns = terms.flatMap((term, slot): AssignedColumn[] => {
    if (term.of === 'field')
      return [{ name: term.field.column, slot, encode: term.field.codec.encode, kept: false }];
    const {
      edge: { join },
      target,
    } = term;
    if (join.kind !== 'own') throw new Error('Only edges that own their foreign key are columns.');
    const { columns } = join;
    return columns.map((name, at) => {
      const kept = columns.length > 1 && join.kept.includes(name);
      return { name, slot, encode: encodePart(target.key, at), kept };
    });
  });
  const names = columns.map(({ name }) => name);
  return columns.filter(({ name }, at) => names.indexOf(name) === at);
}
