// Conditions on classes of every kind: keys of several columns, single-table inheritance, soft deletes, chosen ids; and the requirement of If-Match.
import { AllowClientIDs, ETag, RequireIfMatch } from '@decorest/core';
import {
  ChildEntity,
  Column,
  DeleteDateColumn,
  Entity,
  Index,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  TableInheritance,
  VersionColumn,
  type Relation,
} from 'typeorm';
import { EagerLoad } from '@decorest/core';
import { forEachDatabase, type Fixture } from '../../support/for-each-database.js';

@Entity()
class Seat {
  @PrimaryColumn()
  row!: number;

  @PrimaryColumn()
  place!: number;

  @VersionColumn()
  version!: number;

  @Column({ type: 'varchar', length: 20 })
  name!: string;
}

@ETag()
@Entity()
@TableInheritance({ column: { type: 'varchar', length: 20, name: 'kind' } })
class Content {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 20 })
  title!: string;
}

@RequireIfMatch()
@ChildEntity()
class Video extends Content {
  @Column({ nullable: true })
  seconds!: number;

  @VersionColumn()
  version!: number;
}

@ChildEntity()
class Article extends Content {
  @ManyToOne(() => Writer, (writer) => writer.articles, { nullable: true })
  @Index()
  @EagerLoad()
  writer!: Relation<Writer> | null;
}

@Entity()
class Writer {
  @PrimaryGeneratedColumn()
  id!: number;

  @OneToMany(() => Article, (article) => article.writer)
  articles!: Relation<Article[]>;
}

@RequireIfMatch()
@AllowClientIDs()
@Entity()
class Letter {
  @PrimaryColumn()
  id!: number;

  @VersionColumn()
  version!: number;

  @DeleteDateColumn()
  deleted!: Date | null;

  @Column({ type: 'varchar', length: 20 })
  text!: string;
}

const fixture: Fixture = {
  entities: [Seat, Content, Video, Article, Writer, Letter],
  options: {},
  async fill(dataSource) {
    await dataSource.getRepository(Seat).insert({ row: 1, place: 2, name: 'a' });
    await dataSource.getRepository(Writer).insert({});
    await dataSource.getRepository(Content).insert({ title: 'plain' });
    await dataSource.getRepository(Video).insert({ title: 'film', seconds: 5 });
    await dataSource.getRepository(Article).insert({ title: 'news', writer: { id: 1 } });
    await dataSource.getRepository(Letter).insert([
      { id: 1, text: 'dear' },
      { id: 2, text: 'hi' },
    ]);
  },
};

forEachDatabase(fixture, (stage) => {
  const tagOf = async (path: string) => (await stage.client.get(path)).headers.etag ?? '';
  const patch = (path: string, tags: string, body: object = {}) =>
    stage.client.patch(path, body, { 'if-match': tags });

  test('a key of several columns', async () => {
    const tag = await tagOf('/seats/1,2');
    expect(tag).toMatch(/^"1\./);
    const changed = await patch('/seats/1,2', tag, { name: 'b' });
    expect([changed.status, changed.headers.etag]).toEqual([200, await tagOf('/seats/1,2')]);
    expect((await patch('/seats/1,2', tag, { name: 'c' })).status).toBe(412);
    const created = await stage.client.post('/seats', { row: 3, place: 4, name: 'd' });
    expect([created.headers.location, created.headers.etag]).toEqual([
      '/seats/3,4',
      await tagOf('/seats/3,4'),
    ]);
    const gone = await stage.client.send('DELETE', '/seats/3,4', { headers: { 'if-match': '"1"' } });
    expect(gone.status).toBe(204);
  });

  test.each([
    ['/contents/1', { title: 'x' }],
    ['/contents/2', { title: 'x', seconds: 6 }],
    ['/contents/3', { title: 'x', writer: null }],
    ['/videos/2', { title: 'x', seconds: 6 }],
    ['/articles/3', { title: 'x' }],
  ])('the tag of %s is good for its path', async (path, body) => {
    const tag = await tagOf(path);
    const changed = await patch(path, tag, body);
    expect([changed.status, changed.headers.etag]).toEqual([200, await tagOf(path)]);
    expect((await patch(path, tag, body)).status).toBe(412);
    expect((await patch(path, '"x"', body)).status).toBe(412);
    const headers = { 'if-match': changed.headers.etag ?? '' };
    expect((await stage.client.send('DELETE', path, { headers })).status).toBe(204);
  });

  test('a class that requires If-Match requires it under the path of its parent', async () => {
    for (const path of ['/videos/2', '/contents/2']) {
      const answer = await stage.client.patch(path, { title: 'x' });
      expect([answer.status, answer.headers['cache-control']]).toEqual([428, 'no-store']);
    }
  });

  test('a create through the parent is tagged as a read through it', async () => {
    for (const kind of ['Video', 'Article']) {
      const created = await stage.client.post('/contents', { kind, title: 'new' });
      expect(created.headers.etag).toBe(await tagOf(created.headers.location ?? ''));
    }
  });

  test('without If-Match, a write that requires it is 428, before all else', async () => {
    stage.statements.clear();
    for (const [method, path] of [
      ['PATCH', '/letters/1'],
      ['PATCH', '/letters/9'],
      ['DELETE', '/letters/1'],
    ] as const) {
      const headers = { 'if-none-match': '"x"' };
      const answer = await stage.client.send(method, path, { headers, body: { nonsense: 1 } });
      expect([answer.status, answer.json]).toEqual([
        428,
        expect.objectContaining({ code: 'precondition_required' }),
      ]);
      expect(answer.headers['cache-control']).toBe('no-store');
    }
    await stage.statements.settled();
    expect(stage.statements.texts.filter((text) => !text.startsWith('PRAGMA'))).toEqual([]);
    expect((await patch('/letters/1', '*', { text: 'x' })).status).toBe(200);
    expect((await stage.client.post('/letters', { id: 5, text: 'x' })).status).toBe(201);
  });

  test('a row that is created again with its id has the version of the first, but another tag', async () => {
    const tag = await tagOf('/letters/1');
    await stage.dataSource.getRepository(Letter).delete(1);
    await stage.client.post('/letters', { id: 1, text: 'again' });
    expect((await stage.client.get('/letters/1', { 'if-none-match': tag })).status).toBe(200);
    expect((await patch('/letters/1', tag, { text: 'x' })).status).toBe(200);
  });

  test('a soft delete compares, and raises the version', async () => {
    const remove = (tags: string) =>
      stage.client.send('DELETE', '/letters/1', { headers: { 'if-match': tags } });
    expect((await remove('"2"')).status).toBe(412);
    expect((await remove('"1"')).status).toBe(204);
    expect((await remove('"1"')).status).toBe(404);
    const row = await stage.dataSource
      .getRepository(Letter)
      .findOneOrFail({ where: { id: 1 }, withDeleted: true });
    expect(row.version).toBe(2);
  });
});
