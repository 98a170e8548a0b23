// The query parameters of the lists, read by hand.
import { BadRequest } from './bad-request.js';
import type { PetFilter } from './pet-store.js';

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
