// Random requests to the write routes of the harbour, made from the table of routes and the model.
import type { Api, EntityModel, FieldModel, Route } from '@decorest/core';
import fc from 'fast-check';
import { anyId } from './policed-rows.js';

export interface WriteRequest {
  readonly kind: Route['kind'];
  readonly method: string;
  /** The class whose collection the path starts with. */
  readonly entity: string;
  readonly target: string;
  readonly body: unknown;
  /** `current`: the tag of the row, as the client reads it just before. */
  readonly ifMatch: string | null;
  readonly minimal: boolean;
  /** It is sent again, with the same idempotency key. */
  readonly repeated: boolean;
}

const anyTag = fc.oneof(
  { weight: 6, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.constantFrom('current', '*') },
  { weight: 1, arbitrary: fc.constantFrom('"1"', '"2"', 'W/"3.x"', 'x') },
);

type Sent = Pick<WriteRequest, 'target' | 'body'>;

interface Scope {
  readonly route: Route;
  readonly entityOf: (name: string) => EntityModel;
}

/** What each kind of write sends; null for a kind that writes nothing. A kind that is missing does not compile. */
const generators: Readonly<Record<Route['kind'], ((scope: Scope) => fc.Arbitrary<Sent>) | null>> = {
  create: (scope) => sendTo(fc.constant(scope.route.path), creation(scope, scope.route.subject)),
  update: (scope) => sendTo(rowOf(scope.route), change(scope.route.subject)),
  delete: ({ route }) => sendTo(rowOf(route), fc.constant(undefined)),
  restore: ({ route }) => sendTo(rowOf(route), fc.constant(undefined)),
  'edge-create': (scope) =>
    sendTo(rowOf(scope.route), creation(scope, scope.route.subject, inverseOf(scope.route))),
  'bulk-create': (scope) =>
    sendTo(
      fc.constant(scope.route.path),
      fc.array(creation(scope, scope.route.subject), { minLength: 1, maxLength: 3 }),
    ),
  'bulk-update': ({ route }) =>
    fc.oneof(
      sendTo(selection(route), columnChange(route.subject)),
      sendTo(fc.constant(route.path), items(route.subject)),
    ),
  'bulk-delete': ({ route }) => sendTo(selection(route), fc.constant(undefined)),
  list: null,
  read: null,
  aggregate: null,
  'edge-read': null,
  'edge-list': null,
  'edge-aggregate': null,
};

/** The routes that write, each with its requests. Throws for a route that no generator covers. */
export function anyWrite(api: Api): fc.Arbitrary<WriteRequest> {
  const entityOf = (name: string) => {
    const found = api.model.entities.find((entity) => entity.name === name);
    if (!found) throw new Error(`${name} is not served.`);
    return found;
  };
  const routes = listWriteRoutes(api);
  // Updates have the most forms.
  const updates = routes.filter(({ kind }) => kind === 'update');
  return fc.constantFrom(...routes, ...updates, ...updates).chain((route) => {
    const generate = generators[route.kind];
    if (!generate) throw new Error(`No generator covers ${route.method} ${route.path} (${route.kind}).`);
    return fc
      .record({
        sent: generate({ route, entityOf }),
        ifMatch: anyTag,
        minimal: fc.constantFrom(false, false, false, true),
        repeated: fc.constantFrom(false, false, true),
      })
      .map(({ sent, ifMatch, ...more }) => ({
        kind: route.kind,
        method: route.method,
        entity: route.entity.name,
        ...sent,
        ...more,
        // Of other writes, it is a 412 at most.
        ifMatch: route.kind === 'update' || route.kind === 'delete' ? ifMatch : null,
      }));
  });
}

export function listWriteRoutes(api: Api): readonly Route[] {
  return api.routes.list.filter(({ method }) => method !== 'GET');
}

function sendTo(target: fc.Arbitrary<string>, body: fc.Arbitrary<unknown>): fc.Arbitrary<Sent> {
  return fc.record({ target, body });
}

function rowOf({ path }: Route): fc.Arbitrary<string> {
  return rowIds.map((id) => path.replace('{id}', String(id)));
}

const rowIds = fc.oneof(
  { weight: 12, arbitrary: anyId },
  { weight: 1, arbitrary: fc.integer({ min: 6, max: 12 }) },
);
/** Ids of new rows: some are taken, by rows that the client sees or does not see. */
const newIds = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 6, max: 300 }) },
  { weight: 1, arbitrary: anyId },
);
const newNames = fc
  .oneof({ weight: 8, arbitrary: fc.integer({ min: 6, max: 300 }) }, { weight: 1, arbitrary: anyId })
  .map((number) => `n${number}`);

const values: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  id: newIds,
  name: fc.oneof(
    { weight: 40, arbitrary: newNames },
    { weight: 1, arbitrary: fc.constantFrom(7, 'far too long') },
  ),
  team: fc.oneof(
    { weight: 40, arbitrary: fc.constantFrom('red', 'blue', 'green') },
    { weight: 1, arbitrary: fc.constant(null) },
  ),
  note: fc.constantFrom('', 'sent', 'sent again'),
};

function valueOf({ name }: FieldModel): fc.Arbitrary<unknown> {
  const value = values[name];
  if (!value) throw new Error(`No values for ${name}.`);
  return value;
}

type Members = Record<string, fc.Arbitrary<unknown>>;

/** Objects with the members, the optional ones seldom all. */
function body(members: Members, required: readonly string[]): fc.Arbitrary<object> {
  return fc.record(members, { requiredKeys: [...required] });
}

function creation(scope: Scope, entity: EntityModel, inverse: string | null = null): fc.Arbitrary<object> {
  return createBody(entity, inverse, (target, back) => createBody(scope.entityOf(target), back, null));
}

type Nesting = (target: string, inverse: string | null) => fc.Arbitrary<object>;

function createBody(entity: EntityModel, inverse: string | null, nest: Nesting | null): fc.Arbitrary<object> {
  const fields = entity.fields.filter(({ settable }) => settable.create);
  const edges = entity.edges.filter(({ settable, name }) => settable.create && name !== inverse);
  const members: Members = Object.fromEntries(fields.map((field) => [field.name, valueOf(field)]));
  for (const { name, unique, creation: by, target } of edges) {
    const nested = nest && by?.nested ? nest(target, by.inverse?.name ?? by.back) : null;
    const item = nested ? fc.oneof(anyId, nested) : anyId;
    members[name] = unique ? fc.option(item, { freq: 5 }) : fc.array(item, { maxLength: 2 });
  }
  return sparse(
    members,
    fields.flatMap(({ name, required }) => (required ? [name] : [])),
  );
}

/** The required members, and one or two of the others; seldom none. */
function sparse(members: Members, required: readonly string[]): fc.Arbitrary<object> {
  const optional = Object.keys(members).filter((name) => !required.includes(name));
  const most = Math.min(2, optional.length);
  return fc
    .constantFrom(0, 1, 1, 1, 1)
    .chain((least) => fc.subarray(optional, { minLength: Math.min(least, most), maxLength: most }))
    .chain((chosen) => {
      const names = [...required, ...chosen];
      return body(
        Object.fromEntries(Object.entries(members).filter(([name]) => names.includes(name))),
        names,
      );
    });
}

function inverseOf({ edge }: Route): string | null {
  return edge?.creation?.inverse?.name ?? null;
}

function settableFields(entity: EntityModel): Members {
  const fields = entity.fields.filter(({ settable }) => settable.update);
  return Object.fromEntries(fields.map((field) => [field.name, valueOf(field)]));
}

function change(entity: EntityModel): fc.Arbitrary<object> {
  const fields = settableFields(entity);
  const edges: Members = {};
  const ids = fc.uniqueArray(anyId, { minLength: 1, maxLength: 2 });
  for (const { name, unique, settable, bulk } of entity.edges) {
    if (!settable.update) continue;
    if (unique) edges[name] = fc.option(anyId, { freq: 4 });
    else Object.assign(edges, { [`add_${name}`]: ids, [`remove_${name}`]: ids });
    if (bulk) edges[name] = fc.uniqueArray(anyId, { maxLength: 3 });
  }
  return fc.oneof(
    { weight: 1, arbitrary: sparse(fields, []) },
    { weight: 3, arbitrary: sparse(edges, []) },
    { weight: 1, arbitrary: sparse({ ...fields, ...edges }, []) },
  );
}

/** The keys that an update of many rows takes: those of its own columns. */
function columnChange(entity: EntityModel): fc.Arbitrary<object> {
  const members = settableFields(entity);
  for (const { name, unique, settable, join } of entity.edges)
    if (unique && settable.update && join.kind === 'own') members[name] = fc.option(anyId, { freq: 4 });
  return sparse(members, []);
}

function items(entity: EntityModel): fc.Arbitrary<object[]> {
  const item = fc.tuple(anyId, change(entity)).map(([id, keys]) => ({ ...keys, id }));
  return fc.uniqueArray(item, { minLength: 1, maxLength: 3, selector: ({ id }) => id });
}

/** The rows that a bulk write is for. */
function selection({ path, subject }: Route): fc.Arbitrary<string> {
  const own = fc.constantFrom('all=true', 'team.eq=red', 'team.eq=blue', 'name.eq=n2', 'name.eq=n3');
  const ofIds = fc
    .uniqueArray(anyId, { minLength: 1, maxLength: 2 })
    .map((ids) => ids.map((id) => `id.in=${id}`).join('&'));
  const across = subject.filters
    .map(({ name }) => name)
    .filter((name) => name.includes('.'))
    .flatMap((name) =>
      name.startsWith('has.')
        ? [`${name}=true`, `${name}=false`]
        : name.endsWith('.team.eq')
          ? [`${name}=red`]
          : [],
    );
  const filter = fc.oneof(
    own,
    { weight: 3, arbitrary: ofIds },
    ...(across.length > 0 ? [fc.constantFrom(...across)] : []),
  );
  return fc
    .tuple(filter, fc.constantFrom('', '', '&max_affected=1', '&max_affected=2'))
    .map(([query, bound]) => `${path}?${query}${bound}`);
}
