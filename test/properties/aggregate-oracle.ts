// The meaning of aggregates: groups and measures of rows, computed in memory with integers of any size.

import type { SaleKind } from '../features/aggregates/market-entities.js';

/** A stored row; numbers that may be large are text. */
export interface SaleRow {
  readonly kind: SaleKind;
  readonly item: string | null;
  readonly paid: boolean;
  readonly units: number | null;
  readonly points: string | null;
  readonly price: string | null;
  readonly weight: number | null;
  /** `YYYY-MM-DD`. */
  readonly soldOn: string | null;
  /** ISO 8601, in UTC. */
  readonly soldAt: string | null;
  readonly stall: number | null;
}

/** The id of the stall that is open; the others are hidden. */
export const openStall = 1;

export type Group = Record<string, string | number | boolean | null>;

/** The groups of rows, in no order. */
export function groupsOf(
  rows: readonly SaleRow[],
  keys: readonly string[],
  measures: readonly string[],
): Group[] {
  const found = new Map<string, SaleRow[]>();
  if (keys.length === 0) found.set('', []);
  for (const row of rows) {
    const name = keys.length === 0 ? '' : JSON.stringify(keys.map((key) => keyOf(row, key)));
    found.set(name, [...(found.get(name) ?? []), row]);
  }
  return [...found.values()].map((members) => ({
    ...Object.fromEntries(keys.map((key) => [key, members[0] ? keyOf(members[0], key) : null])),
    ...Object.fromEntries(measures.map((measure) => [measure, measureOf(members, measure)])),
  }));
}

export function keyOf(row: SaleRow, key: string): string | number | boolean | null {
  const [name = '', unit] = key.split('.');
  if (name === 'stall') {
    if (row.stall !== openStall) return null;
    return unit === undefined ? row.stall : 'Bread';
  }
  const value = row[name as keyof SaleRow];
  return unit === undefined || value === null ? value : bucketOf(String(value), unit);
}

/** The text of the unit that a date or an instant is in. */
export function bucketOf(text: string, unit: string): string {
  const [year = '', month = ''] = text.split('-');
  switch (unit) {
    case 'year':
      return year;
    case 'quarter':
      return `${year}-Q${Math.ceil(Number(month) / 3)}`;
    case 'month':
      return text.slice(0, 7);
    case 'week':
      return isoWeekOf(text.slice(0, 10));
    case 'day':
      return text.slice(0, 10);
    default:
      return text.slice(0, 13);
  }
}

const dayMs = 24 * 3_600_000;

/** ISO 8601: week 1 is that of 4 January, and weeks begin on Monday. */
function isoWeekOf(day: string): string {
  const at = Date.parse(`${day}T00:00:00Z`);
  const mondayOf = (instant: number) => instant - ((new Date(instant).getUTCDay() + 6) % 7) * dayMs;
  const own = new Date(at).getUTCFullYear();
  const starts = [own - 1, own, own + 1].map((year) => ({
    year,
    // Date.UTC reads years before 100 as of the twentieth century.
    monday: mondayOf(Date.parse(`${String(year).padStart(4, '0')}-01-04T00:00:00Z`)),
  }));
  const start = starts.filter(({ monday }) => monday <= mondayOf(at)).at(-1);
  if (!start) throw new Error(`No week of ${day}.`);
  const week = Math.round((mondayOf(at) - start.monday) / (7 * dayMs)) + 1;
  return `${String(start.year).padStart(4, '0')}-W${String(week).padStart(2, '0')}`;
}

function measureOf(rows: readonly SaleRow[], measure: string): string | number | null {
  if (measure === 'count') return rows.length;
  const [name = '', of = ''] = measure.split('.');
  const values = rows.map((row) => row[name as keyof SaleRow]).filter((value) => value !== null);
  if (of === 'count') return values.length;
  if (of === 'distinct') return new Set(values).size;
  if (values.length === 0) return null;
  if (of === 'min' || of === 'max') return extremeOf(values, of);
  if (name === 'weight') return floatOf(values.map(Number), of);
  const places = name === 'price' ? 2 : 0;
  const total = values.map((value) => toInteger(String(value), places)).reduce((sum, one) => sum + one, 0n);
  return of === 'sum' ? toText(total, places) : averageOf(total, places, values.length);
}

function extremeOf(values: readonly (string | number | boolean)[], of: 'min' | 'max'): string | number {
  const isNumber = values.every((value) => /^-?[0-9.]+$/.test(String(value)));
  const scaled = (value: unknown) => toInteger(String(value), 3);
  const sorted = [...values].sort((a, b) => {
    if (!isNumber) return String(a) < String(b) ? -1 : 1;
    return scaled(a) < scaled(b) ? -1 : 1;
  });
  return sorted.at(of === 'min' ? 0 : -1) as string | number;
}

function floatOf(values: readonly number[], of: string): number {
  const sum = values.reduce((total, value) => total + value, 0);
  return of === 'sum' ? sum : sum / values.length;
}

function toInteger(text: string, places: number): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(places, '0'));
}

function toText(value: bigint, places: number): string {
  const digits = String(value < 0n ? -value : value).padStart(places + 1, '0');
  const sign = value < 0n ? '-' : '';
  return places === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** Six places, half away from zero, without the zeros at the end. */
function averageOf(total: bigint, places: number, count: number): string {
  const divisor = BigInt(count) * 10n ** BigInt(places);
  const scaled = (total < 0n ? -total : total) * 1_000_000n;
  const rounded = (scaled * 2n + divisor) / (divisor * 2n);
  const text = toText(total < 0n ? -rounded : rounded, 6);
  return text.replace(/\.?0+$/, '');
}
