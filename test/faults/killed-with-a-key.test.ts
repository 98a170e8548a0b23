// A process is killed at each moment of a create with an idempotency key, that after COMMIT included. The request that is
// sent to another process afterwards is answered, and the row is there once.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { idempotencyEntity } from '@decorest/core';
import { DataSource, IsNull, type DataSourceOptions } from 'typeorm';
import { AuditLog, Category, Pet, User } from '../abuse/entities.js';
import { AppProcesses } from '../support/app-process.js';
import { HttpClient } from '../support/http-client.js';
import { databaseNames, driverNames, openDatabase, type DatabaseName } from '../support/test-database.js';

const apps = new AppProcesses(join(__dirname, 'halting-app.ts'));
const folder = mkdtempSync(join(tmpdir(), 'halted-'));
const entitiesOf = (database: DatabaseName) => [
  User,
  Pet,
  Category,
  AuditLog,
  idempotencyEntity(driverNames[database]),
];

jest.setTimeout(180_000);

afterAll(async () => {
  await apps.stop();
  rmSync(folder, { recursive: true });
});

/** A database that processes of their own can open, too. */
interface Shared {
  readonly options: DataSourceOptions;
  readonly dataSource: DataSource;
  close(): Promise<void>;
}

async function open(database: DatabaseName): Promise<Shared> {
  const entities = entitiesOf(database);
  if (database === 'sqlite') {
    const options = { type: 'better-sqlite3', database: join(folder, 'file'), enableWAL: true } as const;
    const dataSource = await new DataSource({ ...options, entities, synchronize: true }).initialize();
    return { options, dataSource, close: () => dataSource.destroy() };
  }
  const { dataSource, close } = await openDatabase(database, entities);
  const url = 'url' in dataSource.options ? dataSource.options.url : undefined;
  const options = { type: driverNames[database], url, timezone: 'Z' } as DataSourceOptions;
  return { options, dataSource, close };
}

describe.each(databaseNames.filter((name) => name !== 'sqlite3'))('%s', (database) => {
  let shared: Shared;
  beforeAll(async () => {
    shared = await open(database);
  });
  afterAll(() => shared.close());

  test('killed at each statement in turn, and once more after the last', async () => {
    const { options, dataSource } = shared;
    const second = new HttpClient((await apps.start(options)).port);
    // SQLite is in our own process: it answers at once.
    const moment = database === 'sqlite' ? 'before' : 'after';
    let moments = 0;
    for (let k = 1; ; k++) {
      const halted = await killedAt(options, `${moment} ${k}`, k);
      const name = `killed-${k}`;
      const answer = await sendUntilAnswered(second, name);
      expect(answer).toMatchObject({ status: 201, json: { username: name } });
      expect(await dataSource.getRepository(User).countBy({ username: name })).toBe(1);
      if (!halted) break;
      moments++;
    }
    second.close();
    // BEGIN, claim, insert and read, store, COMMIT.
    expect(moments).toBeGreaterThanOrEqual(5);
    expect(await dataSource.getRepository('DecorestIdempotency').countBy({ answer: IsNull() })).toBe(0);
  });
});

/** Kills a process that was sent a create and halted; false when it answered before that. */
async function killedAt(options: DataSourceOptions, halt: string, k: number): Promise<boolean> {
  const { port, program } = await apps.start(options);
  const http = new HttpClient(port);
  const answered = send(http, `killed-${k}`, { 'x-halt': halt }).then(
    ({ status }) => status,
    () => undefined,
  );
  const first = await Promise.race([answered, program.until(() => program.printed.includes('halted'))]);
  await program.kill();
  await answered;
  http.close();
  return first === undefined;
}

function send(http: HttpClient, name: string, headers: Readonly<Record<string, string>> = {}) {
  const body = { username: name, display_name: name, email: `${name}@x.co` };
  return http.send('POST', '/users', { headers: { ...headers, 'idempotency-key': name }, body });
}

/** The server may need a moment to notice that the killed process is gone. */
async function sendUntilAnswered(http: HttpClient, name: string) {
  for (let tries = 0; tries < 5; tries++) {
    const answer = await send(http, name);
    if (answer.status !== 409 && answer.status !== 503) return answer;
    await new Promise((wake) => setTimeout(wake, 200));
  }
  throw new Error('The request is not answered.');
}
