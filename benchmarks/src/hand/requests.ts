// Parameters and bodies of requests, checked by hand, and the envelope of a page.
import { petTypes } from '../data/petstore.js';
import type { PetFilter } from './store.js';

export class BadRequest extends Error {
  /** Koa and Fastify send the status and the message of such an error by themselves. */
  readonly status = 400;
  readonly statusCode = 400;
  readonly expose = true;
}

export interface Page {
  readonly page: number;
  readonly perPage: number;
}

/** The JSON of a page: its total, and the text of its rows. */
export function envelopeText(page: Page, row: readonly [total: number, content: string] | undefined): string {
  if (!row) throw new Error('A count returned no row.');
  const [total, content] = row;
  const last = lastPageOf(page, total);
  return `{"page":${page.page},"total_count":${total},"last_page":${last},"is_last_page":${page.page === last},"content":${content}}`;
}

function lastPageOf({ perPage }: Page, total: number): number {
  return Math.max(1, Math.ceil(total / perPage));
}

export interface Envelope<T> {
  readonly page: number;
  readonly total_count: number;
  readonly last_page: number;
  readonly is_last_page: boolean;
  readonly content: readonly T[];
}

/** @throws BadRequest when a parameter is out of bounds. */
export function pageOf(page: unknown, perPage: unknown): Page {
  return { page: whole(page ?? '1', 1, 10_000), perPage: whole(perPage ?? '10', 1, 100) };
}

export function offsetOf({ page, perPage }: Page): number {
  return (page - 1) * perPage;
}

export function envelope<T>(page: Page, total: number, content: readonly T[]): Envelope<T> {
  const last = lastPageOf(page, total);
  return {
    page: page.page,
    total_count: total,
    last_page: last,
    is_last_page: page.page === last,
    content,
  };
}

function whole(text: unknown, least: number, most: number): number {
  const value = typeof text === 'string' && /^\d+$/.test(text) ? Number(text) : NaN;
  if (value >= least && value <= most) return value;
  throw new BadRequest(`Not a number from ${least} to ${most}.`);
}

export type Query = Readonly<Record<string, unknown>>;

/** @throws BadRequest when the parameter is repeated. */
export function petFilterOf(query: Query): PetFilter | undefined {
  for (const name of ['type.eq', 'owner.username.eq'] as const) {
    const value = query[name];
    if (value === undefined) continue;
    if (typeof value !== 'string') throw new BadRequest(`${name} is given twice.`);
    return { name, value };
  }
  return undefined;
}

/** @throws BadRequest unless the parameter is given once. */
export function searchOf(query: Query): string {
  const text = query['search.ihas'];
  if (typeof text === 'string') return text;
  throw new BadRequest('search.ihas is missing.');
}

/** The id in a path; 0, which no row has, when it is not a number. */
export function idOf(text: string | undefined): number {
  return text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0;
}

export interface PetInput {
  readonly name: string;
  readonly age: number;
  readonly type: string;
  readonly owner: number | null;
}

type Tests = Readonly<Record<keyof PetInput, (value: unknown) => boolean>>;

const types: ReadonlySet<unknown> = new Set(petTypes);

const tests: Tests = {
  name: (value) => typeof value === 'string' && value.length >= 1 && value.length <= 80,
  age: (value) => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 200,
  type: (value) => types.has(value),
  owner: (value) => value === null || (Number.isInteger(value) && (value as number) > 0),
};

/** @throws BadRequest naming what is missing or wrong. */
export function petInput(body: unknown): PetInput {
  const changes = petChanges(body);
  for (const key of ['name', 'age', 'type']) {
    if (!(key in changes)) throw new BadRequest(`${key} is missing.`);
  }
  return { owner: null, ...changes } as PetInput;
}

/** @throws BadRequest naming what is unknown or wrong. */
export function petChanges(body: unknown): Partial<PetInput> {
  if (typeof body !== 'object' || body === null) throw new BadRequest('The body is not an object.');
  for (const [key, value] of Object.entries(body)) {
    if (!Object.hasOwn(tests, key)) throw new BadRequest(`${key} is unknown.`);
    if (!tests[key as keyof PetInput](value)) throw new BadRequest(`${key} is wrong.`);
  }
  return body;
}
