// The diff in examples/existing-app is the adoption: without it there is an application that runs by itself, and its own
// routes are the same with it. With UPDATE_ADOPTION=1 the diff is written as it is now.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesIn } from '../support/documentation-pages.js';
import { repository } from '../support/markdown-table.js';
import { apply, BothStates, compiled, diffFile, renewDiff } from './adoption-diff.js';
import { adopted, Timesheets, withPostgres, type Who } from './timesheets.js';

let states: BothStates;
let before: string;
beforeAll(() => {
  if (process.env.UPDATE_ADOPTION) renewDiff();
  states = new BothStates();
  before = compiled(states.before);
}, 60_000);
afterAll(() => {
  states.remove();
});

const stored = () => readFileSync(diffFile, 'utf8');

test('the diff is what leads from before to after', () => {
  const files = new BothStates();
  const now = files.difference();
  files.remove();
  expect(stored()).toBe(now);
});

test('it is the size of a commit', () => {
  const changes = stored().match(/^[+-](?![+-]{2} )/gm) ?? [];
  expect(changes.length).toBeGreaterThan(0);
  expect(changes.length).toBeLessThanOrEqual(100);
});

test('before, there is no trace of decorest', () => {
  expect(textsOf(states.before).filter(([, text]) => /decorest\/|restRouter/.test(text))).toEqual([]);
});

test('with the diff, the application before is the one after, byte for byte', () => {
  const files = new BothStates();
  apply(files.before, '--verbose');
  const [there, here] = [textsOf(files.before), textsOf(files.after)];
  files.remove();
  expect(here.length).toBeGreaterThan(20);
  expect(there).toEqual(here);
});

/** Names and contents of the files of a copy that are sources, without the line that names the package itself. */
function textsOf(copy: string): [string, string][] {
  const inRepository = copy.slice(repository.length + 1);
  const files = filesIn(inRepository, '').filter(
    (path) => /\.(ts|json)$/.test(path) && !path.endsWith('tsconfig.json'),
  );
  return files.sort().map((path) => {
    const text = readFileSync(join(repository, path), 'utf8').replace(/"name": ".*"/, '');
    return [path.slice(inRepository.length + 1), text];
  });
}

type Step = readonly [who: Who, method: string, target: string, body?: unknown];

/** A day with the routes that the application has by itself. */
const ownRoutes: readonly Step[] = [
  ['nobody', 'GET', '/health'],
  ['nobody', 'GET', '/me'],
  ['nobody', 'POST', '/login', { email: 'ben@example.com', password: 'wrong' }],
  ['nobody', 'POST', '/login', { email: 'ben', surplus: true }],
  ['nobody', 'POST', '/login', '{'],
  ['ben', 'GET', '/me'],
  ['ben', 'GET', '/projects'],
  ['ben', 'POST', '/projects', { name: 'Easter', customer: 'Own' }],
  ['ben', 'POST', '/projects', { name: '', team: 2 }],
  ['ben', 'GET', '/entries'],
  ['ben', 'GET', '/entries?from=2025-09-03&to=2025-09-03'],
  ['ben', 'GET', '/entries?from=yesterday'],
  ['ben', 'POST', '/entries', { project: 1, day: '2025-09-05', minutes: 30 }],
  ['ben', 'POST', '/entries', { project: 3, day: '2025-09-05', minutes: 30 }],
  ['ben', 'DELETE', '/entries/1'],
  ['ben', 'DELETE', '/entries/5'],
  ['ben', 'DELETE', '/projects/2'],
  ['ada', 'DELETE', '/projects/x'],
  ['ada', 'DELETE', '/projects/3'],
  ['ada', 'DELETE', '/projects/2'],
  ['ada', 'GET', '/projects'],
  ['ada', 'GET', '/reports/hours'],
  ['ada', 'GET', '/reports/hours?from=2025-09-02&to=2025-09-03'],
  ['cleo', 'GET', '/reports/hours'],
  ['ben', 'GET', '/nowhere'],
];

/** What is answered to each step, without the ids of the requests. */
function answersOf(main: string, databaseUrl: string): Promise<string[]> {
  return Timesheets.with(main, databaseUrl, async (application) => {
    const answers: string[] = [];
    for (const [who, method, target, body] of ownRoutes) {
      const { status, text } = await application.send(who, method, target, body);
      answers.push(`${who} ${method} ${target}: ${status} ${text.replace(/"requestId":"[\w-]+"/, '')}`);
    }
    return answers;
  });
}

const statusesOf = (answers: readonly string[]) =>
  answers.map((answer) => Number(/: (\d{3}) /.exec(answer)?.[1]));

test('its own routes answer the same, before and after, on SQLite and on PostgreSQL', async () => {
  const onSqlite = await answersOf(before, 'sqlite::memory:');
  expect(statusesOf(onSqlite)).toEqual([
    200, 401, 401, 400, 400, 200, 200, 201, 400, 200, 200, 400, 201, 400, 404, 204, 403, 404, 404, 204, 200,
    200, 200, 200, 404,
  ]);
  expect(await answersOf(adopted, 'sqlite::memory:')).toEqual(onSqlite);
  expect(await withPostgres((url) => answersOf(before, url))).toEqual(onSqlite);
  expect(await withPostgres((url) => answersOf(adopted, url))).toEqual(onSqlite);
}, 120_000);

test('before, there is nothing below /api', async () => {
  const statuses = await Timesheets.with(before, 'sqlite::memory:', async (application) => [
    (await application.get('ben', '/api/entries')).status,
    (await application.get('nobody', '/api/docs')).status,
  ]);
  expect(statuses).toEqual([404, 401]);
}, 30_000);

test('the migrations make the tables that the entities mean', async () => {
  // Asked of the data source itself: TypeORM would have nothing to change.
  const { dataSourceOf } = await import('../../examples/existing-app/src/data-source.js');
  const leftToDo = async (url: string) => {
    const dataSource = await dataSourceOf(url).initialize();
    const { upQueries } = await dataSource.driver
      .createSchemaBuilder()
      .log()
      .finally(() => dataSource.destroy());
    return upQueries.map(({ query }) => query);
  };
  expect(await leftToDo('sqlite::memory:')).toEqual([]);
  expect(await withPostgres(leftToDo)).toEqual([]);
});
