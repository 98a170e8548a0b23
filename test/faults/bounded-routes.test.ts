// Each route that writes, from clients at once with large bodies, rows and answers, at a server with a heap of 256 MB. It lives
// and keeps no memory, and of what each row has become, the answers account for all; a 504 does not tell. BOUNDED_CLIENTS=64 BOUNDED_ROUNDS=5 are the
// large form.
import { databaseNames } from '../support/test-database.js';
import { boundedRoutes, type RouteAnswer, type WriteRoute } from './bounded-routes.js';
import { serveBounded } from './bounded-server.js';

jest.setTimeout(600_000);

const clients = Number(process.env.BOUNDED_CLIENTS ?? 3);
const rounds = Number(process.env.BOUNDED_ROUNDS ?? 1);
/** In bytes: after a garbage collection, when no request runs. */
const maxHeap = 64 * 1024 * 1024;
const maxResident = 512 * 1024 * 1024;

interface Memory {
  readonly heapUsed: number;
  readonly rss: number;
  readonly maxRss: number;
}

describe.each(databaseNames)('%s', (name) => {
  const server = serveBounded(name, 'bounded-routes-app');

  const readMemory = async () => (await server.http.send('GET', '/memory')).json as Memory;

  const measure = async (path: string) => {
    const { json, status, text } = await server.http.send('GET', path);
    if (status !== 200) throw new Error(text);
    const { content } = json as { readonly content: readonly object[] };
    return Number(Object.values(content[0] ?? {})[0]);
  };

  async function send(route: WriteRoute, client: number): Promise<RouteAnswer> {
    const { method, path, ...message } = route.request(client);
    const { status, text, headers } = await server.http.send(method, path, message);
    // The client has a heap, too.
    return {
      client,
      status,
      headers,
      length: text.length,
      text: text.length < 2_000 ? text : text.slice(-100),
    };
  }

  test.each(boundedRoutes)('$name', async (route) => {
    for (let round = 0; round < rounds; round++) {
      await route.prepare?.(server.http, clients);
      const before = await measure(route.measure);
      const answers = await Promise.all(Array.from({ length: clients }, (_, client) => send(route, client)));
      const met = new Set(answers.map(({ status }) => status));
      const memory = await readMemory();
      if (process.env.BOUNDED_REPORT) report(`${name}: ${route.name}`, { statuses: [...met], ...memory });
      // 503 and 504: there are more clients than connections, and than room for bodies and answers.
      expect([...route.statuses, 503, 504]).toEqual(expect.arrayContaining([...met]));
      expect(route.statuses.some((status) => met.has(status))).toBe(true);
      const taken = answers.filter(({ status }) => status < 300);
      for (const { status, text } of answers) if (status === 400) expect(text).toContain('return=minimal');
      for (const { length, text } of taken) {
        expect(length).toBeGreaterThanOrEqual(route.atLeast);
        expect(text).toContain(route.ending ?? '');
      }
      const written = (await measure(route.measure)) - before;
      const unknown = answers.filter(({ status }) => status === 504).length;
      expect(written).toBeGreaterThanOrEqual(route.written(taken));
      expect(written).toBeLessThanOrEqual(route.written(taken) + unknown * (route.most ?? 1));
      expect(memory.heapUsed).toBeLessThan(maxHeap);
      expect(memory.rss).toBeLessThan(maxResident);
    }
  });

  test.each(['/pages', '/watched-pages'])(
    'a row of %s that is larger than an answer can be made smaller',
    async (path) => {
      await server.http.send('POST', `${path}/9/restore`, { headers: { prefer: 'return=minimal' } });
      const { status, json } = await server.http.send('PATCH', `${path}/9`, { body: { rest: null } });
      expect([status, (json as { readonly rest: unknown }).rest]).toEqual([200, null]);
    },
  );
});

function report(title: string, met: object): void {
  process.stderr.write(`${title} ${JSON.stringify(met)}\n`);
}
