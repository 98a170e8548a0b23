// @EdgeCreate: POST /users/1/pets creates a pet of the user in the path.
import { hooksFor, policyFor, type AllowRequest, type PolicyRequest } from '@decorest/core';
import { DirectClient } from '../../support/direct-client.js';
import { operationIn, routesIn, schemaIn } from '../../support/document-parts.js';
import { petstore } from '../../support/fixtures/petstore.js';
import { forEachDatabase, forEachMount, type Fixture, type Stage } from '../../support/for-each-database.js';
import {
  Building,
  fillHousehold,
  householdEntities,
  Pet,
  toyId,
  User,
  Vehicle,
} from '../../support/household-entities.js';
import { expectProblem, places } from '../../support/problem.js';

const household: Fixture = { entities: householdEntities, options: {}, fill: fillHousehold };

forEachMount(household, (stage) => {
  const { post, get } = bind(stage);

  test('the new entity belongs to the one in the path', async () => {
    const answer = await post('/users/1/pets', { name: 'Yoshi', age: 3 });
    expect(answer.status).toBe(201);
    expect(answer.json).toMatchObject({ name: 'Yoshi', age: 3, edges: { owner: { id: 1, name: 'Ada' } } });
    expect(answer.headers.location).toBe(`/pets/${idOf(answer)}`);
    expect((await get(answer.headers.location ?? '')).text).toBe(answer.text);
  });

  test('what the path says is no key of the body', async () => {
    const faults = expectProblem(
      await post('/users/1/pets', { name: 'Yoshi', owner: 1 }),
      400,
      'invalid_request',
    );
    expect(faults).toMatchObject([{ pointer: '/owner', code: 'unknown_key' }]);
  });

  test('other edges are set as on any create', async () => {
    const answer = await post('/users/1/pets', { name: 'Yoshi', sitter: 2, toys: [toyId] });
    expect(answer.json).toMatchObject({ edges: { owner: { id: 1 }, toys: [{ label: 'Ball' }] } });
    expect((await get(`/pets/${idOf(answer)}/sitter`)).json).toMatchObject({ name: 'Ben' });
  });

  test.each([
    ['does not exist', '/users/99/pets'],
    ['has no such id', '/users/x/pets'],
    ['is deleted', '/users/3/pets'],
    ['does not exist, and links are in a table', '/users/99/clubs'],
    ['is deleted, and links are in a table', '/users/3/clubs'],
    ['does not exist, and its key has several columns', '/buildings/Main,9/rooms'],
  ])('a parent that %s is a 404, and nothing is written', async (_, path) => {
    const body = path.endsWith('rooms') ? { door: 1 } : { name: 'Yoshi' };
    const problem = await post(path, body);
    expectProblem(problem, 404, 'not_found');
    expect(problem.json).toMatchObject({
      detail: expect.stringMatching(/^There is no (User|Building) /) as unknown,
    });
    expect((await get('/pets')).json).toMatchObject({ total_count: 1 });
    expect((await get('/clubs')).json).toMatchObject({ total_count: 2 });
  });

  test('a missing parent comes before missing ids in the body, faults of the body before both', async () => {
    expectProblem(await post('/users/99/pets', { name: 'Y', sitter: 98, toys: [] }), 404, 'not_found');
    expectProblem(await post('/users/99/pets', { name: 'Y', sitter: 98, toys: [toyId] }), 404, 'not_found');
    const faults = expectProblem(
      await post('/users/1/pets', { name: 'Y', sitter: 98 }),
      400,
      'invalid_request',
    );
    expect(faults).toMatchObject([{ pointer: '/sitter', code: 'not_found' }]);
    stage.statements.clear();
    expect(
      places(expectProblem(await post('/users/99/pets', { age: 'old' }), 400, 'invalid_request')),
    ).toEqual(['/age', '/name']);
    expect(stage.statements.texts).toEqual([]);
  });

  test('rules, client ids and unique keys are those of any create', async () => {
    expect(
      expectProblem(await post('/users/1/pets', { name: 'A very long name' }), 400, 'invalid_request'),
    ).toMatchObject([{ pointer: '/name', detail: 'A pet has a short name.' }]);
    expect((await post('/users/1/pets', { id: 77, name: 'Yoshi' })).headers.location).toBe('/pets/77');
    const taken = await post('/users/1/pets', { name: 'Rex' });
    expect(places(expectProblem(taken, 409, 'already_exists'))).toEqual(['/name']);
    expect((await post('/users/2/pets', { name: 'Rex' })).status).toBe(201);
  });

  test('an edge back that does not show is set, too', async () => {
    const answer = await post('/users/2/notes', { text: 'a' });
    expect(answer.json).toEqual({ id: idOf(answer), text: 'a', edges: {} });
    expect((await get('/users/2/notes')).json).toMatchObject({ content: [{ text: 'a' }] });
    expect(
      places(expectProblem(await post('/users/2/notes', { text: 'a', author: 1 }), 400, 'invalid_request')),
    ).toEqual(['/author']);
  });

  test('an edge back that clients cannot set is set, too', async () => {
    expect((await post('/users/2/tasks', { title: 'a' })).json).toMatchObject({
      edges: { owner: { id: 2 } },
    });
  });

  test('a link of a join table is added, from either side', async () => {
    const club = await post('/users/2/clubs', { name: 'Bridge', members: [1] });
    expect(club.headers.location).toBe(`/clubs/${idOf(club)}`);
    expect((await get(`/clubs/${idOf(club)}/members`)).json).toMatchObject({
      content: [{ id: 1 }, { id: 2 }],
    });
    const user = await post('/clubs/1/members', { name: 'Dan', clubs: [1, 2] });
    expect((await get(`/users/${idOf(user)}/clubs`)).json).toMatchObject({ content: [{ id: 1 }, { id: 2 }] });
  });

  test('an edge without an edge back has an endpoint, too', async () => {
    const toy = await post('/pets/1/toys', { label: 'Bone' });
    expect((await get('/pets/1')).json).toMatchObject({ edges: { toys: [toy.json] } });
  });

  test('a key of several columns: the parent gives its part', async () => {
    const answer = await post('/buildings/Main,1/rooms', { door: 7, annex: 'Main,2' });
    expect(answer.json).toMatchObject({ street: 'Main', number: 1, door: 7 });
    expect(answer.headers.location).toBe('/rooms/Main,1,7');
    expect((await get('/rooms/Main,1,7/annex')).json).toMatchObject({ number: 2 });
    expect((await post('/buildings/Main,1/rooms', { door: 8, annex: null })).status).toBe(201);
    const faults = expectProblem(
      await post('/buildings/Main,1/rooms', { door: 9, annex: 'Side,1' }),
      400,
      'invalid_request',
    );
    expect(faults).toMatchObject([
      {
        pointer: '/annex',
        code: 'conflict',
        detail: "'annex' and the path name different rows where they share a column.",
      },
    ]);
  });

  test('of several classes, the body names one', async () => {
    const car = await post('/users/2/vehicles', { kind: 'Car', plate: 'C 3', doors: 2 });
    expect(car.json).toMatchObject({ kind: 'Car', doors: 2, edges: { owner: { id: 2 } } });
    expect(car.headers.location).toBe(`/vehicles/${idOf(car)}`);
    const plain = await post('/users/2/vehicles', { plate: 'D 4' });
    expect(plain.json).toMatchObject({ kind: 'Vehicle', edges: { owner: { id: 2 } } });
    for (const kind of ['Car', 'Bike', 'Vehicle'])
      expect(
        places(
          expectProblem(
            await post('/users/2/vehicles', {
              kind,
              plate: 'E',
              owner: 2,
              ...(kind === 'Car' ? { doors: 1 } : {}),
            }),
            400,
            'invalid_request',
          ),
        ),
      ).toEqual(['/owner']);
    expectProblem(await post('/users/2/vehicles', { kind: 'Boat', plate: 'E' }), 400, 'invalid_request');
    expectProblem(await post('/users/99/vehicles', { kind: 'Car', plate: 'E', doors: 2 }), 404, 'not_found');
  });

  test('an edge that a class inherits is that of its own rows', async () => {
    expect((await post('/cars/1/repairs', { part: 'door' })).status).toBe(201);
    expect((await post('/vehicles/1/repairs', { part: 'tyre' })).status).toBe(201);
    expectProblem(await post('/bikes/1/repairs', { part: 'chain' }), 404, 'not_found');
    expect((await get('/vehicles/1/repairs')).json).toMatchObject({ total_count: 2 });
  });

  test('the path has these methods', async () => {
    expect((await stage.client.send('OPTIONS', '/users/1/pets')).headers.allow).toBe(
      'GET, HEAD, POST, OPTIONS',
    );
    const refused = await stage.client.send('PATCH', '/users/1/pets');
    expectProblem(refused, 405, 'method_not_allowed');
    expect(refused.headers.allow).toBe('GET, HEAD, POST, OPTIONS');
    expectProblem(await post('/vehicles/1/owner', {}), 405, 'method_not_allowed');
  });

  test('the query is that of any create', async () => {
    expect((await post('/users/1/pets?pretty=true', { name: 'Y' })).text).toMatch(/^\{\n {2}"id"/);
    expect(
      places(expectProblem(await post('/users/1/pets?page=1', { name: 'Y' }), 400, 'invalid_request')),
    ).toEqual(['page']);
  });

  test('the version of the parent stays: its row is not written', async () => {
    await post('/users/1/pets', { name: 'Yoshi' });
    await post('/users/1/clubs', { name: 'Bridge' });
    expect((await get('/users/1')).json).toMatchObject({ version: 1 });
  });
});

describe('statements', () => {
  forEachDatabase(household, (stage) => {
    const { post, count } = bind(stage);

    // The first write of a connection may take more.
    beforeEach(() => post('/toys', { label: 'X' }));

    test('a foreign key costs what it costs on any create', async () => {
      const plain = await count(() => post('/pets', { name: 'Y', owner: 1 }));
      expect(await count(() => post('/users/1/pets', { name: 'Z' }))).toEqual(plain);
    });

    test('a link costs two more: its parent is looked up, and it is inserted', async () => {
      await count(() => post('/pets/1/toys', { label: 'Z' }));
      const verbs = stage.statements.texts.flatMap((text) => /^(SELECT|INSERT)/.exec(text)?.[1] ?? []);
      expect(verbs).toEqual(['SELECT', 'INSERT', 'INSERT', 'SELECT']);
    });
  });
});

/** What hooks were called with. */
const calls: unknown[] = [];
const observed: Fixture = {
  ...household,
  options: {
    hooks: [
      hooksFor<User>(User, { allow: record('User') }),
      hooksFor<Pet>(Pet, {
        allow: record('Pet'),
        before: {
          create({ entity }) {
            calls.push(['before', entity.name, entity.owner]);
            if (entity.name === 'Moved') entity.owner = Object.assign(new User(), { id: 2 });
          },
        },
        after: {
          async create({ entity, manager }) {
            calls.push(['after', entity.id > 0, await manager.countBy(Pet, { owner: { id: 1 } })]);
          },
        },
      }),
      hooksFor<Vehicle>(Vehicle, { allow: record('Vehicle') }),
    ],
  },
};

function record(name: string) {
  return ({ operation }: AllowRequest) => {
    calls.push([name, operation]);
    return true;
  };
}

describe('with hooks', () => {
  forEachMount(observed, (stage) => {
    const { post, get, count } = bind(stage);
    beforeEach(() => calls.splice(0));

    test('they are asked for the parent and for the new entity, and find it under its parent', async () => {
      expect((await post('/users/1/pets', { name: 'Yoshi' })).status).toBe(201);
      expect(calls).toEqual([
        ['User', 'read'],
        ['Pet', 'create'],
        ['before', 'Yoshi', { id: 1 }],
        ['after', true, 2],
      ]);
    });

    test('they can put it elsewhere', async () => {
      expect((await post('/users/1/pets', { name: 'Moved' })).json).toMatchObject({
        edges: { owner: { id: 2 } },
      });
    });

    test('no hook of a write runs without the parent', async () => {
      expectProblem(await post('/users/99/pets', { name: 'Yoshi', sitter: 98 }), 404, 'not_found');
      expect(calls).toHaveLength(2);
      expect((await get('/pets')).json).toMatchObject({ total_count: 1 });
    });

    test('a class is asked for by the hooks of its parent class, once', async () => {
      await post('/users/1/vehicles', { kind: 'Car', plate: 'C', doors: 2 });
      expect(calls).toEqual([
        ['User', 'read'],
        ['Vehicle', 'create'],
      ]);
    });

    test('statements are those of a create with the edge in the body', async () => {
      const plain = await count(() => post('/pets', { name: 'Y', owner: 1 }));
      expect(await count(() => post('/users/1/pets', { name: 'Z' }))).toBe(plain);
    });
  });
});

interface State {
  readonly user?: number;
  readonly ages?: number[];
  readonly refuses?: string;
}

const restricted: Fixture = {
  ...household,
  options: {
    policies: [
      policyFor(User, ({ state }: PolicyRequest<State>) =>
        state.user === undefined ? true : { id: state.user },
      ),
      policyFor(Pet, ({ state }: PolicyRequest<State>) =>
        state.ages === undefined ? true : { age: state.ages },
      ),
      policyFor(Building, ({ state }: PolicyRequest<State>) =>
        state.user === undefined ? true : { number: state.user },
      ),
    ],
    hooks: [User, Pet].map((entity) =>
      hooksFor<object, State>(entity, {
        allow: ({ operation, state }) => state.refuses !== `${entity.name} ${operation}`,
      }),
    ),
  },
};

describe('with policies', () => {
  forEachDatabase(restricted, (stage) => {
    const as = (state: State) => DirectClient.of(stage.dataSource, restricted.options).as(state);
    const countPets = () => stage.dataSource.getRepository(Pet).count();

    test.each<[string, State, string, object, number]>([
      ['the parent shows', { user: 1 }, '/users/1/pets', { name: 'Y' }, 201],
      ['the parent is hidden', { user: 2 }, '/users/1/pets', { name: 'Y' }, 404],
      [
        'the parent is hidden, and the new row would be, too',
        { user: 2, ages: [1] },
        '/users/1/pets',
        { name: 'Y', age: 2 },
        404,
      ],
      ['the new row shows', { ages: [1] }, '/users/1/pets', { name: 'Y', age: 1 }, 201],
      ['the new row would be hidden', { ages: [1] }, '/users/1/pets', { name: 'Y', age: 2 }, 403],
      ['an id in the body is hidden', { user: 1 }, '/users/1/pets', { name: 'Y', sitter: 2 }, 400],
      ['the parent of a link shows', { user: 1 }, '/users/1/clubs', { name: 'Y' }, 201],
      ['the parent of a link is hidden', { user: 2 }, '/users/1/clubs', { name: 'Y' }, 404],
      ['the parent of a key shows', { user: 1 }, '/buildings/Main,1/rooms', { door: 1 }, 201],
      ['the parent of a key is hidden', { user: 2 }, '/buildings/Main,1/rooms', { door: 1 }, 404],
      [
        'the parent of a class is hidden',
        { user: 2 },
        '/users/1/vehicles',
        { kind: 'Bike', plate: 'Y' },
        404,
      ],
      ['the parent may not be read', { refuses: 'User read' }, '/users/1/pets', { name: 'Y' }, 403],
      ['the target may not be created', { refuses: 'Pet create' }, '/users/1/pets', { name: 'Y' }, 403],
      ['other operations are refused', { refuses: 'Pet read' }, '/users/1/pets', { name: 'Y' }, 201],
    ])('%s', async (_, state, path, body, status) => {
      const answer = await as(state).post(path, body);
      expect(answer.status).toBe(status);
      expect(await countPets()).toBe(status === 201 && path.endsWith('pets') ? 2 : 1);
    });
  });
});

forEachDatabase(household, (stage) => {
  test('the document has the endpoint, its body, and its answers', () => {
    const { document } = DirectClient.of(stage.dataSource, household.options);
    expect(routesIn(document).filter((route) => route.startsWith('POST /users'))).toEqual([
      'POST /users',
      'POST /users/{id}/pets',
      'POST /users/{id}/notes',
      'POST /users/{id}/tasks',
      'POST /users/{id}/vehicles',
      'POST /users/{id}/clubs',
    ]);
    const pets = operationIn(document, 'POST /users/{id}/pets');
    expect(pets).toMatchObject({
      operationId: 'create_user_pets',
      summary: 'Create a Pet in the pets of a User',
    });
    expect(pets?.statuses).toEqual([
      '201',
      '400',
      '404',
      '406',
      '409',
      '412',
      '413',
      '415',
      '431',
      '500',
      '503',
      '504',
    ]);
    expect(pets?.body).toEqual(schemaIn(document, 'UserPetsCreate'));
    expect(operationIn(document, 'POST /users/{id}/clubs')?.body).toEqual(schemaIn(document, 'ClubCreate'));
    expect(Object.keys(schemaIn(document, 'UserPetsCreate')?.properties ?? {})).toEqual(
      Object.keys(schemaIn(document, 'PetCreate')?.properties ?? {}).filter((key) => key !== 'owner'),
    );
    expect(schemaIn(document, 'BuildingRoomsCreate')?.required).toEqual(['door']);
    expect(Object.keys(schemaIn(document, 'UserVehiclesCarVariantCreate')?.properties ?? {})).toEqual([
      'kind',
      'plate',
      'doors',
      'repairs',
    ]);
  });
});

forEachDatabase(petstore, (stage) => {
  test('an edge without the annotation has no such endpoint', async () => {
    const refused = await stage.client.post('/users/1/pets', { name: 'Yoshi' });
    expectProblem(refused, 405, 'method_not_allowed');
    expect(refused.headers.allow).toBe('GET, HEAD, OPTIONS');
  });
});

function idOf({ json }: { readonly json: unknown }): number {
  return (json as { id: number }).id;
}

function bind(stage: Stage) {
  return {
    post: (path: string, body: unknown) => stage.client.post(path, body),
    get: (path: string) => stage.client.get(path),
    /** How many statements a request takes. */
    async count(request: () => Promise<unknown>): Promise<number> {
      await stage.statements.settled();
      stage.statements.clear();
      await request();
      await stage.statements.settled();
      return stage.statements.count;
    },
  };
}
