// Where the values of a field stand on its line, and the end of the line at both sides: the least and the greatest value that the
// column can hold and an answer can show.
import type { FieldModel } from '../model/member-model.js';
import { firstInstant, lastInstant } from '../vocabulary/calendar.js';
import type { FieldKind } from '../vocabulary/field-kind.js';
import { wholeLine, type Cut, type Span } from './value-set.js';

/** The line of a field. */
export interface ValueLine {
  /** All values of rows are in it. */
  readonly whole: Span;
  /**
   * The cuts before and after a value, which are one cut where no row can have it. Null if the database may compare the value
   * with less than all its digits.
   */
  readonly place: (value: unknown) => Span | null;
}

/** The line of a field; null if the database alone knows how its values compare, such as texts by their collation. */
export function findLine(field: FieldModel): ValueLine | null {
  const { kind, columnKind, codec, expression, document } = field;
  const isPlain = kind === columnKind && !codec.transformed && !codec.opaque;
  return isPlain && expression === null && document === null ? (lines[kind]?.(field) ?? null) : null;
}

const lines: Readonly<Partial<Record<FieldKind, (field: FieldModel) => ValueLine | null>>> = {
  integer: createIntegerLine,
  bigint: createIntegerLine,
  decimal: ({ bounds }) => (bounds ? createDecimalLine(bounds) : unboundedDecimals),
  float: ({ bounds }) => (bounds ? createSingleLine(bounds) : doubles),
  boolean: () => ({ whole: [0n, 2n], place: (value) => placeInteger(value === true ? 1n : 0n) }),
  enum: ({ values }) => createListLine(values ?? []),
  uuid: () => uuids,
  date: () => days,
  time: ({ spelling }) => (spelling === 'spans' ? spans : times),
  datetime: ({ bounds }) =>
    bounds
      ? createInstantLine(Date.parse(bounds.minimum), Date.parse(bounds.maximum))
      : createInstantLine(firstInstant, lastInstant),
};

function placeInteger(integer: bigint): Span {
  return [integer, integer + 1n];
}

function createIntegerLine({ range, columnType }: FieldModel): ValueLine | null {
  if (!range) return null;
  // MySQL keeps a year that is no year as 0.
  const minimum = columnType === 'year' ? 0n : BigInt(range.minimum);
  return {
    whole: [minimum, BigInt(range.maximum) + 1n],
    place: (value) => placeInteger(BigInt(String(value))),
  };
}

function createListLine(values: readonly unknown[]): ValueLine {
  return {
    whole: [0n, BigInt(values.length)],
    place: (value) => placeInteger(BigInt(values.indexOf(value))),
  };
}

/** A column of so many digits after the point holds the multiples of one integer. */
function createDecimalLine({ minimum, maximum }: NonNullable<FieldModel['bounds']>): ValueLine {
  const scale = maximum.split('.')[1]?.length ?? 0;
  const [[from], [, to]] = [placeDecimal(minimum, scale), placeDecimal(maximum, scale)];
  return {
    whole: [from, to],
    // MySQL and MariaDB compare with 30 digits after the point.
    place: (value) => (digitsAfterPoint(String(value)) > 30 ? null : placeDecimal(String(value), scale)),
  };
}

function digitsAfterPoint(text: string): number {
  return text.split('.')[1]?.length ?? 0;
}

/** More digits than the column has are between two of its values. */
function placeDecimal(text: string, scale: number): Span {
  const [whole = '0', fraction = ''] = text.split('.');
  const kept = fraction.slice(0, scale).padEnd(scale, '0');
  const isBetween = /[1-9]/.test(fraction.slice(scale));
  const cut = BigInt(whole + kept);
  if (!isBetween) return placeInteger(cut);
  const above: Cut = text.startsWith('-') ? cut : cut + 1n;
  return [above, above];
}

const unboundedScale = 32;

/** SQLite compares decimals as doubles, which tell 15 digits apart; between two of them there is always another. */
const unboundedDecimals: ValueLine = {
  whole: wholeLine,
  place: (value) => {
    const text = String(value);
    const digits = text.replace(/[-.]/g, '').replace(/^0+/, '');
    if (text.length > unboundedScale || digits.length > 15) return null;
    const [at] = placeDecimal(text, unboundedScale);
    return typeof at === 'bigint' ? placeInteger(2n * at) : null;
  },
};

const bits = new DataView(new ArrayBuffer(8));

/** The position of a double among all. */
function toOrdinal(double: number): bigint {
  bits.setFloat64(0, Math.abs(double));
  const ordinal = bits.getBigInt64(0);
  return double < 0 ? -ordinal : ordinal;
}

const doubles: ValueLine = {
  whole: [toOrdinal(-Number.MAX_VALUE), toOrdinal(Number.MAX_VALUE) + 1n],
  place: (value) => placeInteger(toOrdinal(Number(value))),
};

/** PostgreSQL rounds a value to single precision first, the others do not. */
function createSingleLine(bounds: NonNullable<FieldModel['bounds']>): ValueLine {
  const [minimum, maximum] = [Number(bounds.minimum), Number(bounds.maximum)];
  return {
    whole: [toOrdinal(minimum), toOrdinal(maximum) + 1n],
    place: (value) => {
      const number = Number(value);
      const isKept = Math.fround(number) === number || number < minimum || number > maximum;
      return isKept ? placeInteger(toOrdinal(number)) : null;
    },
  };
}

const uuids: ValueLine = {
  whole: [0n, 2n ** 128n],
  place: (value) => placeInteger(BigInt(`0x${String(value).replaceAll('-', '')}`)),
};

function toDay(date: unknown): bigint {
  return BigInt(Date.parse(`${String(date)}T00:00:00.000Z`) / 86_400_000);
}

const days: ValueLine = {
  whole: [toDay('0001-01-01'), toDay('9999-12-31') + 1n],
  place: (value) => placeInteger(toDay(value)),
};

/** In microseconds. */
function toMicroseconds(time: unknown): bigint {
  const [, sign, hours, minutes, seconds, fraction = ''] =
    /^(-?)([0-9]+):([0-9]+):([0-9]+)(?:\.([0-9]+))?$/.exec(String(time)) ?? [];
  const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  const amount = BigInt(`${whole}${fraction.padEnd(6, '0')}`);
  return sign === '-' ? -amount : amount;
}

const placeTime: ValueLine['place'] = (value) => placeInteger(toMicroseconds(value));

const times: ValueLine = { whole: [0n, toMicroseconds('24:00:00') + 1n], place: placeTime };

const spans: ValueLine = {
  whole: [toMicroseconds('-838:59:59'), toMicroseconds('838:59:59') + 1n],
  place: placeTime,
};

/** Instants are compared by the millisecond that is shown. */
function createInstantLine(first: number, last: number): ValueLine {
  return {
    whole: [BigInt(first), BigInt(last) + 1n],
    place: (value) => (value instanceof Date ? placeInteger(BigInt(value.getTime())) : null),
  };
}
