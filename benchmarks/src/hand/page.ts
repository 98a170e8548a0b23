// Pages by hand: the parameters of a list, and its envelope.
import { BadRequest } from './bad-request.js';

export interface Page {
  readonly page: number;
  readonly perPage: number;
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

export function envelope<T>({ page, perPage }: Page, total: number, content: readonly T[]): Envelope<T> {
  const lastPage = Math.max(1, Math.ceil(total / perPage));
  return { page, total_count: total, last_page: lastPage, is_last_page: page === lastPage, content };
}

function whole(text: unknown, least: number, most: number): number {
  const value = typeof text === 'string' && /^\d+$/.test(text) ? Number(text) : NaN;
  if (value >= least && value <= most) return value;
  throw new BadRequest(`Not a number from ${least} to ${most}.`);
}
