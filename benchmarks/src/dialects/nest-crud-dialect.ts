// How @dataui/crud is asked, and how its answers are read.
import type { Dialect, Filter } from '../workloads/ask.js';
import type { Fields, Reading } from '../workloads/reading.js';

export const nestCrudDialect: Dialect = (ask) => {
  switch (ask.kind) {
    case 'read':
      return { method: 'GET', path: `/${ask.of}/${ask.id}` };
    case 'list': {
      const window = { limit: String(ask.perPage), page: String(ask.page) };
      const filter = ask.filter ? condition(ask.filter) : {};
      const query = new URLSearchParams({ ...filter, ...window, sort: 'id,ASC' });
      return { method: 'GET', path: `/${ask.of}?${query.toString()}` };
    }
    case 'create':
      return { method: 'POST', path: `/${ask.of}`, body: JSON.stringify(ask.values) };
    case 'update':
      return { method: 'PATCH', path: `/${ask.of}/${ask.id}`, body: JSON.stringify(ask.values) };
  }
};

export const nestCrudReading: Reading = {
  rows: ({ body }) => (body as Fields).data ?? body,
  total: ({ body }) => (body as Fields).total,
  edges: (entity) => entity,
};

function condition({ name, value }: Filter): Record<string, string> {
  if (name !== 'search.ihas') return { filter: `${name.replace(/\.eq$/, '')}||$eq||${value}` };
  const tests = ['username', 'displayName', 'email'].map((field) => ({ [field]: { $contL: value } }));
  return { s: JSON.stringify({ $or: tests }) };
}
