// Patterns of decimals as text. They are regular expressions of every language: without look-arounds, and with counts that RE2
// accepts. So the pattern of a sign, and of the digits that a double keeps, lists the forms of a number.
import type { NumberSign } from '../../vocabulary/json-schema.js';

/** How many digits a decimal may have. */
export interface DecimalSize {
  /**
   * Before the point; null for any number. A negative count means zeros after the point: a decimal(2, 4) is less than 0.01.
   */
  readonly whole: number | null;
  /** After the point; null for any number. A negative count means zeros before it: a decimal(2, -3) counts thousands. */
  readonly fraction: number | null;
  /** Before and after the point together; null for any number. */
  readonly total: number | null;
}

/** The pattern of a decimal with at most these digits; null where the sign would take too long a pattern. */
export function buildDecimalPattern(size: DecimalSize, sign: NumberSign | 'any' = 'any'): string | null {
  const zero = `-${zeroForms(size)}`;
  switch (sign) {
    case 'any':
      return `^-?${group(unsignedForms(size))}$`;
    case 'notNegative':
      return `^${group([zero, ...unsignedForms(size)])}$`;
    case 'positive':
    case 'negative': {
      const forms = positiveForms(size);
      return forms && `^${sign === 'negative' ? '-' : ''}${group(forms)}$`;
    }
  }
}

/** The pattern of an integer of up to `digits` digits. */
export function buildIntegerPattern(digits: number, sign: NumberSign | 'any' | 'unsigned' = 'any'): string {
  const positive = `[1-9]${count('[0-9]', 0, digits - 1)}`;
  switch (sign) {
    case 'any':
      return `^(0|-?${positive})$`;
    case 'unsigned':
    case 'notNegative':
      return `^(0|${positive})$`;
    case 'positive':
      return `^${positive}$`;
    case 'negative':
      return `^-${positive}$`;
  }
}

function group(forms: readonly string[]): string {
  return forms.length === 1 ? (forms[0] ?? '') : `(${forms.join('|')})`;
}

/** `part` repeated; at most `most` times, or any number of times. */
function count(part: string, least: number, most: number | null): string {
  if (most === null) return `${part}${least === 0 ? '*' : '+'}`;
  if (most === 0) return '';
  return most === 1 && least === 1 ? part : `${part}{${least === most ? least : `${least},${most}`}}`;
}

function optionalFraction(part: string, most: number | null): string {
  return most === 0 ? '' : `(\\.${count(part, 1, most)})?`;
}

/** The most digits after the point: each number has one before it. */
function limitFraction({ fraction, total }: DecimalSize): number | null {
  return total === null ? fraction : Math.min(fraction ?? Infinity, total - 1);
}

/** A zero with the digits after the point that the column takes. */
function zeroForms(size: DecimalSize): string {
  const most = limitFraction(size);
  return `0${optionalFraction('0', most === null ? null : Math.max(0, most))}`;
}

function unsignedForms(size: DecimalSize): readonly string[] {
  const { whole, fraction } = size;
  if (fraction !== null && fraction < 0) return [`0`, thousands(whole ?? 0, fraction)];
  if (whole !== null && whole < 0) return [smallForm(-whole, limitFraction(size) ?? 0)];
  if (whole === 0) return [`0${optionalFraction('[0-9]', limitFraction(size))}`];
  return wholeForms(size, (digits) =>
    digits === 1 ? '[0-9]' : `(0|[1-9]${count('[0-9]', 0, digits === null ? null : digits - 1)})`,
  );
}

/** At least a thousand where the last three digits are zeros. */
function thousands(whole: number, fraction: number): string {
  return `[1-9]${count('[0-9]', 0, whole + fraction - 1)}${count('0', -fraction, -fraction)}`;
}

/** Less than one, with zeros after the point. */
function smallForm(zeros: number, fraction: number): string {
  const begun = Math.min(zeros, fraction);
  const more =
    fraction > zeros ? `|\\.${count('0', zeros, zeros)}${count('[0-9]', 1, fraction - zeros)}` : '';
  return `0(\\.${count('0', 1, begun)}${more})?`;
}

/** Numbers with a whole part: with the fraction that every one may have, and with longer ones after a shorter whole part. */
function wholeForms(size: DecimalSize, buildWhole: (digits: number | null) => string): readonly string[] {
  const { whole, total } = size;
  const most = limitFraction(size);
  if (total === null) return [`${buildWhole(whole)}${optionalFraction('[0-9]', most)}`];
  const longest = Math.min(whole ?? total, total);
  const shared = Math.min(most ?? 0, total - longest);
  const forms = [`${buildWhole(longest)}${optionalFraction('[0-9]', shared)}`];
  for (let digits = shared + 1; digits <= (most ?? 0); digits++)
    forms.push(`${buildWhole(total - digits)}\\.${count('[0-9]', digits, digits)}`);
  return forms;
}

/** Longer fractions would make the pattern of a positive number too long. */
const mostListedDigits = 30;

/** The forms of numbers above zero; null if they are too many. */
function positiveForms(size: DecimalSize): readonly string[] | null {
  const { whole, fraction } = size;
  if (fraction !== null && fraction < 0) return [thousands(whole ?? 0, fraction)];
  const most = limitFraction(size);
  if (most !== null && most > mostListedDigits) return null;
  const zeros = whole === null ? 0 : Math.max(0, -whole);
  const small =
    most === 0
      ? []
      : [`0\\.${count('0', zeros, zeros)}${nonZeroDigits(most === null ? null : most - zeros)}`];
  if (whole !== null && whole <= 0) return most !== null && most <= zeros ? null : small;
  const large = wholeForms(
    size,
    (digits) => `[1-9]${count('[0-9]', 0, digits === null ? null : digits - 1)}`,
  );
  return [...large, ...small];
}

/** Digits that are not all zero. */
function nonZeroDigits(most: number | null): string {
  if (most === null) return '0*[1-9][0-9]*';
  const first = `[1-9]${count('[0-9]', 0, most - 1)}`;
  return most <= 1 ? first : `(${first}|0${nonZeroDigits(most - 1)})`;
}
