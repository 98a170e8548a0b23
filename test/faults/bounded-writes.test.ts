// 64 clients with the largest bodies and answers that writes take, at a server with a heap of 256 MB. It lives, a write
// that is refused has written nothing, and the others are whole.
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataSourceOptions } from 'typeorm';
import { AppProcesses } from '../support/app-process.js';
import { HttpClient } from '../support/http-client.js';
import {
  databaseNames,
  openDatabase,
  type DatabaseName,
  type TestDatabase,
} from '../support/test-database.js';

jest.setTimeout(180_000);

const clients = 64;

const own = (count: number) => Array.from({ length: count }, () => ({ owner: 1 }));

/** Requests whose bodies or answers are as large as they may be, and what may come of each of them. */
const requests = [
  { name: 'rows that repeat a long one', path: '/pets/bulk', body: own(24), statuses: [400] },
  { name: 'the same, observed by a hook', path: '/toys/bulk', body: own(12), statuses: [400] },
  { name: 'a long value', path: '/users', body: { bio: 'c'.repeat(1_000_000) }, statuses: [201] },
  {
    name: 'very many values',
    path: '/users',
    body: { bio: '', data: { list: Array.from({ length: 50_000 }, () => []) } },
    statuses: [201],
  },
] as const;

const sqliteFile = join(tmpdir(), `decorest-bounded-${process.pid}.sqlite`);

function accessOf(name: DatabaseName, { dataSource: { options } }: TestDatabase): DataSourceOptions {
  if (name === 'sqlite') return { type: 'better-sqlite3', database: sqliteFile };
  return { type: options.type, url: 'url' in options ? options.url : undefined } as DataSourceOptions;
}

describe.each(databaseNames)('%s', (name) => {
  let database: TestDatabase;
  let apps: AppProcesses;
  let port = 0;
  let http: HttpClient;

  // The server closes connections that are idle between two tests.
  beforeEach(() => {
    http = new HttpClient(port);
  });
  afterEach(() => {
    http.close();
  });

  beforeAll(async () => {
    database = await openDatabase(name, []);
    apps = new AppProcesses(join(__dirname, 'bounded-writes-app.ts'));
    ({ port } = await apps.start(accessOf(name, database), { NODE_OPTIONS: '--max-old-space-size=256' }));
  });
  afterAll(async () => {
    await apps.stop();
    await database.close();
    rmSync(sqliteFile, { force: true });
  });

  const count = async (path: string) =>
    Number((await http.send('GET', `${path}?per_page=1`)).headers['x-total-count']);

  test.each(requests)('$name', async ({ path, body, statuses }) => {
    const before = await count(path.replace('/bulk', ''));
    const answers = await Promise.all(
      Array.from({ length: clients }, () => http.send('POST', path, { body })),
    );
    const met = answers.map(({ status }) => status);
    // 503 and 504: there are more clients than connections, and than room for bodies.
    expect([...statuses, 503, 504]).toEqual(expect.arrayContaining([...new Set(met)]));
    expect(statuses.some((status) => met.includes(status))).toBe(true);
    for (const { status, text } of answers) if (status === 400) expect(text).toContain('return=minimal');
    const written = met.filter((status) => status === 201).length;
    expect(await count(path.replace('/bulk', ''))).toBe(before + written);
  });

  test('the client asks for less', async () => {
    const headers = { prefer: 'return=minimal' };
    expect((await http.send('POST', '/pets/bulk', { body: own(300), headers })).status).toBe(204);
    expect(await count('/pets')).toBe(300);
  });
});
