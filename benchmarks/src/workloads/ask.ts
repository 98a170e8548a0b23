// Requests without the spelling of any server.
import type { DatabaseName } from '../data/database.js';

export type Collection = 'pets' | 'users';

/** The filters that occur, by decorest's name for them. */
export type FilterName = 'type.eq' | 'search.ihas' | 'owner.username.eq';

export interface Filter {
  readonly name: FilterName;
  readonly value: string;
}

export type Ask =
  | { readonly kind: 'read'; readonly of: Collection; readonly id: number }
  | {
      readonly kind: 'list';
      readonly of: Collection;
      readonly filter?: Filter;
      readonly page: number;
      readonly perPage: number;
    }
  | { readonly kind: 'create'; readonly of: Collection; readonly values: Readonly<Record<string, unknown>> }
  | {
      readonly kind: 'update';
      readonly of: Collection;
      readonly id: number;
      readonly values: Readonly<Record<string, unknown>>;
      /** All values after the update, for servers that take no less. */
      readonly whole: Readonly<Record<string, unknown>>;
    };

/** An HTTP request. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT';
  readonly path: string;
  readonly body?: string;
}

/** How a server spells a request. */
export type Dialect = (ask: Ask, database: DatabaseName) => Call;

/** The dialect of decorest and of the servers written by hand. */
export const restDialect: Dialect = (ask) => {
  switch (ask.kind) {
    case 'read':
      return { method: 'GET', path: `/${ask.of}/${ask.id}` };
    case 'list':
      return { method: 'GET', path: `/${ask.of}?${listQuery(ask)}` };
    case 'create':
      return { method: 'POST', path: `/${ask.of}`, body: JSON.stringify(ask.values) };
    case 'update':
      return { method: 'PATCH', path: `/${ask.of}/${ask.id}`, body: JSON.stringify(ask.values) };
  }
};

function listQuery({ filter, page, perPage }: Extract<Ask, { kind: 'list' }>): string {
  const filters = filter ? [[filter.name, filter.value]] : [];
  const size = perPage === 10 ? [] : [['per_page', String(perPage)]];
  return new URLSearchParams([...filters, ['page', String(page)], ...size]).toString();
}
