// Eight clients of three processes count in one row: each reads it, adds one, and writes with the tag of its read. No count
// is lost: the last value is the number of successful writes.
import { HttpClient } from '../support/http-client.js';
import { clientAt, countConcurrently, type Counter } from '../support/increments.js';
import { databaseNames } from '../support/test-database.js';
import { startServers, type Servers } from './servers.js';

jest.setTimeout(240_000);

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

  const make = async (target: string, body: object): Promise<number> => {
    const answer = await clientAt(processes, 0).send('POST', target, { body });
    expect(answer.status).toBe(201);
    return (answer.json as { readonly id: number }).id;
  };

  test('a version, tested by the statement that writes', async () => {
    const id = await make('/posts', { board: 1, title: 'count', text: '0' });
    const bodyOf = (count: number) => ({ text: String(count) });
    await race({ path: `/posts/${id}`, countOf: countInText, bodyOf });
  });

  test('a version, read with the lock of a row whose edges change', async () => {
    const id = await make('/posts', { board: 1, title: 'count', text: '0' });
    const tag = await make('/tags', { board: 1, name: 'tag' });
    const bodyOf = (count: number) => ({ text: String(count), add_tags: [tag] });
    await race({ path: `/posts/${id}`, countOf: countInText, bodyOf });
  });

  test('a hash, compared under the lock of the row', async () => {
    const id = await make('/tallies', {});
    const countOf = (json: unknown) => (json as { readonly count: number }).count;
    await race({ path: `/tallies/${id}`, countOf, bodyOf: (count) => ({ count }) });
  });

  async function race(counter: Counter): Promise<void> {
    const { successes, refused, strange, count } = await countConcurrently(processes, counter);
    expect(strange).toEqual([]);
    expect(refused).toBeGreaterThan(0);
    expect(count).toBe(successes);
  }
});

function countInText(json: unknown): number {
  return Number((json as { readonly text: string }).text);
}
