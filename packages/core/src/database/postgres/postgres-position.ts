// Values of positions in PostgreSQL.
import type { Dialect } from '../../sql/dialect.js';

/** How positions are selected and compared. */
export const positionTraits: Pick<Dialect, 'position' | 'atPosition' | 'comparesRows' | 'computesOnce'> = {
  // Independent of DateStyle, and with all digits.
  position: (expression) => `to_json(${expression}) #>> '{}'`,
  // The comparison gives the placeholder the type of the key.
  atPosition: (expression, placeholder) => [expression, placeholder],
  comparesRows: true,
  computesOnce: ' OFFSET 0',
};
