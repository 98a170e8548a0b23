// Rows that an exclusion constraint keeps apart are written at once: one of them is stored, and the others are refused, none
// of them by a deadlock. EXCLUSION_RACES is how often; once 1,000 times.
import { Bulk, createApi, type ApiRequest } from '@decorest/core';
import { Column, Entity, Exclusion, PrimaryGeneratedColumn } from 'typeorm';
import { ServerLog } from '../../support/server-log.js';
import { openDatabase, type TestDatabase } from '../../support/test-database.js';

const races = Number(process.env.EXCLUSION_RACES ?? 10);
jest.setTimeout(60_000 + races * 1_000);

@Entity()
@Bulk()
@Exclusion(
  'no_overlap',
  `USING gist (int4range("room", "room", '[]') WITH &&, tstzrange("from", "to") WITH &&)`,
)
class Booking {
  @PrimaryGeneratedColumn() id!: number;

  @Column('int') room!: number;

  @Column('timestamptz') from!: Date;

  @Column('timestamptz') to!: Date;
}

@Entity()
class Guest {
  @PrimaryGeneratedColumn() id!: number;

  @Column() name!: string;
}

let database: TestDatabase;
beforeAll(async () => {
  database = await openDatabase('postgres', [Booking, Guest]);
});
afterAll(() => database.close());

function serve() {
  const api = createApi(database.dataSource, { logger: new ServerLog() });
  return async (method: string, path: string, body: NonNullable<ApiRequest['body']>) => {
    const since = performance.now();
    const headers = { 'content-type': 'application/json' };
    const { status } = await api.handle({ method, path, query: '', headers, body });
    return { status, ms: performance.now() - since };
  };
}

const booking = (room: number) => ({ room, from: '2026-11-27T10:00:00Z', to: '2026-11-27T11:00:00Z' });

const writes = [
  ['a create', (send: ReturnType<typeof serve>, room: number) => send('POST', '/bookings', booking(room))],
  [
    'a create of several rows',
    (send: ReturnType<typeof serve>, room: number) =>
      send('POST', '/bookings/bulk', [booking(room), booking(1_000_000 + room * 100 + ++others)]),
  ],
] as const;
let others = 0;
let room = 0;

test.each(writes)('of ten equal bookings, %s stores one', async (_, write) => {
  const send = serve();
  let slowest = 0;
  for (let race = 0; race < races; race++) {
    room++;
    const answers = await Promise.all(Array.from({ length: 10 }, () => write(send, room)));
    const statuses = answers.map(({ status }) => status).sort();
    slowest = Math.max(slowest, ...answers.map(({ ms }) => ms));
    expect(statuses.filter((status) => status < 400)).toHaveLength(1);
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
    expect(await database.dataSource.manager.countBy(Booking, { room })).toBe(1);
  }
  process.stdout.write(`${races} races of ten bookings: ${slowest.toFixed(0)} ms (slowest)\n`);
});

test('a change of a row waits for its table, too; another table needs no lock', async () => {
  const send = serve();
  const { locked, unlocked } = {
    locked: await isLocked('/bookings/1'),
    unlocked: await isLocked('/guests/1'),
  };
  expect({ locked, unlocked }).toEqual({ locked: true, unlocked: false });

  async function isLocked(path: string): Promise<boolean> {
    await database.dataSource.manager.insert(Guest, { name: 'one' });
    database.statements.clear();
    await send('PATCH', path, path.startsWith('/g') ? { name: 'other' } : { room: 5_000_000 });
    return database.statements.texts.some((text) => text.includes('pg_advisory_xact_lock'));
  }
});
