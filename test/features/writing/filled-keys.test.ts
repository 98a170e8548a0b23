// Keys and required members that listeners, subscribers and hooks fill before a row is inserted: a create may leave them out.
import { Bulk, EdgeCreate, hooksFor, NestedCreate } from '@decorest/core';
import {
  BeforeInsert,
  Column,
  Entity,
  EventSubscriber,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  type DataSource,
  type EntitySubscriberInterface,
  type InsertEvent,
  type Relation,
} from 'typeorm';
import { entityOf } from '../../support/collection.js';
import { DirectClient } from '../../support/direct-client.js';
import { forEachDatabase } from '../../support/for-each-database.js';
import { expectProblem } from '../../support/problem.js';

let count = 0;

@Entity('article')
@Bulk()
class Article {
  @PrimaryColumn({ type: 'varchar', length: 20 }) id!: string | undefined;
  @Column({ length: 40 }) title!: string;
  @Column({ type: 'varchar', length: 40 }) slug!: string | undefined;
  @ManyToOne(() => Folder, (folder) => folder.articles, { nullable: true }) folder!: Relation<Folder> | null;

  @BeforeInsert()
  fill(): void {
    this.id ??= `a${++count}`;
    if (this.title !== 'none') this.slug ??= this.title.toLowerCase();
  }
}

@Entity('folder')
class Folder {
  @PrimaryGeneratedColumn() id!: number;
  @OneToMany(() => Article, (article) => article.folder)
  @NestedCreate()
  @EdgeCreate()
  articles!: Relation<Article>[];
}

@Entity('ticket')
class Ticket {
  @PrimaryColumn({ length: 20 }) code!: string;
  @Column({ length: 20 }) name!: string;
}

@Entity('stamp')
class Stamp {
  @PrimaryColumn('int') id!: number | undefined;
  @Column({ length: 20 }) name!: string;
  @ManyToOne(() => Folder, { nullable: false }) folder!: Relation<Folder>;
}

@EventSubscriber()
class TicketSubscriber implements EntitySubscriberInterface<Ticket> {
  listenTo() {
    return Ticket;
  }
  beforeInsert({ entity }: InsertEvent<Ticket>): void {
    if (entity.name !== 'none') Object.assign(entity, { code: `t${++count}` });
  }
}

const hooks = [
  hooksFor(Stamp, {
    before: {
      create: async ({ entity, manager }) => {
        if (entity.name === 'none') return;
        entity.id ??= ++count;
        entity.folder = await manager.getRepository(Folder).findOneByOrFail({});
      },
    },
  }),
];

const fixture = {
  entities: [Article, Folder, Ticket, Stamp],
  subscribers: [TicketSubscriber],
  options: { hooks },
  fill: async (dataSource: DataSource) => {
    await dataSource.getRepository(Folder).insert({});
  },
};

forEachDatabase(fixture, (stage) => {
  test('a listener fills the key and what it assigns', async () => {
    const first = entityOf(await stage.client.post('/articles', { title: 'One' }));
    expect(first).toMatchObject({ id: expect.stringMatching(/^a\d+$/) as string, slug: 'one' });
    const chosen = entityOf(await stage.client.post('/articles', { id: 'x', title: 'Two', slug: 's' }));
    expect(chosen).toMatchObject({ id: 'x', slug: 's' });
  });

  test.each([
    ['many rows', '/articles/bulk', [{ title: 'One' }, { title: 'Two' }]],
    ['nested rows', '/folders', { articles: [{ title: 'One' }, { title: 'Two' }] }],
    ['a row under an edge', '/folders/1/articles', { title: 'One' }],
  ])('%s', async (_, path, body) => {
    expect((await stage.client.post(path, body)).status).toBe(201);
    const slugs = await stage.dataSource.getRepository(Article).find({ order: { slug: 'ASC' } });
    expect(slugs.map(({ slug }) => slug)).toEqual(['one', 'two'].slice(0, slugs.length));
    expect(slugs.length).toBeGreaterThan(0);
  });

  test('a subscriber and a hook fill the key, a hook an edge', async () => {
    const ticket = entityOf(await stage.client.post('/tickets', { name: 'Ann' }));
    expect(ticket).toMatchObject({ code: expect.stringMatching(/^t\d+$/) as string });
    const stamp = entityOf(await stage.client.post('/stamps', { name: 'Ann' }));
    expect(stamp).toMatchObject({ id: expect.any(Number) as number });
    expect((await stage.client.get(`/stamps/${String(stamp.id)}/folder`)).status).toBe(200);
  });

  test.each([
    ['/articles', { title: 'none' }, ['/slug']],
    ['/articles', {}, ['/title']],
    ['/articles/bulk', [{ title: 'One' }, { title: 'none' }], ['/1/slug']],
    ['/folders', { articles: [{ title: 'none' }] }, ['/articles/0/slug']],
    ['/tickets', { name: 'none' }, ['/code']],
    ['/tickets', {}, ['/name']],
    ['/stamps', { name: 'none' }, ['/folder', '/id']],
  ])('POST %s %j: what nothing has filled is asked of the client', async (path, body, pointers) => {
    const faults = expectProblem(await stage.client.post(path, body), 400, 'invalid_request');
    expect(faults.map(({ pointer }) => pointer).sort()).toEqual(pointers);
    expect(faults).toMatchObject(pointers.map(() => ({ code: 'required' })));
    expect(await stage.dataSource.getRepository(Article).count()).toBe(0);
  });

  test('the document asks for the rest', () => {
    const { components } = DirectClient.of(stage.dataSource, { hooks }).document;
    const requiredOf = (name: string) => (components?.schemas?.[name] as { required?: string[] }).required;
    expect(requiredOf('ArticleCreate')).toEqual(['title']);
    expect(requiredOf('TicketCreate')).toEqual(['name']);
    expect(requiredOf('StampCreate')).toEqual(['name']);
  });
});
