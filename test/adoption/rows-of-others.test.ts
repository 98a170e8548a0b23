// Attacks on the adopted application: tokens that are not good, and people who look for the rows of others in every
// place the document has. Every request is made, every answer searched.
import type { OpenApiDocument } from '../support/declared-response.js';
import { operationIn, routesIn } from '../support/document-parts.js';
import type { Answer } from '../support/http-client.js';
import { adopted, forged, Timesheets, withPostgres, type Who } from './timesheets.js';

let application: Timesheets;
beforeAll(async () => {
  application = await Timesheets.open(adopted);
}, 30_000);
afterAll(() => application.stop());

describe('tokens', () => {
  const now = Math.floor(Date.now() / 1000);
  const header = { alg: 'HS256' };
  const claims = { sub: '1', iss: 'timesheets', aud: 'timesheets-api', iat: now, exp: now + 600 };
  const ours = () => application.secret;

  const statusOf = async (token: string, scheme = 'Bearer'): Promise<number> => {
    const headers = { authorization: `${scheme} ${token}` };
    const { status } = await application.exchange('GET', '/api/entries', headers);
    expect((await application.exchange('GET', '/me', headers)).status).toBe(status);
    return status;
  };

  test('one that is as it should be is taken', async () => {
    expect(await statusOf(forged(ours(), header, claims))).toBe(200);
  });

  test.each<[string, () => string]>([
    ['none at all', () => ''],
    ['no token', () => 'entries'],
    ['the algorithm none, unsigned', () => forged(ours(), { alg: 'none' }, claims).replace(/[^.]*$/, '')],
    ['the algorithm none, signed', () => forged(ours(), { alg: 'none' }, claims)],
    ['another algorithm', () => forged(ours(), { alg: 'HS512' }, claims, 'sha512')],
    ['an algorithm of key pairs named', () => forged(ours(), { alg: 'RS256' }, claims)],
    ['no algorithm', () => forged(ours(), {}, claims)],
    ['a key that comes along', () => forged('key', { ...header, jwk: { kty: 'oct', k: 'a2V5' } }, claims)],
    ['the key of somebody else', () => forged('x'.repeat(64), header, claims)],
    ['an empty key', () => forged('', header, claims)],
    ['no signature', () => forged(ours(), header, claims).replace(/[^.]*$/, '')],
    ['claims that were changed', () => retold(forged(ours(), header, claims), { ...claims, sub: '5' })],
    ['an end that has come', () => forged(ours(), header, { ...claims, exp: now - 1 })],
    ['no end', () => forged(ours(), header, { ...claims, exp: undefined })],
    ['a beginning that has not come', () => forged(ours(), header, { ...claims, nbf: now + 600 })],
    ['another audience', () => forged(ours(), header, { ...claims, aud: 'another-api' })],
    ['no audience', () => forged(ours(), header, { ...claims, aud: undefined })],
    ['another issuer', () => forged(ours(), header, { ...claims, iss: 'another' })],
    ['nobody as its subject', () => forged(ours(), header, { ...claims, sub: undefined })],
    ['somebody who does not exist', () => forged(ours(), header, { ...claims, sub: '99' })],
    ['no number as its subject', () => forged(ours(), header, { ...claims, sub: '1 OR 1=1' })],
  ])('%s: 401', async (_, token) => {
    expect(await statusOf(token())).toBe(401);
  });

  test('not in another scheme, and not in the URL', async () => {
    const token = forged(ours(), header, claims);
    expect(await statusOf(token, 'Basic')).toBe(401);
    for (const name of ['token', 'access_token', 'authorization'])
      expect((await application.get('nobody', `/api/entries?${name}=${token}`)).status).toBe(401);
  });

  function retold(token: string, other: object): string {
    const [head = '', , signature = ''] = token.split('.');
    return [head, Buffer.from(JSON.stringify(other)).toString('base64url'), signature].join('.');
  }
});

test.each([
  '/api/docs/../entries',
  '/api/docs/%2e%2e/entries',
  '/api/docs/..%2fentries',
  '/api/openapi.json/../entries',
  '/login/../api/entries',
  '/health/../api/entries',
  '//api/entries',
  '/api//entries',
  '/API/entries',
  '/api/entries/',
  '/api/docs/entries',
])('no way round the login: %s', async (path) => {
  const answer = await application.get('nobody', path);
  expect([301, 401, 404]).toContain(answer.status);
  expect(answer.text).not.toMatch(/minutes|note|content/);
});

/** Words that only invisible rows of others contain. */
const secrets: Readonly<Record<string, RegExp>> = {
  ben: /Garage|Cleo|Dan|Engine|Otto|Diagnosis|secret|Office|Eve|Prices|First tasting/,
  ada: /Garage|Cleo|Dan|Engine|Otto|Diagnosis|secret|Office|Eve/,
  dan: /Bakery|Ada|Ben|shop|cake|Lovelace|Prices|tasting|Sponge|Icing|Photographs|Office|Eve|Diagnosis/,
};
const ids = Array.from({ length: 12 }, (_, index) => index + 1);

/** Every list, entity and edge of the document, with every id, and the names of its query parameters. */
async function* readable(): AsyncGenerator<{ target: string; query: readonly string[] }> {
  const document = (await application.get('nobody', '/api/openapi.json')).json as OpenApiDocument;
  for (const route of routesIn(document).filter((each) => each.startsWith('GET ')))
    for (const id of route.includes('{id}') ? ids : [0]) {
      const target = `/api${route.slice('GET '.length).replace('{id}', String(id))}`;
      yield { target, query: operationIn(document, route)?.query ?? [] };
    }
}

/** A test that most rows pass, those of others too. */
function passedByMost(parameter: string): string | undefined {
  if (parameter === 'sort') return 'sort=-id';
  if (/^has\.|\.null$/.test(parameter)) return `${parameter}=${String(parameter.startsWith('has.'))}`;
  if (parameter.endsWith('has')) return `${parameter}=e`;
  return /\.gte?$/.test(parameter) ? `${parameter}=2000-01-01` : undefined;
}

describe.each(Object.entries(secrets))('what %s cannot see', (name, secret) => {
  const search = async (target: string): Promise<number> => {
    const { status, text } = await application.get(name as Who, target);
    expect([target, secret.exec(text)?.[0]]).toEqual([target, undefined]);
    return status;
  };

  test('is in no list, entity or edge, by no id', async () => {
    const statuses: number[] = [];
    for await (const { target } of readable()) statuses.push(await search(target));
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(10);
    expect(statuses.filter((status) => status === 404).length).toBeGreaterThan(10);
  });

  test('is found by no filter and no sort key', async () => {
    const statuses: number[] = [];
    for await (const { target, query } of readable())
      for (const filter of query.map(passedByMost).filter((each) => each !== undefined))
        statuses.push(await search(`${target}?${filter}`));
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(20);
    expect(statuses).not.toContain(400);
  });
});

test("the name of another team's project looks like an unknown name", async () => {
  const bodyOf = ({ text }: Answer) => text;
  for (const word of ['Engine', 'engine', 'Eng'])
    for (const target of [
      '/api/projects?name.ihas=',
      '/api/entries?project.name.ihas=',
      '/api/teams/1/projects?name.ihas=',
    ])
      expect(bodyOf(await application.get('ben', target + word))).toBe(
        bodyOf(await application.get('ben', `${target}Nix`)),
      );
});

test('a write to, a move to or a reference to an invisible row is refused and changes nothing', async () => {
  await refuseEverything(application);
});

test('the same on PostgreSQL', async () => {
  await withPostgres((url) => Timesheets.with(adopted, url, refuseEverything));
}, 60_000);

type Refused = [who: Who, method: string, target: string, body: unknown, status: number];

async function refuseEverything(attacked: Timesheets): Promise<void> {
  const before = await everything(attacked);
  const entry = { day: '2025-09-09', minutes: 1 };
  const refused: Refused[] = [
    // Entries of others: they do not exist.
    ['ben', 'PATCH', '/api/entries/1', { minutes: 1 }, 404],
    ['ben', 'PATCH', '/api/entries/7', { minutes: 1 }, 404],
    ['ben', 'DELETE', '/api/entries/1', undefined, 404],
    ['ada', 'DELETE', '/api/entries/7', undefined, 404],
    // Projects of another team: their ids look unknown.
    ['ben', 'POST', '/api/entries', { ...entry, project: 3 }, 400],
    ['ben', 'PATCH', '/api/entries/3', { project: 3 }, 400],
    ['ada', 'PATCH', '/api/projects/3', { name: 'Mine' }, 404],
    ['ada', 'DELETE', '/api/projects/3', undefined, 404],
    // Nor is anything given to them, or taken.
    ['ada', 'POST', '/api/projects', { name: 'Theirs', team: 2 }, 400],
    ['eve', 'POST', '/api/projects', { name: 'Theirs', team: 2 }, 400],
    ['ada', 'PATCH', '/api/projects/1', { team: 2 }, 400],
    ['ada', 'PATCH', '/api/projects/1', { add_entries: [6] }, 400],
    ['ada', 'POST', '/api/projects', { name: 'Theirs', entries: [6] }, 400],
    // What only leads do.
    ['ben', 'POST', '/api/projects', { name: 'Mine' }, 403],
    ['ben', 'PATCH', '/api/projects/1', { name: 'Mine' }, 403],
    ['ben', 'DELETE', '/api/projects/1', undefined, 403],
    ['ben', 'DELETE', '/api/projects/3', undefined, 403],
    // In the name of another user, visible or not.
    ...[1, 2, 4, 99].flatMap((member): Refused[] => [
      ['ben', 'POST', '/api/entries', { ...entry, member, project: 1 }, 400],
      ['ada', 'POST', '/api/entries', { ...entry, member, project: 1 }, 400],
      ['ben', 'PATCH', '/api/entries/3', { member }, 400],
      ['ada', 'PATCH', '/api/entries/3', { member }, 400],
    ]),
    // Keys that are not there.
    ['ben', 'PATCH', '/api/entries/3', { id: 99 }, 400],
    ['ben', 'PATCH', '/api/entries/3', { member: { id: 1 } }, 400],
    ['ben', 'POST', '/api/entries', { ...entry, memberId: 1, project: 1 }, 400],
    ['ben', 'POST', '/api/entries', { ...entry, member_id: 1, project: 1 }, 400],
    ['ben', 'POST', '/api/entries', `{"__proto__": {"member": 1}, "day": "2025-09-09"}`, 400],
  ];
  for (const [who, method, target, body, status] of refused) {
    const answer = await attacked.send(who, method, target, body);
    expect([who, method, target, body, answer.status]).toEqual([who, method, target, body, status]);
  }
  expect(await everything(attacked)).toEqual(before);
}

/** All rows, as Eve sees them. */
async function everything(attacked: Timesheets): Promise<unknown[]> {
  const lists = ['/teams', '/members', '/projects', '/entries'].map((path) =>
    attacked.get('eve', `/api${path}?per_page=100`),
  );
  return (await Promise.all(lists)).map(({ json }) => json);
}
