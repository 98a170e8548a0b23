// The smallest and the largest value of a column whose type holds less than its kind has.
import type { FieldKind } from '../../vocabulary/field-kind.js';
import type { FieldModel } from '../member-model.js';
import type { ScannedColumn } from '../scan/scan-columns.js';
import { maxSingle } from './field-schema.js';

type Bounds = FieldModel['bounds'];

/** Null where the column holds all values of its kind. */
export function getBounds(kind: FieldKind, column: ScannedColumn): Bounds {
  return boundsOfKind[kind]?.(column) ?? null;
}

const boundsOfKind: Readonly<Partial<Record<FieldKind, (column: ScannedColumn) => Bounds>>> = {
  decimal: getDecimalBounds,
  float: ({ single }) => (single ? mirror(String(maxSingle)) : null),
  // In MySQL to 2038, in MariaDB to 2106.
  datetime: ({ years }) =>
    years === null ? null : { minimum: '1970-01-01T00:00:01.000Z', maximum: '2106-02-07T06:28:15.999Z' },
};

function mirror(maximum: string): NonNullable<Bounds> {
  return { minimum: `-${maximum}`, maximum };
}

/** SQLite stores more digits than are declared. */
function getDecimalBounds({ precision, scale, exactDigits, unsigned }: ScannedColumn): Bounds {
  const fraction = scale ?? 0;
  if (precision === null || exactDigits !== null || fraction < 0 || fraction > precision) return null;
  const whole = '9'.repeat(precision - fraction) || '0';
  const maximum = fraction === 0 ? whole : `${whole}.${'9'.repeat(fraction)}`;
  return unsigned
    ? { minimum: fraction === 0 ? '0' : `0.${'0'.repeat(fraction)}`, maximum }
    : mirror(maximum);
}
