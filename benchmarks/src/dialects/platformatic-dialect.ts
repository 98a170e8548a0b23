// How Platformatic is asked, and how its answers are read.
import type { Dialect, Filter } from '../workloads/ask.js';
import type { Reading } from '../workloads/reading.js';

export const platformaticDialect: Dialect = (ask) => {
  switch (ask.kind) {
    case 'read':
      return { method: 'GET', path: `/${ask.of}/${ask.id}` };
    case 'list': {
      const window = { limit: String(ask.perPage), offset: String((ask.page - 1) * ask.perPage) };
      const filter = ask.filter ? condition(ask.filter) : {};
      const query = new URLSearchParams({ ...filter, ...window, 'orderby.id': 'asc', totalCount: 'true' });
      return { method: 'GET', path: `/${ask.of}/?${query.toString()}` };
    }
    case 'create':
      return { method: 'POST', path: `/${ask.of}/`, body: bodyOf(ask.values) };
    case 'update':
      return { method: 'PUT', path: `/${ask.of}/${ask.id}`, body: bodyOf(ask.whole) };
  }
};

export const platformaticReading: Reading = {
  rows: ({ body }) => body,
  total: ({ headers }) => headers.get('x-total-count'),
};

function condition({ name, value }: Filter): Record<string, string> {
  if (name === 'type.eq') return { 'where.type.eq': value };
  const tests = ['username', 'displayName', 'email'].map((field) => `${field}.ilike=%${value}%`);
  return { 'where.or': `(${tests.join('|')})` };
}

function bodyOf({ owner, ...fields }: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(owner === undefined ? fields : { ...fields, ownerId: owner });
}
