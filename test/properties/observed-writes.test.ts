// What a recording subscriber and listeners are told of writes through the API is what TypeORM's `save()`, `remove()`,
// `softRemove()` and `recover()` tell of the same writes on equal rows. docs/decisions/0099 has the exceptions.
import fc from 'fast-check';
import { createApi, Restore, Schema, type Api } from '@decorest/core';
import {
  AfterRemove,
  AfterUpdate,
  BeforeUpdate,
  Column,
  CreateDateColumn,
  DeleteDateColumn,
  Entity,
  JoinColumn,
  JoinTable,
  ManyToMany,
  ManyToOne,
  PrimaryGeneratedColumn,
  UpdateDateColumn,
  VersionColumn,
  type DataSource,
  type EntityManager,
} from 'typeorm';
import { seed } from '../support/property.js';
import { ServerLog } from '../support/server-log.js';
import { databaseNames, openDatabase, speaksMysql, type TestDatabase } from '../support/test-database.js';
import { clearEvents, EventRecorder, getEvents, recordEvent } from './observed-events.js';

@Entity({ name: 'media' })
class Media {
  @PrimaryGeneratedColumn() id!: number;

  @Column({ type: 'varchar', length: 40 }) url!: string;
}

@Entity({ name: 'labels' })
class Label {
  @PrimaryGeneratedColumn() id!: number;

  @Column({ type: 'varchar', length: 40 }) text!: string;
}

class Size {
  @Column('int', { nullable: true }) width!: number | null;

  @Column('int', { nullable: true }) height!: number | null;
}

abstract class Document {
  @PrimaryGeneratedColumn() id!: number;

  @Column({ type: 'varchar', length: 40 }) title!: string;

  @Column('int', { default: 3 }) rank!: number;

  @Column('simple-json', { nullable: true })
  @Schema({ type: 'array', items: { type: 'string' } })
  tags!: string[] | null;

  @Column({ type: 'varchar', length: 40, nullable: true, select: false }) secret!: string | null;

  @Column({
    type: 'varchar',
    length: 40,
    nullable: true,
    transformer: {
      to: (value: string | null) => value?.toUpperCase() ?? null,
      from: (value: string | null) => value,
    },
  })
  @Schema({ type: 'string' })
  code!: string | null;

  @Column(() => Size) size!: Size;

  @ManyToOne(() => Media, { eager: true, nullable: true })
  media!: Media | null;

  @ManyToOne(() => Media, { nullable: true })
  cover!: Media | null;

  @Column('int', { nullable: true }) authorId!: number | null;

  @ManyToOne(() => Label, { nullable: true })
  @JoinColumn({ name: 'authorId' })
  author!: Label | null;

  @ManyToMany(() => Label)
  @JoinTable()
  labels!: Label[];

  @CreateDateColumn() createdAt!: Date;

  @UpdateDateColumn() updatedAt!: Date;

  @VersionColumn() version!: number;

  @BeforeUpdate()
  sync(): void {
    recordEvent(this, { name: `listener before ${String(this.media?.id)}` });
    if (this.title === 'listen') this.rank = 77;
  }

  @AfterUpdate()
  synced(): void {
    recordEvent(this, { name: `listener after ${String(this.media?.url)}` });
  }

  @AfterRemove()
  removed(): void {
    recordEvent(this, { name: `listener after removal ${String(this.id)} ${String(this.media?.url)}` });
  }
}

@Entity({ name: 'pages' })
class Page extends Document {}

@Entity({ name: 'notes' })
@Restore()
class Note extends Document {
  @DeleteDateColumn() deletedAt!: Date | null;
}

type Body = Readonly<Record<string, unknown>>;

const id = fc.constantFrom(1, 2, null);
const body: fc.Arbitrary<Body> = fc.record(
  {
    title: fc.constantFrom('a', 'b', 'listen'),
    rank: fc.constantFrom(3, 4),
    tags: fc.constantFrom(null, [], ['x'], ['x', 'y']),
    code: fc.constantFrom(null, 'AB', 'CD'),
    size: fc.record({ width: fc.constantFrom(null, 1, 2) }),
    media: id,
    cover: id,
  },
  { requiredKeys: [] },
);
const write = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('create' as const), body }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('update' as const), body }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const) }) },
);
const writes = fc.record({
  entity: fc.constantFrom('pages' as const, 'notes' as const),
  steps: fc.array(write, { minLength: 1, maxLength: 5 }),
});
type Writes = typeof writes extends fc.Arbitrary<infer T> ? T : never;

describe.each(databaseNames)('%s', (name) => {
  let database: TestDatabase;
  let api: Api;
  beforeAll(async () => {
    database = await openDatabase(name, [Media, Label, Page, Note], [EventRecorder]);
    api = createApi(database.dataSource, { logger: new ServerLog() });
  });
  afterAll(() => database.close());

  /** Runs the writes on an empty database with the same ids, and returns what was told. */
  async function record(run: (dataSource: DataSource) => Promise<void>): Promise<unknown> {
    await database.statements.settled();
    await database.empty();
    const { manager } = database.dataSource;
    await manager.insert(Media, [{ url: 'one' }, { url: 'two' }]);
    await manager.insert(Label, [{ text: 'one' }]);
    clearEvents();
    await run(database.dataSource);
    return getEvents();
  }

  test('told by the API as by TypeORM', async () => {
    await fc.assert(
      fc.asyncProperty(writes, async (given) => {
        const byTypeorm = await record(({ manager }) => runByTypeorm(manager, given));
        const byApi = await record(() => runByApi(api, given));
        expect(byApi).toEqual(byTypeorm);
      }),
      { numRuns: speaksMysql(name) ? 12 : 25, seed },
    );
  }, 120_000);
});

async function runByApi(api: Api, { entity, steps }: Writes): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const send = async (method: string, path: string, given?: Body) => {
    const { status } = await api.handle({
      method,
      path,
      headers,
      ...(given ? { body: given as never } : {}),
    });
    if (status >= 400) throw new Error(`${method} ${path} ${JSON.stringify(given)}: ${status}`);
  };
  let last = 0;
  let isDeleted = true;
  for (const step of steps) {
    if (step.kind === 'create') {
      await send('POST', `/${entity}`, { title: 'new', ...step.body });
      last++;
      isDeleted = false;
    } else if (!isDeleted && step.kind === 'update') await send('PATCH', `/${entity}/${last}`, step.body);
    else if (!isDeleted) {
      await send('DELETE', `/${entity}/${last}`);
      if (entity === 'notes') await send('POST', `/${entity}/${last}/restore`);
      isDeleted = entity === 'pages';
    }
  }
}

async function runByTypeorm(manager: EntityManager, { entity, steps }: Writes): Promise<void> {
  const target = entity === 'pages' ? Page : Note;
  let last = 0;
  let isDeleted = true;
  for (const step of steps) {
    const find = () => manager.findOneOrFail<Document>(target, { where: { id: last }, withDeleted: true });
    if (step.kind === 'create') {
      await manager.save(assign(new target(), { title: 'new', ...step.body }));
      last++;
      isDeleted = false;
    } else if (!isDeleted && step.kind === 'update') await manager.save(assign(await find(), step.body));
    else if (!isDeleted && entity === 'pages') {
      await manager.remove(await find());
      isDeleted = true;
    } else if (!isDeleted) {
      await manager.softRemove(await find());
      await manager.recover(Object.assign(await find(), { deletedAt: null }));
    }
  }
}

function assign(document: Document, given: Body): Document {
  for (const [name, value] of Object.entries(given)) {
    if (name === 'size') document.size = Object.assign(new Size(), document.size, value);
    else if (name === 'media' || name === 'cover')
      Object.assign(document, { [name]: value === null ? null : { id: value } });
    else Object.assign(document, { [name]: value });
  }
  return document;
}
