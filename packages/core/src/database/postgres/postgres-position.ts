// Positions in an order on PostgreSQL: as JSON texts, which do not depend on DateStyle and have all digits.
import type { Dialect } from '../../sql/dialect.js';

/** A comparison gives the placeholder of a position the type of the key. */
export const positionTraits = {
  position: (expression) => `to_json(${expression}) #>> '{}'`,
  atPosition: (expression, placeholder) => [expression, placeholder],
  comparesRows: true,
  computesOnce: ' OFFSET 0',
} satisfies Partial<Dialect>;
