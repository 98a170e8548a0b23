// How remult is asked, and how its answers are read. Page and total in one request is a POST there.
import type { Dialect, Filter } from '../workloads/ask.js';
import type { Fields, Reading } from '../workloads/reading.js';

export const remultDialect: Dialect = (ask) => {
  switch (ask.kind) {
    case 'read':
      return { method: 'GET', path: `/${ask.of}/${ask.id}` };
    case 'list': {
      const query = `__action=query&_limit=${ask.perPage}&_page=${ask.page}&_sort=id`;
      const where = ask.filter ? condition(ask.filter) : {};
      return { method: 'POST', path: `/${ask.of}?${query}`, body: JSON.stringify({ where, aggregate: {} }) };
    }
    case 'create':
      return { method: 'POST', path: `/${ask.of}`, body: bodyOf(ask.values) };
    case 'update':
      return { method: 'PUT', path: `/${ask.of}/${ask.id}`, body: bodyOf(ask.values) };
  }
};

export const remultReading: Reading = {
  rows: ({ body }) => (body as Fields).items ?? body,
  total: ({ body }) => ((body as Fields).aggregates as Fields | undefined)?.$count,
};

function condition({ name, value }: Filter): Fields {
  if (name === 'type.eq') return { type: value };
  return { OR: ['username', 'displayName', 'email'].map((field) => ({ [`${field}.contains`]: value })) };
}

function bodyOf({ owner, ...fields }: Fields): string {
  return JSON.stringify(owner === undefined ? fields : { ...fields, ownerId: owner });
}
