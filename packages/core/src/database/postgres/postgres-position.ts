// Orders and positions in them on PostgreSQL.
import { compileStandardOrderTerm, type Dialect } from '../../sql/dialect.js';

/** How rows are sorted, and how positions are selected and compared. */
export const orderTraits = {
  compileOrderTerm: (term) => compileStandardOrderTerm(term, term.descending),
  // Independent of DateStyle, and with all digits.
  compilePosition: (expression) => `to_json(${expression}) #>> '{}'`,
  // The comparison gives the placeholder the type of the key.
  compilePositionSides: (expression, placeholder) => [expression, placeholder],
  comparesRows: true,
  optimizationFence: ' OFFSET 0',
} satisfies Partial<Dialect>;
