// Compares decimal numbers of any size, given as text, by value.

/** A decimal as an integer and a scale: `digits` / 10^`scale`. */
interface Scaled {
  readonly digits: bigint;
  readonly scale: number;
}

/** At most 1000 digits before and after the point: comparing longer numbers, or larger exponents, takes too long. */
const decimalPattern = /^[+-]?(?:[0-9]{1,1000}(?:\.[0-9]{0,1000})?|\.[0-9]{1,1000})(?:e[+-]?[0-9]{1,4})?$/i;

/** Whether the functions below accept the text. */
export function isDecimal(text: string): boolean {
  return decimalPattern.test(text);
}

/** Negative when `one` is smaller than `other`, positive when it is larger, 0 when they are equal. */
export function compareDecimals(one: string, other: string): number {
  const [a, b] = toSameScale(one, other);
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Whether the number is a multiple of the divisor, which must not be zero. */
export function isMultiple(number: string, divisor: string): boolean {
  const [a, b] = toSameScale(number, divisor);
  return a % b === 0n;
}

function toSameScale(one: string, other: string): readonly [bigint, bigint] {
  const [a, b] = [parseDecimal(one), parseDecimal(other)];
  const scale = Math.max(a.scale, b.scale);
  return [a.digits * 10n ** BigInt(scale - a.scale), b.digits * 10n ** BigInt(scale - b.scale)];
}

/** Also accepts the exponents that `String(number)` prints: `1e-7`, `1.5e+21`. */
function parseDecimal(text: string): Scaled {
  const [mantissa = '0', exponent = '0'] = text.toLowerCase().split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  const scale = fraction.length - Number(exponent);
  const digits = BigInt(whole + fraction);
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
}
