// The requests whose time is measured at each size.
import { randomInt } from 'node:crypto';
import type { Call } from '../workloads/ask.js';

/** What the requests to a table refer to. */
export interface Table {
  readonly size: number;
  /** Cursors of pages that follow each other. */
  readonly cursors: Readonly<Record<CursorPlace, readonly string[]>>;
}

export type CursorPlace = 'start' | 'middle' | 'middleByAmount';

/** Where the cursors of a place begin: how many rows are before, and in which order. */
export const cursorPlaces: Readonly<Record<CursorPlace, { share: number; sort: string }>> = {
  start: { share: 0, sort: '' },
  middle: { share: 0.5, sort: '' },
  middleByAmount: { share: 0.5, sort: '&sort=amount' },
};

export interface GrowthRequest {
  readonly id: string;
  readonly title: string;
  /** A row is created before, which is not measured: SQLite remembers a total until the next write. */
  readonly afterWrite?: true;
  /** `turn` counts the requests, for values that differ from one to the next. */
  readonly buildCall: (table: Table, turn: number) => Call;
}

export const rowsPerPage = 10;
/** `limits.offset` is at its default so many rows before the page. */
const maxOffset = 100_000;
/** How many values the table has of a column. */
const amounts = 250;
const ratings = 100;
/** A rating that no order has. */
const noRating = 777;
/** Two orders in a row are far apart. */
const stride = 7_919;

const orders = (query: string): Call => ({ method: 'GET', path: `/orders?${query}` });
/** Between 1 and the number of rows. */
const rowAt = ({ size }: Table, turn: number) => 1 + ((turn * stride) % size);
const cursorAt = ({ cursors }: Table, place: CursorPlace, turn: number) =>
  cursors[place][turn % cursors[place].length] ?? '';

/** The last page that the limit allows and that there is. */
function farPage({ size }: Table): number {
  return Math.min(size, maxOffset + rowsPerPage) / rowsPerPage;
}

/** Above those of the rows, and elsewhere in each run: numbers are unique, and rows that were created stay. */
let nextNumber = randomInt(1_000_000_000, 2_000_000_000);

export function buildCreate(table: Table, turn: number): Call {
  const number = nextNumber++;
  const customer = 1 + (turn % Math.ceil(table.size / 10));
  const values = { number, amount: turn % amounts, rating: turn % ratings, note: 'new', customer };
  return { method: 'POST', path: '/orders', body: JSON.stringify(values) };
}

export const growthRequests: readonly GrowthRequest[] = [
  {
    id: 'read',
    title: 'read by key',
    buildCall: (table, turn) => ({ method: 'GET', path: `/orders/${rowAt(table, turn)}` }),
  },
  {
    id: 'edge',
    title: 'orders of one customer',
    buildCall: (table, turn) => ({
      method: 'GET',
      path: `/customers/${1 + ((turn * stride) % Math.ceil(table.size / 10))}/orders`,
    }),
  },
  { id: 'create', title: 'create', buildCall: buildCreate },
  {
    id: 'page-first',
    title: 'first page, count=none',
    buildCall: () => orders('count=none'),
  },
  {
    id: 'page-far',
    title: 'page after at most 100,000 rows, count=none',
    buildCall: (table) => orders(`count=none&page=${farPage(table)}`),
  },
  {
    id: 'cursor-start',
    title: 'cursor at the start, count=none',
    buildCall: (table, turn) => orders(`count=none&after=${cursorAt(table, 'start', turn)}`),
  },
  {
    id: 'cursor-middle',
    title: 'cursor in the middle, count=none',
    buildCall: (table, turn) => orders(`count=none&after=${cursorAt(table, 'middle', turn)}`),
  },
  {
    id: 'cursor-sorted',
    title: 'cursor in the middle, sort=amount, count=none',
    buildCall: (table, turn) =>
      orders(`count=none&sort=amount&after=${cursorAt(table, 'middleByAmount', turn)}`),
  },
  {
    id: 'count-limited',
    title: 'first page, count=limited, after a write',
    afterWrite: true,
    buildCall: () => orders('count=limited'),
  },
  {
    id: 'count-exact',
    title: 'first page, count=exact, after a write',
    afterWrite: true,
    buildCall: () => orders('count=exact'),
  },
  {
    id: 'filter-unique',
    title: 'filter with an index: 1 row',
    buildCall: (table, turn) => orders(`number.eq=${rowAt(table, turn)}`),
  },
  {
    id: 'filter-index',
    title: 'filter with an index: 1 row in 250, count=none',
    buildCall: (_, turn) => orders(`amount.eq=${turn % amounts}&count=none`),
  },
  {
    id: 'filter-index-limited',
    title: 'the same, count=limited, after a write',
    afterWrite: true,
    buildCall: (_, turn) => orders(`amount.eq=${turn % amounts}&count=limited`),
  },
  {
    id: 'filter-index-exact',
    title: 'the same, count=exact, after a write',
    afterWrite: true,
    buildCall: (_, turn) => orders(`amount.eq=${turn % amounts}&count=exact`),
  },
  {
    id: 'scan-frequent',
    title: 'filter without an index: 1 row in 100, count=none',
    buildCall: (_, turn) => orders(`rating.eq=${turn % ratings}&count=none`),
  },
  {
    id: 'scan-exact',
    title: 'the same, count=exact, after a write',
    afterWrite: true,
    buildCall: (_, turn) => orders(`rating.eq=${turn % ratings}&count=exact`),
  },
  {
    id: 'scan-none',
    title: 'filter without an index: no row, count=none',
    buildCall: () => orders(`rating.eq=${noRating}&count=none`),
  },
  {
    id: 'groups',
    title: 'aggregate of all rows in 100 groups',
    buildCall: () => ({
      method: 'GET',
      path: '/orders/aggregate?group_by=rating&measures=count,amount.sum',
    }),
  },
];

/** @throws Error when there is none with this id. */
export function findRequest(id: string): GrowthRequest {
  const found = growthRequests.find((request) => request.id === id);
  if (!found) throw new Error(`There is no request ${id}.`);
  return found;
}
