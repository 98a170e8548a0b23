// The columns that a write names: fields, and foreign keys of unique edges.
import type { ColumnTerm } from '../plan/plan.js';
import type { Encode } from './dialect.js';
import { idField } from './table-sql.js';

/** The database's name of the column. */
export function columnName(term: ColumnTerm): string {
  if (term.of === 'field') return term.field.column;
  if (term.edge.join.kind !== 'own') throw new Error('Only edges that own their foreign key are columns.');
  return term.edge.join.column;
}

/** How its values are bound. */
export function encodeOf(term: ColumnTerm): Encode {
  return term.of === 'field' ? term.field.codec.encode : idField(term.target).codec.encode;
}
