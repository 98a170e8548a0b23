// A write whose client leaves before the COMMIT is rolled back, on every database: while a hook, a listener or a subscriber
// runs, with a key, and while it waits for another write.
import {
  Bulk,
  createApi,
  EdgeEndpoint,
  hooksFor,
  idempotencyEntity,
  NestedCreate,
  type Api,
  type ApiRequest,
} from '@decorest/core';
import {
  BeforeInsert,
  Column,
  Entity,
  EventSubscriber,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  type DataSource,
  type EntitySubscriberInterface,
} from 'typeorm';
import { forEachDatabase, type Fixture } from '../../support/for-each-database.js';
import { ServerLog } from '../../support/server-log.js';
import { driverNames } from '../../support/test-database.js';

/** Where a write stops until the test lets it go on. */
let stopAt: string | undefined;
let reached: () => void = () => undefined;
let proceed: Promise<void> = Promise.resolve();

async function pause(place: string): Promise<void> {
  if (place !== stopAt) return;
  reached();
  await proceed;
}

@Entity({ name: 'hotels' })
@Bulk()
class Hotel {
  @PrimaryGeneratedColumn() id!: number;

  @Column({ type: 'varchar', length: 40 }) name!: string;

  @OneToMany(() => Room, (room) => room.hotel)
  @EdgeEndpoint(true)
  @NestedCreate()
  rooms!: Room[];
}

@Entity({ name: 'rooms' })
class Room {
  @PrimaryGeneratedColumn() id!: number;

  @Column({ type: 'varchar', length: 40 }) name!: string;

  @ManyToOne(() => Hotel, (hotel) => hotel.rooms, { nullable: true, onDelete: 'CASCADE' })
  hotel!: Hotel | null;

  @BeforeInsert()
  listen(): Promise<void> {
    return pause('listener');
  }
}

@EventSubscriber()
class Watcher implements EntitySubscriberInterface<Room> {
  listenTo() {
    return Room;
  }
  afterInsert(): Promise<void> {
    return pause('subscriber');
  }
  afterRemove(): Promise<void> {
    return pause('subscriber of removals');
  }
}

const hooks = [
  hooksFor(Hotel, {
    before: { create: () => pause('before create'), update: () => pause('before update') },
    after: { create: () => pause('after create'), delete: () => pause('after delete') },
  }),
];

const fixture: Fixture = {
  entities: (database) => [Hotel, Room, idempotencyEntity(driverNames[database])],
  subscribers: [Watcher],
  options: { hooks, idempotency: { scope: () => 'all' } },
  fill: async ({ manager }: DataSource) => {
    await manager.insert(Hotel, { name: 'Old' });
    await manager.insert(Room, { name: 'Old', hotel: { id: 1 } });
  },
};

const post = { method: 'POST', body: { name: 'New' } };

interface Write {
  readonly place: string;
  readonly method: string;
  readonly path: string;
  readonly body?: NonNullable<ApiRequest['body']>;
  readonly key?: string;
}

const cases: readonly Write[] = [
  { place: 'before create', ...post, path: '/hotels' },
  { place: 'after create', ...post, path: '/hotels' },
  { place: 'after create', ...post, path: '/hotels', key: 'k' },
  { place: 'before create', method: 'POST', path: '/hotels/bulk', body: [{ name: 'A' }, { name: 'B' }] },
  { place: 'before update', method: 'PATCH', path: '/hotels/1', body: { name: 'New' } },
  { place: 'after delete', method: 'DELETE', path: '/hotels/1' },
  { place: 'listener', ...post, path: '/rooms' },
  { place: 'subscriber', ...post, path: '/rooms' },
  { place: 'subscriber', ...post, path: '/rooms', key: 'k' },
  { place: 'subscriber', method: 'POST', path: '/hotels', body: { name: 'N', rooms: [{ name: 'New' }] } },
  { place: 'subscriber of removals', method: 'DELETE', path: '/rooms/1' },
];

forEachDatabase(fixture, (stage) => {
  let api: Api;
  let goOn: () => void;

  beforeEach(() => {
    api = createApi(stage.dataSource, { ...stage.options, logger: new ServerLog() });
    proceed = new Promise((resolve) => (goOn = resolve));
  });
  afterEach(() => {
    stopAt = undefined;
  });

  const send = ({ method, path, body, key }: Omit<Write, 'place'>, signal?: AbortSignal) =>
    api.handle({
      method,
      path,
      headers: { 'content-type': 'application/json', ...(key ? { 'idempotency-key': key } : {}) },
      ...(body ? { body } : {}),
      ...(signal ? { signal } : {}),
    });

  const rows = async () => {
    const { manager } = stage.dataSource;
    const hotels = await manager.find(Hotel, { order: { id: 'ASC' } });
    const rooms = await manager.find(Room, { order: { id: 'ASC' }, relations: { hotel: true } });
    const keys = await manager.count(idempotencyEntity(driverNames[stage.database]).options.name);
    return {
      hotels: hotels.map(({ name }) => name),
      rooms: rooms.map(({ name, hotel }) => [name, hotel?.name]),
      keys,
    };
  };

  test.each(cases)('$method $path, gone in the $place', async (given) => {
    const before = await rows();
    const client = new AbortController();
    stopAt = given.place;
    const arrived = new Promise<void>((resolve) => (reached = resolve));
    const answering = send(given, client.signal);
    await arrived;
    stopAt = undefined;
    client.abort();
    goOn();
    expect((await answering).status).toBe(503);
    expect(await rows()).toEqual(before);
    // The next client finds everything in order.
    expect((await send({ method: 'PATCH', path: '/hotels/1', body: { name: 'Next' } })).status).toBe(200);
  });

  // On servers, only the writes of the same row wait.
  const isServer = !stage.database.startsWith('sqlite');
  const waiting = cases.filter(({ path }) => !isServer || path === '/hotels/1');
  test.each(waiting)('$method $path, gone while it waits for another write ($place)', async (given) => {
    const before = await rows();
    const client = new AbortController();
    stopAt = 'before update';
    const arrived = new Promise<void>((resolve) => (reached = resolve));
    const first = send({ method: 'PATCH', path: '/hotels/1', body: { name: 'First' } });
    await arrived;
    const answering = send(given, client.signal);
    client.abort();
    goOn();
    expect((await first).status).toBe(200);
    expect((await answering).status).toBe(503);
    expect(await rows()).toEqual({ ...before, hotels: ['First'], rooms: [['Old', 'First']] });
  });
});
