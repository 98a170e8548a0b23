// Where a column ignores case, ids in a body name the rows that the database takes for the same. MySQL and MariaDB compare ids in
// requests exactly, whatever the collation.
import { AllowClientIDs, Bulk, EagerLoad, policyFor } from '@decorest/core';
import {
  ChildEntity,
  Column,
  Entity,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  TableInheritance,
  type DataSource,
  type Relation,
} from 'typeorm';
import { edgesOf, entityOf, type EntityJson } from '../../support/collection.js';
import { DirectClient } from '../../support/direct-client.js';
import { forEachDatabase } from '../../support/for-each-database.js';
import { expectProblem } from '../../support/problem.js';
import { speaksMysql, type DatabaseName } from '../../support/test-database.js';

/** Genres with films, whose ids are texts without case, and tags; dogs are animals. */
function entitiesOf(name: DatabaseName) {
  const type = name === 'postgres' ? 'citext' : 'varchar';
  const collations = {
    sqlite: 'NOCASE',
    sqlite3: 'NOCASE',
    mariadb: 'utf8mb4_general_ci',
    mysql: 'utf8mb4_general_ci',
  };
  const options =
    name === 'postgres' ? ({ type } as const) : ({ type, length: 40, collation: collations[name] } as const);

  @Entity()
  @AllowClientIDs()
  class Tag {
    @PrimaryColumn(options) id!: string;
  }

  @Entity()
  @AllowClientIDs()
  class Film {
    @PrimaryColumn(options) id!: string;
    @Column('int', { nullable: true }) hidden!: number | null;
    @ManyToOne(() => Genre, (genre) => genre.films, { nullable: true }) genre!: Relation<Genre> | null;
  }

  @Entity()
  @AllowClientIDs()
  @Bulk()
  class Genre {
    @PrimaryColumn(options) id!: string;
    @Column('int', { nullable: true }) note!: number | null;
    @OneToMany(() => Film, (film) => film.genre) @EagerLoad() films!: Relation<Film>[];
    @ManyToMany(() => Tag) @JoinTable() @EagerLoad() tags!: Tag[];
  }

  @Entity()
  @TableInheritance({ column: 'kind' })
  @AllowClientIDs()
  @Bulk()
  class Animal {
    @PrimaryColumn(options) id!: string;
    @Column() kind!: string;
  }

  @ChildEntity()
  @Bulk()
  class Dog extends Animal {
    @Column('int', { nullable: true }) barks!: number | null;
  }
  return [Tag, Film, Genre, Animal, Dog];
}

const fixture = {
  entities: entitiesOf,
  options: {},
  fill: async (dataSource: DataSource) => {
    for (const id of ['fun', 'sad']) await dataSource.getRepository('Tag').insert({ id });
    for (const id of ['rock', 'jazz']) await dataSource.getRepository('Genre').insert({ id });
    for (const id of ['a', 'b']) await dataSource.getRepository('Film').insert({ id });
    await dataSource.getRepository('Dog').insert({ id: 'rex' });
  },
};

const idsOf = (entity: EntityJson, edge: string) =>
  (edgesOf(entity)[edge] as readonly EntityJson[]).map(({ id }) => id);

forEachDatabase(fixture, (stage) => {
  if (speaksMysql(stage.database)) {
    test('an id in another case is not found', async () => {
      expectProblem(await stage.client.patch('/genres/rock', { add_tags: ['FUN'] }), 400, 'invalid_request');
      expectProblem(await stage.client.get('/genres/ROCK'), 404, 'not_found');
    });
    return;
  }

  test('rows are linked once, and those that are missing are named', async () => {
    const genre = entityOf(await stage.client.patch('/genres/ROCK', { add_tags: ['FUN', 'fun', 'SAD'] }));
    expect(idsOf(genre, 'tags')).toEqual(['fun', 'sad']);
    const missing = expectProblem(
      await stage.client.patch('/genres/rock', { add_tags: ['Fun', 'none', 'NONE'] }),
      400,
      'invalid_request',
    );
    expect(missing).toMatchObject([
      { pointer: '/add_tags', code: 'not_found', detail: 'There is no Tag with the id none, NONE.' },
    ]);
    const answer = await stage.client.patch('/genres/rock', { add_films: ['A', 'a', 'B'] });
    expect(idsOf(entityOf(answer), 'films')).toEqual(['a', 'b']);
    const other = await stage.client.patch('/genres/jazz', { add_films: ['A'] });
    expectProblem(other, 409, 'edge_conflict');
  });

  test('a row is not both added and removed', async () => {
    const answer = await stage.client.patch('/genres/rock', { add_tags: ['fun'], remove_tags: ['FUN'] });
    expect(expectProblem(answer, 400, 'invalid_request')).toMatchObject([
      { pointer: '/add_tags', code: 'conflict', detail: 'FUN cannot be both added and removed.' },
    ]);
  });

  test('a policy takes the ids of one row for one', async () => {
    const Film = stage.dataSource.getMetadata('Film').target as new () => { hidden: number | null };
    const client = DirectClient.of(stage.dataSource, {
      policies: [policyFor(Film, () => ({ hidden: null }))],
    });
    const answer = await client.patch('/genres/rock', { add_films: ['A', 'a'] });
    expect([answer.status, idsOf(entityOf(answer), 'films')]).toEqual([200, ['a']]);
  });

  test('many rows: one is named once', async () => {
    const bodies = [
      { id: 'JAZZ', note: 1 },
      { id: 'rock', note: 2 },
      { id: 'Jazz', note: 3 },
    ];
    const answer = await stage.client.patch('/genres', bodies);
    expect(expectProblem(answer, 400, 'invalid_request')).toMatchObject([
      { pointer: '/2/id', code: 'conflict', detail: 'The item 0 has the same id.' },
    ]);
    expect((await stage.client.patch('/genres', bodies.slice(0, 2))).json).toMatchObject({ affected: 2 });
  });

  test('many rows of several classes: each is of the class of its row', async () => {
    const answer = await stage.client.patch('/animals', [{ id: 'REX', barks: 3 }]);
    expect(answer.status).toBe(200);
    expect(entityOf(await stage.client.get('/dogs/rex')).barks).toBe(3);
  });
});
