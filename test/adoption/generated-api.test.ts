// What the adopted API answers beside the application's own routes, on SQLite and on PostgreSQL.
import { documentValidator } from '../support/document-validator.js';
import type { Answer } from '../support/http-client.js';
import { expectProblem } from '../support/problem.js';
import { adopted, Timesheets, withPostgres, type Who } from './timesheets.js';

const openings = {
  SQLite: (use: (url: string) => Promise<void>) => use('sqlite::memory:'),
  PostgreSQL: (use: (url: string) => Promise<void>) => withPostgres(use),
};

/** The contents of a list, by one member of each. */
function column(answer: Answer, name: string): unknown[] {
  const { content } = answer.json as { content: Record<string, unknown>[] };
  return content.map((row) => row[name]);
}

describe.each(Object.entries(openings))('on %s', (_, opening) => {
  test('the day of a team', () => opening((url) => Timesheets.with(adopted, url, aDay)), 60_000);
});

async function aDay(application: Timesheets): Promise<void> {
  const document = await application.get('nobody', '/api/openapi.json');
  const check = documentValidator(document.json as Parameters<typeof documentValidator>[0]);
  const api = async (who: Who, method: string, path: string, body?: unknown): Promise<Answer> => {
    const answer = await application.send(who, method, `/api${path}`, body);
    check({ ...answer, method, path, body: answer.text === '' ? null : answer.text });
    return answer;
  };

  // A member has their own entries, a lead those of the team, an admin all.
  expect(column(await api('ben', 'GET', '/entries'), 'note')).toEqual(['Sponge', 'Icing', 'Photographs']);
  expect((await api('ada', 'GET', '/entries')).json).toMatchObject({ total_count: 5 });
  expect((await api('eve', 'GET', '/entries')).json).toMatchObject({ total_count: 7 });
  expect(column(await api('dan', 'GET', '/teams'), 'name')).toEqual(['Garage']);
  expect(column(await api('eve', 'GET', '/members'), 'fullName')).toEqual([
    'Ada',
    'Ben',
    'Cleo',
    'Dan',
    'Eve',
  ]);

  // Filters, sorting and pages are there for what is annotated.
  const cake = await api(
    'ada',
    'GET',
    '/entries?project.name.ihas=cake&day.gte=2025-09-02&sort=-day&per_page=2',
  );
  expect(column(cake, 'note')).toEqual(['Icing', 'Sponge']);
  expect(cake.json).toMatchObject({ total_count: 3, last_page: 2 });
  expect(cake.headers.link).toContain('/api/entries?');

  // Entries are written, with the rules of the class.
  const created = await api('ben', 'POST', '/entries', {
    day: '2025-09-05',
    minutes: 30,
    project: 1,
  });
  expect(created).toMatchObject({ status: 201, json: { id: 8, edges: { project: { name: 'Web shop' } } } });
  expect(created.headers.location).toBe('/api/entries/8');
  expect((await api('ben', 'PATCH', '/entries/8', { minutes: 45 })).json).toMatchObject({ minutes: 45 });
  const refused = await api('ben', 'PATCH', '/entries/8', { minutes: 2000, day: 'today' });
  expect(refused.json).toMatchObject({
    // The kind of the column, and the rule of the class.
    errors: [{ pointer: '/day' }, { pointer: '/day' }, { pointer: '/minutes' }],
  });
  expect((await api('ben', 'DELETE', '/entries/8')).status).toBe(204);

  // What nothing was said of is read-only, and the hash of the password is nowhere.
  expect((await api('eve', 'PATCH', '/members/2', { role: 'ADMIN' })).status).toBe(405);
  expect((await api('eve', 'DELETE', '/teams/1')).status).toBe(405);
  expect(document.text).not.toMatch(/password/i);
  expect((await api('eve', 'GET', '/members/1')).text).not.toMatch(/password|hash/i);

  // A project that its own route archives is gone from the API; its entries stay.
  expect((await application.send('ada', 'DELETE', '/projects/2')).status).toBe(204);
  expect(column(await api('ben', 'GET', '/projects'), 'name')).toEqual(['Web shop']);
  expect((await api('ben', 'GET', '/projects/2')).status).toBe(404);
  expect((await api('ben', 'GET', '/entries/3')).json).toMatchObject({
    note: 'Sponge',
    edges: { project: null },
  });
  expect(column(await api('ben', 'GET', '/entries?has.project=false'), 'id')).toEqual([3, 4]);

  await whoMayDoWhat(api);
}

type Ask = (who: Who, method: string, path: string, body?: unknown) => Promise<Answer>;

/** Ben works in Ada's team, Cleo leads another. */
async function whoMayDoWhat(api: Ask): Promise<void> {
  // Leads make, change and archive the projects of their team; members may not, with any body.
  for (const [method, path, body] of [
    ['POST', '/projects', { name: 'New' }],
    ['POST', '/projects', { nonsense: true }],
    ['PATCH', '/projects/1', { name: 'New' }],
    ['PATCH', '/projects/99', {}],
    ['DELETE', '/projects/1'],
  ] as const)
    expectProblem(await api('ben', method, path, body), 403, 'forbidden');
  const made = await api('ada', 'POST', '/projects', { name: 'New', customer: 'Own' });
  expect(made).toMatchObject({ status: 201, json: { id: 4, name: 'New' } });
  expect((await api('ben', 'GET', '/projects/4/team')).json).toMatchObject({ name: 'Bakery' });
  expect((await api('ada', 'PATCH', '/projects/4', { name: 'Newer' })).json).toMatchObject({ name: 'Newer' });
  expect((await api('eve', 'PATCH', '/projects/4', { name: 'Newest' })).status).toBe(200);
  expectProblem(await api('cleo', 'GET', '/projects/4'), 404, 'not_found');

  // An entry belongs to its creator, and keeps belonging to them.
  const entry = { day: '2025-09-08', minutes: 20, project: 4 };
  for (const [who, name] of [
    ['ben', 'Ben'],
    ['ada', 'Ada'],
  ] as const) {
    const { id } = (await api(who, 'POST', '/entries', entry)).json as { id: number };
    expect((await api('eve', 'GET', `/entries/${String(id)}/member`)).json).toMatchObject({ fullName: name });
    await api('ada', 'PATCH', `/entries/${String(id)}`, { minutes: 40 });
    expect((await api('eve', 'GET', `/entries/${String(id)}/member`)).json).toMatchObject({ fullName: name });
  }

  // Archived by its lead, it is gone.
  expect((await api('ada', 'DELETE', '/projects/4')).status).toBe(204);
  expectProblem(await api('ada', 'GET', '/projects/4'), 404, 'not_found');
}

describe('as a neighbour', () => {
  let application: Timesheets;
  beforeAll(async () => {
    application = await Timesheets.open(adopted);
  }, 30_000);
  afterAll(() => application.stop());

  test('who has no token gets the 401 of the application, in its format', async () => {
    const answer = await application.get('nobody', '/api/entries');
    const requestId = answer.headers['x-request-id'];
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
    expect(answer.json).toEqual({
      error: { status: 401, message: 'Log in, and send the token.', requestId },
    });
  });

  test('the documentation is open, says how to log in, and lists the 401', async () => {
    const page = await application.get('nobody', '/api/docs');
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const [, script = ''] = /<script src="([^"]+)"/.exec(page.text) ?? [];
    expect((await application.get('nobody', `/api/${script}`)).status).toBe(200);
    expect((await application.get('nobody', '/api/openapi.json')).json).toMatchObject({
      security: [{ bearer: [] }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
      paths: { '/entries': { get: { responses: { 401: { description: expect.any(String) as unknown } } } } },
    });
  });

  test('a problem has the id of the request that the application logs', async () => {
    const answer = await application.get('ben', '/api/entries/999');
    const requestId = answer.headers['x-request-id'];
    expect(requestId).toMatch(/^[\da-f-]{36}$/);
    expect(answer.json).toMatchObject({ code: 'not_found', request_id: requestId });
    expect(await application.loggedOf(requestId ?? '')).toEqual(['Not found', 'answered']);
  });

  test('a body that is not JSON is refused by the body parser in front, in its format', async () => {
    const answer = await application.send('ben', 'POST', '/api/entries', '{"day"');
    expect(answer).toMatchObject({ status: 400, json: { error: { status: 400 } } });
  });
});
