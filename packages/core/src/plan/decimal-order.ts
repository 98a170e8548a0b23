// Decimal numbers of any size as text, compared by value.

/** A number without its point: `digits` divided by ten to the power of `scale`. */
interface Scaled {
  readonly digits: bigint;
  readonly scale: number;
}

/** At most 1000 digits before and after the point: comparing longer numbers, or larger exponents, takes too long. */
const comparable = /^[+-]?(?:[0-9]{1,1000}(?:\.[0-9]{0,1000})?|\.[0-9]{1,1000})(?:e[+-]?[0-9]{1,4})?$/i;

/** Whether the text is a number that the functions below take. */
export function isDecimal(text: string): boolean {
  return comparable.test(text);
}

/** Negative where `one` is smaller than `other`, positive where it is larger. */
export function compareDecimals(one: string, other: string): number {
  const [a, b] = alignedDigits(one, other);
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Whether the number is a multiple of the divisor, which is not zero. */
export function isMultiple(number: string, divisor: string): boolean {
  const [a, b] = alignedDigits(number, divisor);
  return a % b === 0n;
}

function alignedDigits(one: string, other: string): readonly [bigint, bigint] {
  const [a, b] = [scaled(one), scaled(other)];
  const scale = Math.max(a.scale, b.scale);
  return [a.digits * 10n ** BigInt(scale - a.scale), b.digits * 10n ** BigInt(scale - b.scale)];
}

/** Takes what `String()` makes of a number, too: `1e-7`, `1.5e+21`. */
function scaled(text: string): Scaled {
  const [mantissa = '0', exponent = '0'] = text.toLowerCase().split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  const scale = fraction.length - Number(exponent);
  const digits = BigInt(whole + fraction);
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
}
