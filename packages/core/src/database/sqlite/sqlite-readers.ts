// Reads texts of SQLite, whose columns take any, in JavaScript: as the expressions of `sqlite-spellings.ts` do.
import type { FieldModel } from '../../model/member-model.js';
import { printDate, printInteger, printNumber, UnfitValue } from '../../sql/json-text.js';
import { isCalendarDate } from '../../vocabulary/calendar.js';

const instantPattern =
  /^([0-9]{4}-[0-9]{2}-[0-9]{2})(?:[ T]((?:[01][0-9]|2[0-3]):[0-9]{2})(:[0-9]{2}(?:\.[0-9]+)?)?(Z|[+-][0-9]{2}:[0-9]{2})?)?$/;

/** The groups of a text that matches; BLOB values are no texts. */
function execText(pattern: RegExp, stored: unknown): readonly (string | undefined)[] {
  return typeof stored === 'string' ? (pattern.exec(stored) ?? []) : [];
}

/** An instant. SQLite reads texts without a time zone as UTC. */
function readInstant(stored: unknown): Date {
  const [, date, time = '00:00', seconds = ':00', zone = 'Z'] = execText(instantPattern, stored);
  if (date === undefined || !isCalendarDate(date)) throw new UnfitValue();
  return new Date(`${date}T${time}${seconds}${zone}`);
}

function readBoolean(stored: unknown): boolean {
  if (typeof stored === 'number' || typeof stored === 'bigint') return Number(stored) !== 0;
  const value = booleanTexts.get(String(stored).toLowerCase());
  if (value === undefined) throw new UnfitValue();
  return value;
}

const booleanTexts: ReadonlyMap<string, boolean> = new Map([
  ['t', true],
  ['true', true],
  ['f', false],
  ['false', false],
]);

/** A boolean of an index, which compares it as it is. */
function readStrictBoolean(stored: unknown): boolean {
  const value = Number(stored);
  if (typeof stored !== 'number' || (value !== 0 && value !== 1)) throw new UnfitValue();
  return value === 1;
}

const datePattern = /^([0-9]{4}-[0-9]{2}-[0-9]{2})(?:[ T][0-9]{2}:[0-9].*)?$/s;

/** Prints the date of a text that may have a time, too. */
export function printStoredDate(stored: unknown): string {
  const [, date] = execText(datePattern, stored);
  return printDate(date);
}

/** Converts what the driver returns to a value that TypeORM hydrates; null where that is the same. */
export function getDriverDecoder({
  columnKind,
  codec,
  spelling,
  expression,
}: FieldModel): ((stored: unknown) => unknown) | null {
  if (codec.opaque) return null;
  if (columnKind === 'datetime' && spelling === 'free') return readInstant;
  if (columnKind !== 'boolean' || codec.transformed || expression) return null;
  return spelling === 'free' ? readBoolean : readStrictBoolean;
}

/** Number kinds of a column that holds texts: SQLite compares and sorts those as texts. */
function requireNumber(print: (stored: unknown) => string): (stored: unknown) => string {
  return (stored) => {
    if (typeof stored === 'string') throw new UnfitValue();
    return print(stored);
  };
}

/** Print what is stored as a number. */
export const printStoredInteger = requireNumber(printInteger);
export const printStoredNumber = requireNumber(printNumber);
