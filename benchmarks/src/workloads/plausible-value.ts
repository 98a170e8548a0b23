// A value that a client could send for a parameter, and that some of the rows have: see data/value-sql.ts.
import { sharedText, uuidOf } from '../data/value-sql.js';

/** The part of a parameter's schema that says what it may be. */
export interface ValueSchema {
  readonly type?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly enum?: readonly unknown[];
}

/** Values begin at this row: the first rows are often the odd ones. */
const firstRow = 7;

/** The value for the n-th turn. */
export function plausibleValue(name: string, schema: ValueSchema, turn: number): string {
  const { type, format, pattern, enum: words, minimum = -Infinity, maximum = Infinity } = schema;
  const row = firstRow + turn;
  if (words) return String(words[turn % words.length]);
  if (type === 'boolean') return String(turn % 2 === 0);
  if (type === 'integer' || type === 'number') return String(Math.min(Math.max(row, minimum), maximum));
  if (format === 'int64') return String(row);
  if (format === 'decimal') return `${row}.25`;
  if (format === 'uuid') return uuidOf(row);
  if (format === 'date') return dateOf(row);
  if (format === 'date-time') return `${dateOf(row)}T${timeOf(row)}.123Z`;
  if (pattern?.includes('[0-5][0-9]:[0-5][0-9]')) return timeOf(row);
  return textFor(name, row);
}

/** A text of which the operator finds some. */
function textFor(name: string, row: number): string {
  const operator = name.split('.').at(-1) ?? '';
  const text = sharedText(row);
  if (/suffix/i.test(operator)) return text.slice(4);
  if (/has|contains/i.test(operator)) return text.slice(2);
  return text;
}

function dateOf(row: number): string {
  return `${2000 + (row % 30)}-${10 + (row % 3)}-${10 + (row % 18)}`;
}

function timeOf(row: number): string {
  return `${10 + (row % 14)}:${10 + (row % 50)}:${10 + (row % 50)}`;
}
