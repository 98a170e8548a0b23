// What a hand-written server reads and writes. Stores differ in how their answers come about.
import type { Awaitable } from './connection.js';
import type { Page, PetInput } from './requests.js';

export interface Store {
  readonly pets: PetStore;
  /** Reads a user, with its pets in the app that embeds them. */
  readonly user: (id: number) => Awaitable<Answer | undefined>;
  /** Users whose username, display name or email holds the text, in either case. */
  readonly searchUsers: (text: string, page: Page) => Awaitable<Answer>;
}

export interface PetStore {
  readonly read: (id: number) => Awaitable<Answer | undefined>;
  readonly list: (filter: PetFilter | undefined, page: Page) => Awaitable<Answer>;
  readonly create: (pet: PetInput) => Awaitable<Answer>;
  readonly update: (id: number, changes: Partial<PetInput>) => Awaitable<Answer | undefined>;
}

export interface PetFilter {
  readonly name: 'type.eq' | 'owner.username.eq';
  readonly value: string;
}

/** JSON text, or what is made into it. */
export type Answer = string | object;
