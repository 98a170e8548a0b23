// F27: the application and its database are in different time zones, and so are two processes of the application. An
// instant is one instant, to the millisecond, for every writer and reader.
import { join } from 'node:path';
import { AppProcesses } from '../support/app-process.js';
import { entityOf } from '../support/collection.js';
import { HttpClient } from '../support/http-client.js';
import { robustnessFigures } from '../support/robustness-figures.js';
import { makeServer, servedDatabases, type OwnServer, type ServedDatabase } from './own-server.js';

const figures = robustnessFigures('faults');

/** MariaDB's is what docs/databases.md asks for: its `datetime` has no zone, and its clock fills it. */
const serverZone: Readonly<Record<ServedDatabase, string>> = {
  postgres: `ALTER DATABASE postgres SET timezone TO 'America/St_Johns'`,
  mariadb: `SET GLOBAL time_zone = '+00:00'`,
};

/** 15 minutes off the hour, and with summer time. */
const zones = ['Asia/Kathmandu', 'America/New_York', 'UTC'];

/** The second and third are at the same time on the clocks of New York, where the hour comes twice. */
const instants = [
  '2026-03-08T07:30:00.123Z',
  '2026-11-01T05:30:00.999Z',
  '2026-11-01T06:30:00.999Z',
  '1999-12-31T23:59:59.001Z',
];

describe.each(servedDatabases)('%s', (database) => {
  let server: OwnServer;
  let apps: AppProcesses;
  let processes: HttpClient[] = [];

  beforeAll(async () => {
    server = await makeServer(database);
    await server.administer(serverZone[database]);
    apps = new AppProcesses(join(__dirname, 'moments-app.ts'));
    const access = server.accessBy(server.port);
    for (const [at, TZ] of zones.entries())
      processes.push(new HttpClient((await apps.start({ ...access, synchronize: at === 0 }, { TZ })).port));
  });
  afterAll(async () => {
    for (const http of processes) http.close();
    processes = [];
    await apps.stop();
    await server.remove();
  });

  async function written(writer: HttpClient | undefined, at: string): Promise<Record<string, unknown>> {
    const created = await writer?.send('POST', '/moments', { body: { at, wall: at } });
    if (created?.status !== 201) throw new Error(created?.text);
    return entityOf(created);
  }

  async function readBy(reader: HttpClient | undefined, id: unknown): Promise<Record<string, unknown>> {
    const read = await reader?.send('GET', `/moments/${String(id)}`);
    if (read?.status !== 200) throw new Error(read?.text);
    figures.count(database, 'requests tried');
    return entityOf(read);
  }

  test('an instant is the same for every process', async () => {
    for (const writer of processes)
      for (const at of instants) {
        const since = Date.now();
        const { id, at: answered, createdAt } = await written(writer, at);
        expect(answered).toBe(at);
        expect(Math.abs(Date.parse(String(createdAt)) - since)).toBeLessThan(60_000);
        for (const reader of processes) expect(await readBy(reader, id)).toMatchObject({ at, createdAt });
      }
    figures.count(database, 'faults injected');
    figures.count(database, 'faults survived');
  });

  test('without a zone: an instant on MariaDB, the clock of a process on PostgreSQL', async () => {
    const at = '2026-06-01T00:00:00.000Z';
    const [kathmandu, , utc] = processes;
    const { id } = await written(utc, at);
    expect((await readBy(utc, id)).wall).toBe(at);
    const elsewhere = { postgres: '2026-05-31T18:15:00.000Z', mariadb: at }[database];
    expect((await readBy(kathmandu, id)).wall).toBe(elsewhere);
  });
});
