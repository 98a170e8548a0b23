// How Feathers is asked, and how its answers are read.
import type { DatabaseName } from '../data/database.js';
import type { Dialect, Filter } from '../workloads/ask.js';
import type { Fields, Reading } from '../workloads/reading.js';

export const feathersDialect: Dialect = (ask, database) => {
  switch (ask.kind) {
    case 'read':
      return { method: 'GET', path: `/${ask.of}/${ask.id}` };
    case 'list': {
      const window = { $limit: String(ask.perPage), $skip: String((ask.page - 1) * ask.perPage) };
      const filter = ask.filter ? condition(ask.filter, database) : {};
      const query = new URLSearchParams({ ...filter, ...window, '$sort[id]': '1' });
      return { method: 'GET', path: `/${ask.of}?${query.toString()}` };
    }
    case 'create':
      return { method: 'POST', path: `/${ask.of}`, body: bodyOf(ask.values) };
    case 'update':
      return { method: 'PATCH', path: `/${ask.of}/${ask.id}`, body: bodyOf(ask.values) };
  }
};

export const feathersReading: Reading = {
  rows: ({ body }) => (body as Fields).data ?? body,
  total: ({ body }) => (body as Fields).total,
  edges: (entity) => entity,
};

/** SQLite's LIKE folds case by itself; PostgreSQL's does not. */
function condition({ name, value }: Filter, database: DatabaseName): Record<string, string> {
  if (name === 'type.eq') return { type: value };
  const like = database === 'sqlite' ? '$like' : '$ilike';
  const fields = ['username', 'display_name', 'email'];
  return Object.fromEntries(fields.map((field, at) => [`$or[${at}][${field}][${like}]`, `%${value}%`]));
}

function bodyOf({ owner, ...fields }: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(owner === undefined ? fields : { ...fields, owner_id: owner });
}
