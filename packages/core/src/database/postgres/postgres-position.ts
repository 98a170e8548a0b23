// Orders and positions in them on PostgreSQL.
import { compileStandardOrderTerm, type Dialect } from '../../sql/dialect.js';

/** How rows are sorted, and how positions are selected and compared. */
export const orderTraits = {
  compileOrderTerm: (term) => compileStandardOrderTerm(term, term.descending),
  // Independent of DateStyle, and with all digits.
  position: (expression) => `to_json(${expression}) #>> '{}'`,
  // The comparison gives the placeholder the type of the key.
  atPosition: (expression, placeholder) => [expression, placeholder],
  comparesRows: true,
  computesOnce: ' OFFSET 0',
} satisfies Partial<Dialect>;
