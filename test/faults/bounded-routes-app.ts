// A server process of the tests of bounded routes: rows nearly as large as an answer may be, and some that are larger, with all
// routes that write them. `/memory` tells what the process holds, after a garbage collection, and what it held at most.
import 'reflect-metadata';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import {
  Bulk,
  createApi,
  EagerLoad,
  EagerLoadLimit,
  EdgeCreate,
  EdgeUpdateBulk,
  Filter,
  FilterGroupEqual,
  hooksFor,
  idempotencyEntity,
  Measure,
  NestedCreate,
  Restore,
} from '@decorest/core';
import { restRouter } from '@decorest/koa';
import { serve } from '@decorest/koa/serve';
import Koa from 'koa';
import {
  Column,
  DataSource,
  DeleteDateColumn,
  Entity,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  VersionColumn,
  type DataSourceOptions,
  type Relation,
} from 'typeorm';

const given = JSON.parse(process.env.DATA_SOURCE ?? '{}') as DataSourceOptions;
const long = given.type === 'mysql' || given.type === 'mariadb' ? 'longtext' : 'text';

/** `version` counts the writes of a row. */
abstract class Versioned {
  @PrimaryGeneratedColumn()
  id!: number;

  @VersionColumn()
  @Measure('sum')
  version!: number;
}

abstract class LargeRow extends Versioned {
  @Column({ type: 'varchar', length: 100 })
  @Filter(FilterGroupEqual)
  title!: string;

  @Column({ type: long })
  text!: string;

  /** As large as the fixture makes it. */
  @Column({ type: long, nullable: true })
  rest!: string | null;

  @DeleteDateColumn()
  deletedAt!: Date | null;
}

@Entity()
@Bulk()
@Restore()
@Measure('count')
class Page extends LargeRow {
  @OneToMany(() => Note, (note) => note.page)
  @EdgeCreate()
  @NestedCreate()
  notes!: Relation<Note[]>;
}

/** The same, where hooks see each row that is written. */
@Entity()
@Bulk()
@Restore()
@Measure('count')
class WatchedPage extends LargeRow {}

/** Each answer repeats its page. */
@Entity()
@Measure('count')
class Note extends Versioned {
  @Column({ type: long })
  text!: string;

  @ManyToOne(() => Page, (page) => page.notes, { nullable: true })
  @NestedCreate()
  @EagerLoad()
  page!: Relation<Page> | null;
}

@Entity()
@Measure('count')
class Shelf extends Versioned {
  @OneToMany(() => Sheet, (sheet) => sheet.shelf)
  @NestedCreate()
  @EagerLoad()
  @EagerLoadLimit(-1)
  sheets!: Relation<Sheet[]>;
}

/** Hooks see each row. */
@Entity()
@Measure('count')
class Sheet extends Versioned {
  @Column({ type: long })
  text!: string;

  @ManyToOne(() => Shelf, (shelf) => shelf.sheets, { nullable: true })
  shelf!: Relation<Shelf> | null;
}

@Entity()
@Measure('count')
class Album extends Versioned {
  @ManyToMany(() => Sticker)
  @JoinTable()
  @EagerLoad()
  @EagerLoadLimit(-1)
  @EdgeUpdateBulk()
  stickers!: Relation<Sticker[]>;
}

@Entity()
class Sticker extends Versioned {
  @Column({ type: long })
  text!: string;
}

const entities = [Page, WatchedPage, Note, Shelf, Sheet, Album, Sticker];

const pass = () => undefined;

/**
 * Rows 1 to 8 fit into an answer with a body of 1 MB, row 9 is larger than an answer. One sign beyond Latin-1 makes a text twice as
 * large in memory.
 */
async function fill(dataSource: DataSource): Promise<void> {
  for (const entity of [Page, WatchedPage] as const)
    for (let at = 1; at <= 9; at++)
      await dataSource.getRepository<LargeRow>(entity).insert({
        title: at > 6 ? 'last' : 'first',
        text: '',
        rest: '€'.padEnd(at < 9 ? 6_500_000 : 9_000_000, 'r'),
      });
  for (let at = 1; at <= 200; at++)
    await dataSource.getRepository(Sticker).insert({ text: 's'.repeat(70_000) });
  for (let at = 1; at <= 8; at++) await dataSource.getRepository(Album).insert({});
}

function readMemory(collect: () => void): object {
  collect();
  const { heapUsed, rss } = process.memoryUsage();
  return { heapUsed, rss, maxRss: process.resourceUsage().maxRSS * 1024 };
}

async function main(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const dataSource = new DataSource({
    ...given,
    entities: [...entities, idempotencyEntity(given.type as 'postgres')],
    synchronize: true,
  });
  await dataSource.initialize();
  await fill(dataSource);
  const app = new Koa();
  app.use(async (ctx, next) => {
    if (ctx.path === '/memory') ctx.body = readMemory(collect);
    else await next();
  });
  const hooks = [
    hooksFor(WatchedPage, { before: { create: pass, update: pass, delete: pass }, after: { update: pass } }),
    hooksFor(Sheet, { after: { create: pass } }),
  ];
  const idempotency = { scope: () => 'all' };
  app.use(restRouter(createApi(dataSource, { returnMinimal: true, hooks, idempotency })).routes());
  const { port } = await serve(app, { port: 0, host: '127.0.0.1' });
  process.stdout.write(`listening on ${port}\n`);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
