// The body of a create or an update of a pet, checked by hand.
import { petTypes } from '../data/rows.js';
import { BadRequest } from './bad-request.js';

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
