// How ZenStack's JSON:API is asked, and how its answers are read: ids are texts, and what comes along lies beside the
// rows, named by type and id; nothing comes along with the answer to a write.
import type { Dialect, Filter } from '../workloads/ask.js';
import type { Fields, Reading } from '../workloads/reading.js';

export const zenstackDialect: Dialect = (ask) => {
  switch (ask.kind) {
    case 'read':
      return { method: 'GET', path: `/${ask.of}/${ask.id}` };
    case 'list': {
      const window = {
        'page[offset]': String((ask.page - 1) * ask.perPage),
        'page[limit]': String(ask.perPage),
      };
      const filter = ask.filter ? condition(ask.filter) : {};
      return {
        method: 'GET',
        path: `/${ask.of}?${new URLSearchParams({ ...filter, ...window, sort: 'id' }).toString()}`,
      };
    }
    case 'create':
      return { method: 'POST', path: `/${ask.of}`, body: document(ask.of, ask.values) };
    case 'update':
      return {
        method: 'PATCH',
        path: `/${ask.of}/${ask.id}`,
        body: document(ask.of, ask.values, String(ask.id)),
      };
  }
};

export const zenstackReading: Reading = {
  rows: ({ body }) => rowsOf(body as JsonApi),
  total: ({ body }) => (body as JsonApi).meta?.total,
  edges: ({ edges }) => edges as Fields | undefined,
};

interface JsonApi {
  readonly data?: Resource | readonly Resource[];
  readonly included?: readonly Resource[];
  readonly meta?: { readonly total?: unknown };
}

interface Resource {
  readonly type: string;
  readonly id: string;
  readonly attributes?: Fields;
  readonly relationships?: Readonly<Record<string, { readonly data?: Link | readonly Link[] | null }>>;
}

type Link = Pick<Resource, 'type' | 'id'>;

function rowsOf({ data, included }: JsonApi): unknown {
  const byName = new Map(included?.map((resource) => [nameOf(resource), rowOf(resource)]));
  const whole = (resource: Resource) => ({
    ...rowOf(resource),
    edges: included && edgesOf(resource, byName),
  });
  return isList(data) ? data.map(whole) : data && whole(data);
}

function edgesOf({ relationships = {} }: Resource, included: ReadonlyMap<string, Fields>): Fields {
  const found = (link: Link) => included.get(nameOf(link)) ?? { id: Number(link.id) };
  return Object.fromEntries(
    Object.entries(relationships).map(([name, { data }]) => [
      name,
      isList(data) ? data.map(found) : data && found(data),
    ]),
  );
}

function rowOf({ id, attributes }: Resource): Fields {
  return { id: Number(id), ...attributes };
}

function nameOf({ type, id }: Link): string {
  return `${type} ${id}`;
}

function isList<T>(value: T | readonly T[] | null | undefined): value is readonly T[] {
  return Array.isArray(value);
}

function condition({ name, value }: Filter): Record<string, string> {
  const path = name.split('.').slice(0, -1);
  return { [`filter${path.map((word) => `[${word}]`).join('')}`]: value };
}

function document(type: string, { owner, ...attributes }: Fields, id?: string): string {
  const relationships =
    owner === undefined ? {} : { owner: { data: { type: 'users', id: `${Number(owner)}` } } };
  return JSON.stringify({ data: { type, ...(id === undefined ? {} : { id }), attributes, relationships } });
}
