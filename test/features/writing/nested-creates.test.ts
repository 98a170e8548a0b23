// @NestedCreate: a create whose edges take create bodies beside ids.
import { hooksFor, policyFor, type AllowRequest, type PolicyRequest } from '@decorest/core';
import { tableDigest } from '../../abuse/table-digest.js';
import { DirectClient } from '../../support/direct-client.js';
import { operationIn, propertyIn, schemaIn } from '../../support/document-parts.js';
import { forEachDatabase, forEachMount, type Fixture, type Stage } from '../../support/for-each-database.js';
import {
  Car,
  Club,
  fillGuild,
  guildEntities,
  Member,
  Pet,
  Team,
  Toy,
  Vehicle,
} from '../../support/guild-entities.js';
import { expectProblem, places } from '../../support/problem.js';
import type { TestDatabase } from '../../support/test-database.js';

const guild: Fixture = { entities: guildEntities, options: {}, fill: fillGuild };

forEachMount(guild, (stage) => {
  const { post, get, digest } = bind(stage);

  test('edges of every kind create their entities', async () => {
    const answer = await post('/members', {
      name: 'Ben',
      team: { name: 'Blue' },
      passport: { code: 'P2' },
      badge: { label: 'B2' },
      pets: [2, { name: 'Tom', toys: [1] }, { name: 'Kit' }],
      vehicles: [{ kind: 'Car', plate: 'C', doors: 4 }, { plate: 'V' }],
      clubs: [{ name: 'Go', members: [1] }, 1],
    });
    expect(answer.status).toBe(201);
    expect(answer.json).toEqual({
      id: 2,
      name: 'Ben',
      edges: {
        team: { id: 2, name: 'Blue', edges: {} },
        passport: { id: 2, code: 'P2', edges: {} },
        badge: { id: 2, label: 'B2', edges: {} },
        pets: [
          { id: 2, name: 'Mia', notes: null, edges: {} },
          { id: 3, name: 'Tom', notes: null, edges: {} },
          { id: 4, name: 'Kit', notes: null, edges: {} },
        ],
        vehicles: [
          { id: 1, kind: 'Car', plate: 'C', doors: 4, edges: {} },
          { id: 2, kind: 'Vehicle', plate: 'V', edges: {} },
        ],
        clubs: [
          { id: 1, name: 'Chess', edges: {} },
          { id: 2, name: 'Go', edges: {} },
        ],
      },
    });
    expect(answer.headers.location).toBe('/members/2');
    expect((await get('/members/2')).text).toBe(answer.text);
    expect((await get('/pets/3')).json).toMatchObject({ edges: { toys: [{ label: 'Ball' }] } });
    expect((await get('/clubs/2/members')).json).toMatchObject({
      content: [{ name: 'Ada' }, { name: 'Ben' }],
    });
  });

  test('ids alone are what they are without the annotation', async () => {
    const answer = await post('/members', { name: 'Ben', team: 1, pets: [2], clubs: [1], badge: 1 });
    expect(answer.json).toMatchObject({ edges: { team: { id: 1 }, pets: [{ id: 2 }], badge: { id: 1 } } });
    expect(
      places(expectProblem(await post('/members', { name: 'Dan', team: null }), 400, 'invalid_request')),
    ).toEqual(['/team']);
  });

  test('empty lists and nulls create nothing', async () => {
    const body = { name: 'Ben', team: { name: 'Blue' }, passport: null, badge: null, pets: [], vehicles: [] };
    expect((await post('/members', body)).json).toMatchObject({
      edges: { passport: null, badge: null, pets: [] },
    });
  });

  test('all faults come at once, each at its place', async () => {
    const before = await digest();
    const answer = await post('/members', {
      name: 7,
      team: { name: null, members: 'x' },
      passport: { code: 'P2', holder: 1 },
      pets: [{ name: 'A very long name' }, 'x', { name: 'Tom', owner: 1 }, { toys: [{ label: 'T' }] }],
      vehicles: [{ kind: 'Boat' }, { kind: 'Car', plate: 'C' }],
      clubs: [{ name: 'Go' }, {}, [1]],
      other: 1,
    });
    expect(places(expectProblem(answer, 400, 'invalid_request'))).toEqual([
      '/clubs/1/name',
      '/clubs/2',
      '/name',
      '/other',
      '/passport/holder',
      '/pets/0/name',
      '/pets/1',
      '/pets/2/owner',
      '/pets/3/name',
      '/pets/3/toys/0',
      '/team/members',
      '/team/name',
      '/vehicles/0/kind',
      '/vehicles/1/doors',
    ]);
    expect(await digest()).toBe(before);
  });

  test.each<[string, object, string, string]>([
    ['an id that does not exist', { pets: [{ name: 'Tom' }, 99] }, '/pets', 'not_found'],
    [
      'an id inside that does not exist',
      { pets: [2, { name: 'Tom', toys: [99] }] },
      '/pets/1/toys',
      'not_found',
    ],
    [
      'an id inside that does not exist, of what is created before',
      { team: { name: 'Blue', members: [99] } },
      '/team/members',
      'not_found',
    ],
    ['a taken value', { pets: [2, { name: 'Rex' }] }, '/pets/1/name', 'taken'],
    ['a taken value of what is created before', { team: { name: 'Red' } }, '/team/name', 'taken'],
    ['a value that two of them have', { clubs: [{ name: 'Go' }, { name: 'Go' }] }, '/clubs/1/name', 'taken'],
    ['a taken value of its own', { name: 'Ada', pets: [{ name: 'Tom' }] }, '/name', 'taken'],
    ['a row of another', { pets: [1, { name: 'Tom' }] }, '/pets', 'conflict'],
    ['a text that cannot be stored', { pets: [2, { name: '\u0000' }] }, '/pets/1/name', 'invalid'],
  ])('%s: nothing is written', async (_, body, pointer, code) => {
    const before = await digest();
    const answer = await post('/members', { name: 'Ben', team: { name: 'Blue' }, ...body });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect((answer.json as { errors?: unknown }).errors).toMatchObject([{ pointer, code }]);
    expect(await digest()).toBe(before);
  });

  test('numbers in JSON columns are not rounded', async () => {
    const body = '{"name":"Ben","team":1,"pets":[{"name":"Tom","notes":{"n":12345678901234567890}}]}';
    const headers = { 'content-type': 'application/json' };
    const answer = await stage.client.send('POST', '/members', { body, headers });
    expect(places(expectProblem(answer, 400, 'invalid_request'))).toEqual(['/pets/0/notes/n']);
  });

  test('an edge has as many items as any list', async () => {
    const pets = Array.from({ length: 101 }, (_, at) => ({ name: `p${at}` }));
    const faults = expectProblem(
      await post('/members', { name: 'Ben', team: 1, pets }),
      400,
      'invalid_request',
    );
    expect(faults).toMatchObject([{ pointer: '/pets', code: 'too_many' }]);
    const rooms = Array.from({ length: 101 }, (_, door) => ({ door }));
    const ofRooms = expectProblem(
      await post('/houses', { street: 'New', number: 1, rooms }),
      400,
      'invalid_request',
    );
    expect(ofRooms).toMatchObject([{ pointer: '/rooms', code: 'too_many' }]);
  });

  test('a key that holds the key of its parent', async () => {
    const answer = await post('/houses', { street: 'New', number: 3, rooms: [{ door: 1 }, { door: 2 }] });
    expect(answer.json).toMatchObject({
      edges: { rooms: [{ street: 'New', number: 3, door: 1 }, { door: 2 }] },
    });
    const refused = await post('/houses', { street: 'New', number: 4, rooms: ['New,3,1', 1] });
    expect(places(expectProblem(refused, 400, 'invalid_request'))).toEqual(['/rooms/0', '/rooms/1']);
    expect(
      places(
        expectProblem(await post('/houses', { street: 'New', number: 5, rooms: {} }), 400, 'invalid_request'),
      ),
    ).toEqual(['/rooms']);
    const faults = expectProblem(
      await post('/houses', { street: 'New', number: 6, rooms: [{ door: 1, annex: 'Side,1' }] }),
      400,
      'invalid_request',
    );
    expect(faults).toMatchObject([
      {
        pointer: '/rooms/0/annex',
        detail: "'annex' and the new House name different rows where they share a column.",
      },
    ]);
  });

  test('a create under an edge creates what its own body has', async () => {
    const answer = await post('/members/1/pets', { name: 'Tom', toys: [{ label: 'Bone' }, 1] });
    expect(answer.json).toMatchObject({ edges: { toys: [{ label: 'Ball' }, { label: 'Bone' }] } });
    const under = await post('/members/99/pets', { name: 'Kit', toys: [{ label: 'Bone' }] });
    expectProblem(under, 404, 'not_found');
  });

  test('an update takes ids only', async () => {
    const faults = expectProblem(
      await stage.client.patch('/members/1', { team: { name: 'Blue' }, add_pets: [{ name: 'Tom' }] }),
      400,
      'invalid_request',
    );
    expect(places(faults)).toEqual(['/add_pets/0', '/team']);
  });
});

describe('statements', () => {
  forEachDatabase(guild, (stage) => {
    const { post } = bind(stage);

    test('they are those of the creates, without reading each back', async () => {
      stage.statements.clear();
      await post('/members', {
        name: 'Ben',
        team: { name: 'Blue' },
        clubs: [{ name: 'Go' }],
        pets: [{ name: 'Tom' }],
      });
      await stage.statements.settled();
      const inserts = stage.statements.texts.flatMap(
        (text) => /^INSERT INTO [`"]?(\w+)/.exec(text)?.[1] ?? [],
      );
      expect(inserts.filter((table) => table !== 'member_clubs_club')).toEqual([
        'team',
        'member',
        'club',
        'pet',
      ]);
    });

    test('without objects they are those of an edge without the annotation', async () => {
      stage.statements.clear();
      await post('/members', { name: 'Ben', team: 1 });
      await stage.statements.settled();
      expect(stage.statements.texts.filter((text) => text.startsWith('INSERT'))).toHaveLength(1);
    });
  });
});

/** What hooks were called with. */
const calls: unknown[] = [];

interface Asked {
  readonly refuses?: string;
}

function record(name: string) {
  return ({ operation, state }: AllowRequest<Asked>) => {
    calls.push([name, operation]);
    return state.refuses !== `${name} ${operation}`;
  };
}

const observed: Fixture = {
  ...guild,
  options: {
    hooks: [
      hooksFor<Member, Asked>(Member, {
        allow: record('Member'),
        before: { create: ({ entity }) => void calls.push(['before', entity.name, entity.team]) },
        after: { create: ({ entity }) => void calls.push(['after', entity.name]) },
      }),
      hooksFor<Pet, Asked>(Pet, {
        allow: record('Pet'),
        before: { create: ({ entity }) => void calls.push(['before', entity.name, entity.owner]) },
        after: { create: ({ entity }) => void calls.push(['after', entity.name]) },
      }),
      hooksFor<Vehicle, Asked>(Vehicle, { allow: record('Vehicle') }),
      hooksFor<Car, Asked>(Car, { allow: record('Car') }),
    ],
  },
};

describe('with hooks', () => {
  forEachDatabase(observed, (stage) => {
    const as = (state: object) => DirectClient.of(stage.dataSource, observed.options).as(state);
    beforeEach(() => calls.splice(0));

    test('they are asked once for the target, and called for each entity in the order of the writes', async () => {
      const pets = [{ name: 'Tom' }, { name: 'Kit' }];
      expect((await as({}).post('/members', { name: 'Ben', team: { name: 'Blue' }, pets })).status).toBe(201);
      expect(calls).toEqual([
        ['Member', 'create'],
        ['Pet', 'create'],
        ['before', 'Ben', { id: 2 }],
        ['after', 'Ben'],
        ['before', 'Tom', { id: 2 }],
        ['after', 'Tom'],
        ['before', 'Kit', { id: 2 }],
        ['after', 'Kit'],
      ]);
    });

    test('they are not asked where a body has ids only', async () => {
      await as({}).post('/members', { name: 'Ben', team: 1, pets: [2] });
      expect(calls.filter((call) => String(call).startsWith('Pet'))).toEqual([]);
    });

    test('those of a class are asked', async () => {
      const vehicles = [{ kind: 'Car', plate: 'C', doors: 1 }];
      await as({}).post('/members', { name: 'Ben', team: 1, vehicles });
      expect(calls.slice(1, 3)).toEqual([
        ['Vehicle', 'create'],
        ['Car', 'create'],
      ]);
    });

    test.each([
      ['Pet create', { pets: [{ name: 'Tom' }] }, 403],
      ['Pet create', { pets: [{ name: 7 }] }, 403],
      ['Pet create', { pets: [2] }, 201],
      ['Car create', { vehicles: [{ kind: 'Car', plate: 'C', doors: 1 }] }, 403],
      ['Car create', { vehicles: [{ plate: 'C' }] }, 201],
    ])('%s is refused: %j is a %d', async (refuses, body, status) => {
      const answer = await as({ refuses }).post('/members', { name: 'Ben', team: 1, ...body });
      expect(answer.status).toBe(status);
      expect(await stage.dataSource.getRepository(Member).count()).toBe(status === 201 ? 2 : 1);
    });
  });
});

interface State {
  readonly member?: string;
  readonly pet?: string;
  readonly team?: string;
  readonly toy?: string;
}
const restricted: Fixture = {
  ...guild,
  options: {
    policies: [
      policyFor(Member, ({ state }: PolicyRequest<State>) =>
        state.member === undefined ? true : { name: state.member },
      ),
      policyFor(Pet, ({ state }: PolicyRequest<State>) =>
        state.pet === undefined ? true : { name: state.pet },
      ),
      policyFor(Team, ({ state }: PolicyRequest<State>) =>
        state.team === undefined ? true : { name: state.team },
      ),
      policyFor(Toy, ({ state }: PolicyRequest<State>) =>
        state.toy === undefined ? true : { label: state.toy },
      ),
      policyFor(Club, () => true),
    ],
  },
};

describe('with policies', () => {
  forEachDatabase(restricted, (stage) => {
    const { digest } = bind(stage);
    const body = {
      name: 'Ben',
      team: { name: 'Blue' },
      pets: [{ name: 'Tom', toys: [1] }],
      clubs: [{ name: 'Go' }],
    };

    test.each<[string, State, number, string[]]>([
      ['all show', { member: 'Ben', pet: 'Tom', team: 'Blue', toy: 'Ball' }, 201, []],
      ['the row itself would be hidden', { member: 'Ada' }, 403, []],
      ['a row that it creates would be hidden', { pet: 'Rex' }, 403, ['/pets/0']],
      ['a row that it refers to would be hidden', { team: 'Red' }, 403, ['/team']],
      ['an id inside is hidden', { toy: 'Bone' }, 400, ['/pets/0/toys']],
    ])('%s', async (_, state, status, pointers) => {
      const before = await digest();
      const answer = await DirectClient.of(stage.dataSource, restricted.options)
        .as(state)
        .post('/members', body);
      expect(answer.status).toBe(status);
      expect(
        ((answer.json as { errors?: { pointer: string }[] }).errors ?? []).map(({ pointer }) => pointer),
      ).toEqual(pointers);
      expect((await digest()) === before).toBe(status !== 201);
    });
  });
});

forEachDatabase(guild, (stage) => {
  test('the document has both: ids, and bodies', () => {
    const { document } = DirectClient.of(stage.dataSource, guild.options);
    const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
    expect(propertyIn(document, 'MemberCreate', 'pets')).toMatchObject({
      type: 'array',
      maxItems: 100,
      items: { oneOf: [{ type: 'integer' }, ref('MemberPetsNestedCreate')] },
    });
    expect(propertyIn(document, 'MemberCreate', 'team')).toMatchObject({
      oneOf: [{ type: 'integer' }, ref('TeamCreate')],
    });
    expect(propertyIn(document, 'MemberCreate', 'passport')).toMatchObject({
      oneOf: [{ type: 'integer' }, ref('MemberPassportCreate'), { type: 'null' }],
    });
    expect(propertyIn(document, 'MemberCreate', 'clubs')).toMatchObject({
      items: { oneOf: [{}, ref('ClubCreate')] },
    });
    expect(propertyIn(document, 'HouseCreate', 'rooms')).toMatchObject({ items: ref('HouseRoomsCreate') });
    expect(Object.keys(schemaIn(document, 'MemberPetsNestedCreate')?.properties ?? {})).toEqual([
      'name',
      'notes',
      'toys',
    ]);
    expect(propertyIn(document, 'MemberPetsCreate', 'toys')).toMatchObject({
      items: { oneOf: [{}, ref('ToyCreate')] },
    });
    expect(propertyIn(document, 'MemberPetsNestedCreate', 'toys')).toMatchObject({
      items: { type: 'integer' },
    });
    expect(propertyIn(document, 'MemberUpdate', 'team')).toMatchObject({ type: 'integer' });
    expect(operationIn(document, 'POST /members')?.statuses).toContain('409');
  });
});

function bind(stage: Stage) {
  return {
    post: (path: string, body: unknown) => stage.client.post(path, body),
    get: (path: string) => stage.client.get(path),
    digest: () => tableDigest({ name: stage.database, dataSource: stage.dataSource } as TestDatabase),
  };
}
