// 64 clients with the largest bodies and answers that writes take, at a server with a heap of 256 MB. It lives, a write
// that is refused has written nothing, and the others are whole.
import { databaseNames } from '../support/test-database.js';
import { serveBounded } from './bounded-server.js';

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

describe.each(databaseNames)('%s', (name) => {
  const server = serveBounded(name, 'bounded-writes-app');

  const count = async (path: string) =>
    Number((await server.http.send('GET', `${path}?per_page=1`)).headers['x-total-count']);

  test.each(requests)('$name', async ({ path, body, statuses }) => {
    const before = await count(path.replace('/bulk', ''));
    const answers = await Promise.all(
      Array.from({ length: clients }, () => server.http.send('POST', path, { body })),
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
    expect((await server.http.send('POST', '/pets/bulk', { body: own(300), headers })).status).toBe(204);
    expect(await count('/pets')).toBe(300);
  });
});
