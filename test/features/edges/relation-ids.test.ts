// `@RelationId` of a foreign key is a read-only field of its value; ids in other tables are left out, and named at the start.
import { createApi, Filter, FilterGroupEqual, Skip, Sortable } from '@decorest/core';
import {
  Entity,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  RelationId,
  type DataSource,
  type Relation,
} from 'typeorm';
import { contentOf } from '../../support/collection.js';
import { forEachDatabase } from '../../support/for-each-database.js';
import { expectProblem } from '../../support/problem.js';

@Entity()
class Author {
  @PrimaryGeneratedColumn()
  id!: number;

  @OneToMany(() => Post, (post) => post.author)
  posts!: Post[];

  @RelationId((author: Author) => author.posts)
  postIds!: number[];
}

@Entity()
class Post {
  @PrimaryGeneratedColumn()
  id!: number;

  @ManyToOne(() => Author, (author) => author.posts, { nullable: true })
  author!: Relation<Author> | null;

  @RelationId((post: Post) => post.author)
  @Filter(FilterGroupEqual)
  @Sortable()
  authorId!: number | null;

  @ManyToMany(() => Author)
  @JoinTable()
  readers!: Author[];

  @RelationId((post: Post) => post.readers)
  @Skip()
  readerIds!: number[];
}

const fixture = {
  entities: [Author, Post],
  options: {},
  fill: async (dataSource: DataSource) => {
    const [first = null, second = null] = await dataSource.getRepository(Author).save([{}, {}]);
    await dataSource.getRepository(Post).save([{ author: second }, { author: null }, { author: first }]);
  },
};

forEachDatabase(fixture, (stage) => {
  test('it is what find() gives, without a statement of its own', async () => {
    const found = await stage.dataSource.getRepository(Post).find({ order: { id: 'ASC' } });
    stage.statements.clear();
    const shown = contentOf(await stage.client.get('/posts'));
    expect(shown).toEqual(found.map(({ id, authorId }) => ({ id, authorId: authorId ?? null, edges: {} })));
    expect(stage.statements.texts.filter((text) => /author_?id/i.test(text))).toHaveLength(1);
    expect((await stage.client.get('/posts/1')).json).toEqual({ id: 1, authorId: 2, edges: {} });
  });

  test.each([
    ['authorId.eq=2', [1]],
    ['authorId.null=true', [2]],
    ['sort=-authorId', [1, 3, 2]],
  ])('GET /posts?%s', async (query, ids) => {
    expect(contentOf(await stage.client.get(`/posts?${query}`)).map(({ id }) => id)).toEqual(ids);
  });

  test('the edge writes it', async () => {
    const [fault] = expectProblem(await stage.client.post('/posts', { authorId: 1 }), 400, 'invalid_request');
    expect(fault).toMatchObject({ pointer: '/authorId', code: 'unknown_key' });
    expect((await stage.client.post('/posts', { author: 1 })).json).toMatchObject({ authorId: 1 });
  });

  test('ids in other tables are left out, and named by one warning', async () => {
    expect((await stage.client.get('/authors/1')).json).toEqual({ id: 1, edges: {} });
    const warnings: unknown[][] = [];
    const logger = { error: () => undefined, warn: (...entry: unknown[]) => void warnings.push(entry) };
    createApi(stage.dataSource, { logger });
    expect(warnings).toContainEqual([{ members: ['Author.postIds'] }, expect.stringContaining('left out')]);
  });
});
