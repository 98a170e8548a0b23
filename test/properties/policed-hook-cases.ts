// What hooks receive of each write of the harbour, as docs/guide/hooks.md says it: cases made from the table of routes and
// the model, with the calls of `allow` and of the hooks that they have to cause.
import type { Api, EdgeModel, EntityModel, Route } from '@decorest/core';
import { listWriteRoutes } from './policed-requests.js';
import { ownEdges, type Row, type TableName, type Tables } from './policed-rows.js';

export interface HookCase {
  readonly name: string;
  readonly method: string;
  readonly target: string;
  readonly body: unknown;
  /** As `Boat create false`: the class, the operation, and whether it is for many rows. */
  readonly allow: readonly string[];
  /** As `before update Boat 1 old>new`. */
  readonly hooks: readonly string[];
}

/** Rows 1 and 2 of each class are free, row 3 is deleted where it can be restored. */
export const hookRows: Tables = {
  Port: rowsOf('Port', {}),
  Sailor: rowsOf('Sailor', { version: 1 }),
  Boat: rowsOf('Boat', { version: 1, deletedAt: null }),
  Crane: rowsOf('Crane', { deletedAt: null }),
  links: [],
};

function rowsOf(table: TableName, more: object): readonly Row[] {
  const edges = Object.fromEntries(Object.keys(ownEdges[table]).map((edge) => [edge, null]));
  return [1, 2, 3].map((id) => {
    const row = { id, name: `n${id}`, team: 'red', note: 'old', ...more, ...edges };
    return id === 3 && 'deletedAt' in row ? { ...row, deletedAt: '2001-02-03 04:05:06' } : row;
  });
}

type OneCase = Omit<HookCase, 'method'>;

interface Scope {
  readonly route: Route;
  readonly entity: EntityModel;
}

/** The cases of each kind of write; null for a kind that writes nothing. A kind that is missing does not compile. */
const casesOf: Readonly<Record<Route['kind'], ((scope: Scope) => readonly OneCase[]) | null>> = {
  create: ({ route, entity }) => [
    creation(route.path, entity, []),
    ...nestedEdges(entity).map((edge) => creation(route.path, entity, [edge])),
    ...(nestedEdges(entity).length > 1 ? [creation(route.path, entity, nestedEdges(entity))] : []),
  ],
  'edge-create': ({ route, entity }) => [
    underParent(route, []),
    ...nestedEdges(entity)
      .filter(({ name }) => name !== inverseOf(route))
      .map((edge) => underParent(route, [edge])),
  ],
  'bulk-create': ({ route, entity }) => [
    bulkCreation(route.path, entity, []),
    ...nestedEdges(entity).map((edge) => bulkCreation(route.path, entity, [edge])),
  ],
  update: ({ route, entity }) => [
    changing(itemOf(route), entity, { note: 'new' }),
    ...entity.edges
      .filter(({ unique, settable }) => !unique && settable.update)
      .map(({ name }) => changing(itemOf(route), entity, { note: 'new', [`add_${name}`]: [1, 2] })),
  ],
  'bulk-update': ({ route, entity: { name } }) => {
    const hooks = [...changed(name, 1), ...changed(name, 2)];
    const allow = [`${name} update true`];
    const items = [
      { id: 2, note: 'new' },
      { id: 1, note: 'new' },
    ];
    return [
      { name: 'filters', target: `${route.path}?id.in=2&id.in=1`, body: { note: 'new' }, allow, hooks },
      { name: 'a list', target: route.path, body: items, allow, hooks },
      { name: 'none found', target: `${route.path}?id.in=9`, body: { note: 'new' }, allow, hooks: [] },
    ];
  },
  delete: ({ route, entity: { name } }) => [
    {
      name: '',
      target: itemOf(route),
      body: undefined,
      allow: [`${name} delete false`],
      hooks: deleted(name, 1),
    },
  ],
  'bulk-delete': ({ route, entity: { name } }) => [
    {
      name: '',
      target: `${route.path}?id.in=2&id.in=1`,
      body: undefined,
      allow: [`${name} delete true`],
      hooks: [...deleted(name, 1), ...deleted(name, 2)],
    },
  ],
  restore: ({ route, entity: { name } }) => {
    const allow = [`${name} restore false`];
    const hooks = ['before', 'after'].map((moment) => `${moment} update ${name} 3 old>old of a deleted row`);
    return [
      { name: '', target: route.path.replace('{id}', '3'), body: undefined, allow, hooks },
      { name: 'not deleted', target: itemOf(route), body: undefined, allow, hooks: [] },
    ];
  },
  list: null,
  read: null,
  aggregate: null,
  'edge-read': null,
  'edge-list': null,
  'edge-aggregate': null,
};

/** The cases of all routes that write. Throws for a route without any. */
export function listHookCases(api: Api): readonly HookCase[] {
  return listWriteRoutes(api).flatMap((route) => {
    const cases = casesOf[route.kind]?.({ route, entity: route.subject }) ?? [];
    if (cases.length === 0) throw new Error(`No case covers ${route.method} ${route.path} (${route.kind}).`);
    const { method } = route;
    return cases.map((one) => ({ ...one, method, name: `${method} ${route.path} ${one.name}`.trim() }));
  });
}

function itemOf({ path }: Route): string {
  return path.replace('{id}', '1');
}

function nestedEdges(entity: EntityModel): readonly EdgeModel[] {
  return entity.edges.filter(({ creation: by }) => by?.nested);
}

function changing(target: string, { name }: EntityModel, body: object): OneCase {
  return {
    name: Object.keys(body).join(', '),
    target,
    body,
    allow: [`${name} update false`],
    hooks: changed(name, 1),
  };
}

function changed(table: string, id: number): readonly string[] {
  return ['before', 'after'].map((moment) => `${moment} update ${table} ${id} old>new`);
}

function deleted(table: string, id: number): readonly string[] {
  return ['before', 'after'].map((moment) => `${moment} delete ${table} ${id} old`);
}

/** `references` is what the row refers to, as ` port=1`. */
function created(table: string, id: number, references = ''): readonly string[] {
  return ['before', 'after'].map((moment) => `${moment} create ${table} ${id} new${references}`);
}

function newRow(id: number): Record<string, unknown> {
  return { id, name: `n${id}`, team: 'red', note: 'new' };
}

interface NewRows {
  readonly body: Readonly<Record<string, unknown>>;
  readonly hooks: readonly string[];
}

/** A row with objects in some of its edges: two where the edge takes lists. */
function createWith(
  entity: EntityModel,
  edges: readonly EdgeModel[],
  [id, under]: readonly [number, string],
): NewRows {
  const body = newRow(id);
  const before: string[] = [];
  const after: string[] = [];
  let references = under;
  for (const [at, { name, unique, target, join, creation: by }] of edges.entries()) {
    const ids = (unique ? [1] : [1, 2]).map((nth) => id * 10 + at * 2 + nth);
    body[name] = unique ? newRow(ids[0] ?? 0) : ids.map(newRow);
    const back = by?.inverse ? ` ${by.inverse.name}=${id}` : '';
    const calls = ids.flatMap((nested) => created(target, nested, back));
    // What the row refers to comes first, other rows after it.
    if (join.kind === 'own') references += ` ${name}=${ids[0]}`;
    (join.kind === 'own' ? before : after).push(...calls);
  }
  return { body, hooks: [...before, ...created(entity.name, id, references), ...after] };
}

function creation(target: string, entity: EntityModel, edges: readonly EdgeModel[]): OneCase {
  const { body, hooks } = createWith(entity, edges, [21, '']);
  const allow = [`${entity.name} create false`, ...allowNested(edges, false)];
  return { name: edges.map(({ name }) => name).join(', '), target, body, allow, hooks };
}

/** The edge that the path determines. */
function inverseOf({ edge }: Route): string | undefined {
  return edge?.creation?.inverse?.name;
}

function underParent(route: Route, edges: readonly EdgeModel[]): OneCase {
  const inverse = inverseOf(route);
  const { body, hooks } = createWith(route.subject, edges, [21, inverse ? ` ${inverse}=1` : '']);
  const allow = [
    `${route.entity.name} read false`,
    `${route.subject.name} create false`,
    ...allowNested(edges, false),
  ];
  return { name: edges.map(({ name }) => name).join(', '), target: itemOf(route), body, allow, hooks };
}

function bulkCreation(target: string, entity: EntityModel, edges: readonly EdgeModel[]): OneCase {
  const items = [22, 21].map((id) => createWith(entity, edges, [id, '']));
  return {
    name: edges.map(({ name }) => name).join(', '),
    target,
    body: items.map(({ body }) => body),
    allow: [`${entity.name} create true`, ...allowNested(edges, true)],
    hooks: items.flatMap(({ hooks }) => hooks),
  };
}

/** Once for each class, however many objects there are. */
function allowNested(edges: readonly EdgeModel[], bulk: boolean): readonly string[] {
  return [...new Set(edges.map(({ target }) => `${target} create ${bulk}`))];
}
