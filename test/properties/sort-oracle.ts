// In which order a list comes, worked out in memory: contract section 6, written a second time.
import type { SortModel } from '@decorest/core';
import { compare } from './comparison.js';
import { valueOf, type TableRow } from './table-rows.js';
import type { Wire } from './wire-values.js';

export interface SortKey {
  readonly sort: SortModel;
  /** Written with a leading minus. */
  readonly minus: boolean;
}

export interface Sorting {
  readonly keys: readonly SortKey[];
  readonly order: 'asc' | 'desc';
}

/** The rows in the order asked for: NULL in its place, and the id decides between equals, as the last key is directed. */
export function sortedRows(rows: readonly TableRow[], { keys, order }: Sorting): TableRow[] {
  const directed = keys.map(({ sort, minus }) => ({ sort, sign: minus || order === 'desc' ? -1 : 1 }));
  const last = directed.at(-1)?.sign ?? (order === 'desc' ? -1 : 1);
  return [...rows].sort((a, b) => {
    for (const { sort, sign } of directed) {
      const difference = compareBy({ sort, sign }, a, b);
      if (difference !== 0) return difference;
    }
    return (a.id - b.id) * last;
  });
}

interface DirectedKey {
  readonly sort: SortModel;
  /** -1 is descending. */
  readonly sign: number;
}

function compareBy({ sort, sign }: DirectedKey, a: TableRow, b: TableRow): number {
  const [left, right] = [sortValue(sort, a), sortValue(sort, b)];
  if (left === null || right === null)
    return (Number(left !== null) - Number(right !== null)) * placeOfNull(sort, sign);
  return compare(kindOf(sort), left, right) * sign;
}

/** 1: NULL comes before all values; -1: after them. */
function placeOfNull(sort: SortModel, sign: number): number {
  const place = sort.by === 'field' || sort.by === 'edge-field' ? sort.field.nulls : 'lowest';
  return { lowest: sign, highest: -sign, first: 1, last: -1 }[place];
}

function kindOf(sort: SortModel) {
  return sort.by === 'field' || sort.by === 'edge-field' ? sort.field.kind : 'float';
}

function sortValue(sort: SortModel, row: TableRow): Wire {
  switch (sort.by) {
    case 'field':
      return valueOf(row, sort.field.name);
    case 'edge-field': {
      const other = row.edges[sort.edge.name]?.[0];
      return other ? valueOf(other, sort.field.name) : null;
    }
    case 'edge-count':
      return row.edges[sort.edge.name]?.length ?? 0;
    case 'edge-sum':
      return sum((row.edges[sort.edge.name] ?? []).map((other) => valueOf(other, sort.field.name)));
    case 'key':
      throw new Error('There is no oracle for ids of several columns.');
    case 'random':
      throw new Error('There is no oracle for chance.');
  }
}

/** As in SQL: NULL is left out, and the sum of nothing is NULL. */
function sum(values: readonly Wire[]): number | null {
  const present = values.filter((value) => value !== null).map(Number);
  return present.length === 0 ? null : present.reduce((total, value) => total + value);
}
