// Twenty requests with one key to each of three processes at once: one row, and one answer to all that get any.
import type { Answer } from '../support/http-client.js';
import { HttpClient } from '../support/http-client.js';
import { databaseNames } from '../support/test-database.js';
import { startServers, type Servers } from './servers.js';

const twins = 20;
const rounds = 10;

describe.each(databaseNames)('%s', (database) => {
  let servers: Servers;
  let processes: readonly HttpClient[] = [];

  beforeAll(async () => {
    servers = await startServers(database);
    processes = servers.ports.map((port) => new HttpClient(port));
  });
  afterAll(async () => {
    for (const client of processes) client.close();
    await servers.stop();
  });

  const sendAll = (method: string, path: string, body: object, key: string) =>
    Promise.all(
      processes.flatMap((client) =>
        Array.from({ length: twins }, () =>
          client.send(method, path, { body, headers: { 'idempotency-key': key } }),
        ),
      ),
    );
  const countTitled = async (title: string) => {
    const answer = await processes[0]?.send('GET', '/posts?per_page=100');
    const { content } = answer?.json as { content: readonly { title: string }[] };
    return content.filter((post) => post.title === title).length;
  };

  test('creates', async () => {
    for (let round = 0; round < rounds; round++) {
      const title = `twin ${round}`;
      const answers = await sendAll('POST', '/posts', { title, text: 'x', board: 1 }, `create-${round}`);
      expectOneAnswer(answers, 201);
      expect(await countTitled(title)).toBe(1);
    }
  });

  test('updates', async () => {
    const { id } = (await processes[0]?.send('POST', '/posts', { body: { title: 'a', text: 'x', board: 2 } }))
      ?.json as {
      id: number;
    };
    for (let round = 0; round < rounds; round++)
      expectOneAnswer(await sendAll('PATCH', `/posts/${id}`, { text: `${round}` }, `update-${round}`), 200);
  });
});

function expectOneAnswer(answers: readonly Answer[], status: number): void {
  const done = answers.filter((answer) => answer.status === status);
  const others = answers.filter((answer) => answer.status !== status);
  expect(done.length).toBeGreaterThan(0);
  expect(new Set(done.map(({ text }) => text)).size).toBe(1);
  expect(done.filter(({ headers }) => headers['idempotent-replayed'] === undefined)).toHaveLength(1);
  expect(others.filter((answer) => answer.status !== 409).map(({ text }) => text)).toEqual([]);
}
