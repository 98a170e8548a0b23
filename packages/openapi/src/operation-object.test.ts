import type { ApiModel, Route } from '@decorest/core';
import type { oas31 } from 'openapi3-ts';
import {
  filter,
  friends,
  idField,
  model,
  owner,
  pet,
  pets,
  petApi,
  route,
  user,
  vote,
} from '../../../test/support/pet-api.js';
import { createDocumentContext } from './document-context.js';
import { buildOperation } from './operation-object.js';

/** Names of the parameters of a route, in order. */
function parametersOf(described: Route, of: ApiModel = petApi.model): string[] {
  const context = createDocumentContext(of, {});
  const { parameters } = buildOperation(described, context);
  return nameParameters(parameters, context.components.complete({}).components.parameters);
}

function nameParameters(
  parameters: oas31.OperationObject['parameters'] = [],
  shared: oas31.ComponentsObject['parameters'] = {},
): string[] {
  return parameters.map((parameter) => {
    if ('name' in parameter) return parameter.name;
    const component = shared[parameter.$ref.replace('#/components/parameters/', '')];
    return component && 'name' in component ? component.name : parameter.$ref;
  });
}

function responsesOf(described: Route, of: ApiModel = petApi.model) {
  return buildOperation(described, createDocumentContext(of, {})).responses ?? {};
}

const always = ['400', '406', '431', '500', '503', '504'];
const withBody = ['413', '415'];

test.each([
  ['list', route('list', pet), ['200', ...always]],
  ['create', route('create', pet), ['201', ...always, '409', ...withBody]],
  ['read', route('read', pet), ['200', ...always, '404']],
  ['update', route('update', pet), ['200', ...always, '404', '409', ...withBody]],
  ['delete', route('delete', pet), ['204', ...always, '404', '409']],
  ['unique edge', route('edge-read', pet, owner, user), ['200', ...always, '404']],
  ['non-unique edge', route('edge-list', user, pets, pet), ['200', ...always, '404']],
])('the statuses of %s', (_, described, statuses) => {
  expect(Object.keys(responsesOf(described)).sort()).toEqual(statuses.sort());
});

test('an empty list is 404 only where the options say so', () => {
  expect(responsesOf(route('list', pet), model([pet, user], { listNotFound: true }))).toHaveProperty('404');
});

test('a conflict of delete and one of create are told apart', () => {
  expect(responsesOf(route('delete', pet))['409']).toEqual({
    $ref: '#/components/responses/StillReferencedOrConflict',
  });
  expect(responsesOf(route('create', pet))['409']).toEqual({
    $ref: '#/components/responses/AlreadyExistsOrEdgeConflictOrConflict',
  });
});

test('a list takes page, sort, every filter, and what every operation takes, in this order', () => {
  expect(parametersOf(route('list', pet))).toEqual([
    'page',
    'per_page',
    'sort',
    'order',
    'filter_op',
    ...pet.filters.map(({ name }) => name),
    'pretty',
  ]);
});

test.each([
  ['create', route('create', pet)],
  ['composite create', route('create', vote)],
])('%s takes no id', (_, described) => {
  expect(parametersOf(described)).toEqual(['pretty']);
});

test.each([
  ['read', route('read', pet)],
  ['update', route('update', pet)],
  ['delete', route('delete', pet)],
  ['unique edge', route('edge-read', pet, owner, user)],
])('%s takes the id alone', (_, described) => {
  expect(parametersOf(described)).toEqual(['id', 'pretty']);
});

test("an edge endpoint takes its own pages and the target's filters, those of groups first", () => {
  expect(parametersOf(route('edge-list', user, friends))).toEqual([
    'id',
    'page',
    'per_page',
    'sort',
    'order',
    'filter_op',
    'search.ihas',
    'username.eq',
    'pretty',
  ]);
  const context = createDocumentContext(petApi.model, {});
  buildOperation(route('edge-list', user, friends), context);
  expect(context.components.complete({}).components.parameters?.['User.friends.per_page']).toMatchObject({
    name: 'per_page',
    schema: { type: 'integer', minimum: 1, maximum: 20, default: 10 },
  });
});

describe('an operation of too many parameters', () => {
  /** A pet with so many filters on itself and across an edge, and with a measure of each kind. */
  const crowded = (own: number, across: number, where: { depth: number } | null) => {
    const filters = [
      ...Array.from({ length: own }, (_, at) =>
        filter(`own${at}.eq`, 'eq', [{ edge: null, field: idField() }]),
      ),
      ...Array.from({ length: across }, (_, at) =>
        filter(`owner.far${at}.eq`, 'eq', [{ edge: owner, field: idField() }]),
      ),
    ];
    return { ...pet, filters, where };
  };
  const describeList = (of: typeof pet, options = {}) => {
    const context = createDocumentContext(model([of, user]), options);
    const { parameters = [], description = '' } = buildOperation(route('list', of), context);
    return { count: parameters.length, description };
  };

  test('leaves the filters across edges to where, and says so', () => {
    const { count, description } = describeList(crowded(100, 100, { depth: 1 }));
    expect(count).toBe(107);
    expect(description).toContain('Filters across edges are not listed: `where` takes them');
  });

  test('says how they are named where lists take no where', () => {
    expect(describeList(crowded(100, 100, null)).description).toContain('their names are `<edge>.<filter>`');
  });

  test('leaves all filters to where if its own are too many', () => {
    const { count, description } = describeList(crowded(250, 1, { depth: 1 }));
    expect(count).toBe(7);
    expect(description).toContain('Filters are not listed: `where` takes them.');
  });

  test('leaves out the last of them where lists take no where', () => {
    const { count, description } = describeList(crowded(250, 1, null));
    expect(count).toBe(200);
    expect(description).toContain('The last filters are not listed');
  });

  test('has all of them by option, and up to 200 without it', () => {
    expect(describeList(crowded(100, 100, { depth: 1 }), { allParameters: true }).count).toBe(207);
    const { count, description } = describeList(crowded(93, 100, { depth: 1 }));
    expect(count).toBe(200);
    expect(description).not.toContain('not listed');
  });
});

describe('filters across edges that `where` describes', () => {
  const describeList = (of: typeof pet, target = user) => {
    const context = createDocumentContext(model([of, target]), { edgeFilters: 'where' });
    const { description = '', parameters = [] } = buildOperation(route('list', of), context);
    const { schemas = {}, parameters: shared } = context.components.complete({}).components;
    const { PetWhere: where = {} } = schemas;
    const members = 'properties' in where ? Object.keys(where.properties ?? {}) : [];
    return { description, names: nameParameters(parameters, shared), where: members };
  };

  test('are conditions on the edge, once', () => {
    const { description, names, where } = describeList({ ...pet, where: { depth: 1 } });
    expect(names).toEqual(expect.arrayContaining(['name.ihas', 'has.owner', 'where']));
    expect(names).not.toContain('owner.username.eq');
    expect(where).toEqual(expect.arrayContaining(['some.owner', 'name.ihas', 'has.owner']));
    expect(where).not.toContain('owner.username.eq');
    expect(description).toContain('`where` takes them, by the name of the edge after `some.`');
  });

  test('stay where lists take no where, or its conditions on the edge have no such filter', () => {
    expect(describeList(pet).names).toContain('owner.username.eq');
    const without = filter('owner.id.eq', 'eq', [{ edge: owner, field: idField() }]);
    // The last level of conditions has no filters across edges.
    const further = filter('owner.friends.id.eq', 'eq', [{ edge: owner, field: idField() }]);
    const beyond = filter('friends.id.eq', 'eq', [{ edge: friends, field: idField() }]);
    const { names, where } = describeList(
      { ...pet, filters: [...pet.filters, without, further], where: { depth: 1 } },
      { ...user, filters: [...user.filters, beyond] },
    );
    expect(names).toEqual(expect.arrayContaining(['owner.id.eq', 'owner.friends.id.eq']));
    expect(where).toEqual(expect.arrayContaining(['owner.id.eq', 'owner.friends.id.eq']));
  });
});

test('a collection without pages takes no page', () => {
  expect(parametersOf(route('edge-list', user, pets, pet))).not.toContain('page');
  expect(parametersOf(route('edge-list', user, pets, pet))).not.toContain('per_page');
});

test('what cannot be filtered or sorted takes no filter_op, sort or order', () => {
  expect(parametersOf(route('list', vote))).toEqual(['page', 'per_page', 'pretty']);
});

test('a page tells the total and links to the others', () => {
  expect(responsesOf(route('list', pet))['200']).toMatchObject({
    headers: { 'X-Request-Id': {}, 'X-Total-Count': {}, Link: {} },
    content: { 'application/json': { schema: { $ref: '#/components/schemas/PetList' } } },
  });
});

test('a list that is walked has its own envelope, and may leave out the total', () => {
  const walked = {
    ...pet,
    collection: { ...pet.collection, cursors: true, countModes: ['exact', 'none'] as const },
  };
  expect(parametersOf(route('list', walked)).slice(0, 5)).toEqual([
    'page',
    'per_page',
    'after',
    'before',
    'count',
  ]);
  expect(responsesOf(route('list', walked))['200']).toMatchObject({
    headers: { 'X-Total-Count': { $ref: '#/components/headers/X-Total-Count-If-Exact' } },
    content: { 'application/json': { schema: { $ref: '#/components/schemas/PetCursorList' } } },
  });
});

test('an array tells the total, has no links, and ends at the limit', () => {
  const { headers, content } = responsesOf(route('edge-list', user, pets, pet))['200'];
  expect(Object.keys(headers)).toEqual(['X-Request-Id', 'X-Content-Type-Options', 'X-Total-Count']);
  expect(content['application/json'].schema).toEqual({
    type: 'array',
    items: { $ref: '#/components/schemas/Pet' },
    maxItems: 1000,
  });
});

test('an array without a limit has none in the document', () => {
  const unlimited = model([pet, user], { unpagedLimit: -1 });
  const { content } = responsesOf(route('edge-list', user, pets, pet), unlimited)['200'];
  expect(content['application/json'].schema).not.toHaveProperty('maxItems');
});

test('a created entity has a place', () => {
  expect(responsesOf(route('create', pet))['201'].headers).toHaveProperty('Location');
});

describe('with the option returnMinimal', () => {
  const minimal = model([pet, user], { returnMinimal: true });

  test('writes that answer with an entity take a preference, and may answer without it', () => {
    for (const kind of ['create', 'update'] as const) {
      expect(parametersOf(route(kind, pet), minimal)).toContain('Prefer');
      const { 204: without } = responsesOf(route(kind, pet), minimal);
      expect(without).not.toHaveProperty('content');
      expect(without.headers).toHaveProperty('Preference-Applied');
    }
    const { 201: whole, 204: without } = responsesOf(route('create', pet), minimal);
    expect(whole.headers).toHaveProperty('Preference-Applied');
    expect(without.headers).toHaveProperty('Location');
  });

  test.each(['list', 'read', 'delete'] as const)('%s is as without it', (kind) => {
    expect(parametersOf(route(kind, pet), minimal)).not.toContain('Prefer');
    expect(responsesOf(route(kind, pet), minimal)).toEqual(responsesOf(route(kind, pet)));
  });
});

test('a route that is not mounted may be missing', () => {
  expect(responsesOf({ ...route('list', pet), mounted: false })).toHaveProperty('404');
});

test('a deletion has no body', () => {
  expect(responsesOf(route('delete', pet))['204']).not.toHaveProperty('content');
});

test('every error but that of the HTTP server is a problem document, and 503 says when to come back', () => {
  const context = createDocumentContext(petApi.model, {});
  buildOperation(route('update', pet), context);
  const { responses = {} } = context.components.complete({}).components;
  const { RequestHeaderFieldsTooLarge: bare, ...others } = responses;
  expect(bare).not.toHaveProperty('content');
  for (const response of Object.values(others)) {
    expect(response).toMatchObject({
      headers: { 'X-Request-Id': {} },
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    });
  }
  expect(responses.Unavailable).toHaveProperty('headers.Retry-After');
});

test('create and update demand their body', () => {
  const bodyOf = (described: Route) =>
    buildOperation(described, createDocumentContext(petApi.model, {})).requestBody;
  expect(bodyOf(route('create', pet))).toMatchObject({
    required: true,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/PetCreate' } } },
  });
  expect(bodyOf(route('update', pet))).toMatchObject({
    content: { 'application/json': { schema: { $ref: '#/components/schemas/PetUpdate' } } },
  });
  expect(bodyOf(route('delete', pet))).toBeUndefined();
});

test('an edge conflict can occur only where a body, or a listener, may change edges', () => {
  const conflict = (of: typeof vote): unknown => responsesOf(route('create', of))['409'];
  expect(conflict(vote)).toEqual({ $ref: '#/components/responses/AlreadyExistsOrConflict' });
  expect(conflict({ ...vote, observedWrites: { ...vote.observedWrites, create: true } })).toEqual({
    $ref: '#/components/responses/AlreadyExistsOrEdgeConflictOrConflict',
  });
});

test('a soft deletion is refused by rules of the database, never because of what refers to the entity', () => {
  const leaving = { ...pet, table: { ...pet.table, deletedAt: 'deletedAt' } };
  expect(responsesOf(route('delete', leaving))['409']).toEqual({ $ref: '#/components/responses/Conflict' });
});

test('an edge is described by its endpoint', () => {
  const described = { ...owner, doc: { ...owner.doc, description: 'Who feeds it.' } };
  expect(
    buildOperation(route('edge-read', pet, described, user), createDocumentContext(petApi.model, {})),
  ).toHaveProperty('description', 'Returns the `owner` of one Pet: one User. Who feeds it.');
});
