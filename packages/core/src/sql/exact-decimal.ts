// Decimal numbers of any size, as text: sums with the digits that their column declares, and averages.

/** An average has at most this many digits after the point. */
const averagePlaces = 6;

/** The sum with the digits after the point that are declared; without a declaration, without the zeros at the end. */
export function formatSum(sum: string, scale: number | null): string {
  const { digits, places } = parsePlain(sum);
  return formatPlain(digits, places, Math.max(scale ?? 0, 0));
}

/** The sum divided by the count, rounded half away from zero to six places, without the zeros at the end. */
export function formatAverage(sum: string, count: string): string {
  const { digits, places } = parsePlain(sum);
  const divisor = BigInt(count) * 10n ** BigInt(places);
  const dividend = digits * 10n ** BigInt(averagePlaces);
  const half = dividend < 0n ? -divisor : divisor;
  return formatPlain((2n * dividend + half) / (2n * divisor), averagePlaces, 0);
}

/** A number as an integer and its places after the point. An exponent comes from a double. */
function parsePlain(text: string): { readonly digits: bigint; readonly places: number } {
  const [mantissa = '0', exponent = '0'] = text.toLowerCase().split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  const digits = BigInt(whole + fraction);
  const places = fraction.length - Number(exponent);
  return places >= 0 ? { digits, places } : { digits: digits * 10n ** BigInt(-places), places: 0 };
}

/** Keeps at least `kept` places, and further ones up to the last that is not zero. */
function formatPlain(digits: bigint, places: number, kept: number): string {
  const sign = digits < 0n ? '-' : '';
  const text = String(digits < 0n ? -digits : digits).padStart(places + 1, '0');
  const whole = text.slice(0, text.length - places);
  const fraction = text
    .slice(text.length - places)
    .replace(/0+$/, '')
    .padEnd(kept, '0');
  return fraction === '' ? `${sign}${whole}` : `${sign}${whole}.${fraction}`;
}
