// Positions in an order on SQLite: the stored values, by which SQLite sorts.
import type { Dialect, PositionedValue } from '../../sql/dialect.js';

/** The driver would round integers past 2^53, so they are texts. */
export const positionTraits = {
  compilePosition: (expression, value) =>
    isLargeInteger(value) ? `CAST(${expression} AS TEXT)` : expression,
  compilePositionSides: (expression, placeholder, value) => [
    expression,
    isLargeInteger(value) ? `CAST(${placeholder} AS INTEGER)` : placeholder,
  ],
  comparesRows: true,
  optimizationFence: ' LIMIT -1',
} satisfies Partial<Dialect>;

/** Sums of integers may be large; those of bigints and decimals are texts. */
function isLargeInteger({ of, isSum }: PositionedValue): boolean {
  return of?.columnKind === (isSum ? 'integer' : 'bigint');
}
