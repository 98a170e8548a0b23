// What needs an index, and which indexes serve it: orders with NULL, soft deletes, key columns, join tables, collations,
// instants of the database's clock, long texts.
import {
  DefaultSort,
  ExcludeOperations,
  Filter,
  FilterContains,
  FilterContainsWords,
  FilterEQ,
  FilterEdge,
  FilterEqualFold,
  FilterGTE,
  FilterHasPrefix,
  FilterIsNil,
  FilterNEQ,
  Sortable,
} from '@decorest/core';
import {
  ChildEntity,
  Column,
  CreateDateColumn,
  DeleteDateColumn,
  Entity,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  TableInheritance,
  ViewColumn,
  ViewEntity,
  type Relation,
} from 'typeorm';
import { databaseNames, speaksMysql } from '../../support/test-database.js';
import { AdvisedApi } from './advised-api.js';

@Entity()
@DefaultSort('-rank')
class Song {
  @PrimaryGeneratedColumn() id!: number;

  @Column({ type: 'int', nullable: true })
  @Sortable()
  rank!: number | null;

  @Column({ type: 'int', nullable: true })
  @Sortable({ nulls: 'highest' })
  score!: number | null;

  @Column({ type: 'int', nullable: true })
  @Sortable({ nulls: 'last' })
  plays!: number | null;

  @Column({ unique: true })
  @Sortable()
  title!: string;

  /** Half of the rows have each value. */
  @Column()
  @Filter(FilterEQ)
  live!: boolean;

  /** Almost all rows have another value. */
  @Column({ type: 'int', nullable: true })
  @Filter(FilterNEQ, FilterIsNil)
  year!: number | null;

  @CreateDateColumn()
  @Filter(FilterGTE)
  addedAt!: Date;

  @Column({ type: 'text' })
  @Filter(FilterEQ, FilterHasPrefix, FilterContains, FilterContainsWords, FilterEqualFold)
  text!: string;

  @Column({ length: 300 })
  @Sortable()
  motto!: string;

  @ManyToMany(() => Singer, (singer) => singer.songs)
  @JoinTable()
  singers!: Singer[];
}

@Entity()
class Singer {
  @PrimaryColumn({ length: 20 }) country!: string;
  @PrimaryColumn({ type: 'int' }) number!: number;

  @Column()
  @Filter(FilterEQ)
  name!: string;

  @DeleteDateColumn()
  leftAt!: Date | null;

  @ManyToMany(() => Song, (song) => song.singers)
  songs!: Song[];

  @OneToMany(() => Prize, (prize) => prize.singer)
  prizes!: Prize[];
}

/** Only reached through its singer. */
@Entity()
@ExcludeOperations('list')
class Prize {
  @PrimaryGeneratedColumn() id!: number;

  @Column()
  @Filter(FilterEQ)
  name!: string;

  @ManyToOne(() => Singer, (singer) => singer.prizes)
  @Filter(FilterEdge)
  singer!: Relation<Singer> | null;

  @DeleteDateColumn()
  lostAt!: Date | null;
}

@ViewEntity({ expression: 'SELECT id, title FROM song' })
class Title {
  @ViewColumn() @PrimaryColumn() id!: number;

  @ViewColumn()
  @Column({ type: 'varchar' })
  @Filter(FilterEQ)
  @Sortable()
  title!: string;
}

const entities = [Song, Singer, Prize, Title];

describe.each(databaseNames)('%s', (name) => {
  const isMysql = speaksMysql(name);
  let advised: AdvisedApi;
  beforeAll(async () => {
    advised = await AdvisedApi.open(name, { entities });
  });
  afterAll(() => advised.close());

  /** The keys that PostgreSQL needs at the end; the others append them to each index. */
  const withId = (column: string) => (name === 'postgres' ? [column, 'id'] : [column]);

  async function findDdl(request: string): Promise<readonly (string | null)[]> {
    const advice = await advised.advise();
    return advice.filter((each) => each.for.includes(request)).map(({ ddl }) => ddl);
  }

  test('the default sort and a sort key share an index, read in both directions', async () => {
    expect(await advised.missingFor('/songs')).toEqual([withId('rank')]);
    expect(await advised.missingFor('/songs?sort=rank')).toEqual([withId('rank')]);
    expect(await findDdl('/songs')).toEqual([
      expect.stringMatching(name === 'postgres' ? /\("rank" NULLS FIRST, "id"\);$/ : /\(.rank.\);$/),
    ]);
  });

  test('an index has NULL where the order has it, or there is none', async () => {
    const highest = await findDdl('/songs?sort=score');
    const [last, lastReversed] = [await findDdl('/songs?sort=plays'), await findDdl('/songs?sort=-plays')];
    if (name === 'postgres') {
      expect(highest).toEqual([expect.stringMatching(/\("score", "id"\);$/)]);
      expect(last).toEqual([expect.stringMatching(/\("plays", "id"\);$/)]);
      expect(lastReversed).toEqual([expect.stringMatching(/\("plays" NULLS FIRST, "id"\);$/)]);
    } else {
      expect(highest).toEqual([null]);
      expect(last).toEqual([null]);
      // NULL is lowest, as in the index.
      expect(lastReversed).toEqual([expect.stringMatching(/\(.plays.\);$/)]);
    }
  });

  test('a unique value needs no key after it', async () => {
    expect(await findDdl('/songs?sort=title')).toEqual([]);
    expect(await findDdl('/songs?sort=id')).toEqual([]);
  });

  test('tests that most rows pass need no index', async () => {
    for (const filter of ['live.eq', 'year.neq', 'year.null'])
      expect(await findDdl(`/songs?${filter}`)).toEqual([]);
  });

  test('an instant of the clock is found by an index on its column', async () => {
    expect(await findDdl('/songs?addedAt.gte')).toEqual([expect.stringMatching(/\(["`]addedAt["`]\);$/)]);
  });

  test('a long text is found by its beginning where an index cannot have all of it', async () => {
    expect(await findDdl('/songs?text.eq')).toEqual([
      expect.stringMatching(isMysql ? /\(`text`\(255\)\);$/ : /\("text"\);$/),
    ]);
    expect(await findDdl('/songs?text.prefix')).toEqual(await findDdl('/songs?text.eq'));
  });

  test('an index has the order of long texts where lists sort by all of a text', async () => {
    expect(await advised.missingFor('/songs?sort=motto')).toEqual(isMysql ? [] : [withId('motto')]);
    expect(await findDdl('/songs?sort=motto')).toEqual([isMysql ? null : expect.stringContaining('motto')]);
  });

  test('a part of a text is found by trigrams alone', async () => {
    expect(await findDdl('/songs?text.has')).toEqual([
      name === 'postgres' ? expect.stringContaining('USING gin ("text" gin_trgm_ops);') : null,
    ]);
    expect(await findDdl('/songs?text.words')).toEqual(await findDdl('/songs?text.has'));
    expect(await findDdl('/songs?text.ieq')).toEqual([
      isMysql
        ? null
        : expect.stringMatching(
            name === 'postgres' ? /\(lower\("text"\)\);$/ : /\("text" COLLATE NOCASE\);$/,
          ),
    ]);
  });

  test('both sides of a join table, and a foreign key of several columns', async () => {
    // TypeORM makes indexes for both sides of a join table; drop those.
    const { dataSource } = advised;
    const advice = await advised.advise();
    expect(advice.filter(({ for: requests }) => requests.includes('/songs/{id}/singers'))).toEqual([]);
    const prizes = await advised.missingFor('/singers/{id}/prizes');
    expect(prizes).toEqual(isMysql ? [] : [['singerCountry', 'singerNumber']]);
    expect(await advised.missingFor('/prizes?singer.*')).toEqual([]);
    if (isMysql) return;
    const runner = dataSource.createQueryRunner();
    const table = await runner.getTable('song_singers_singer');
    for (const index of [...(table?.indices ?? [])]) await runner.dropIndex('song_singers_singer', index);
    await runner.release();
    const sides = await advised.missingFor('/songs/{id}/singers');
    // The key of the join table begins with the song.
    expect(sides).toEqual([['singerCountry', 'singerNumber']]);
  });

  test('a view, and an entity without a list, need none of their own', async () => {
    const advice = await advised.advise();
    const requests = advice.flatMap((each) => each.for);
    expect(requests.filter((request) => request.startsWith('/titles'))).toEqual([]);
    expect(requests.filter((request) => request.startsWith('/prizes'))).toEqual([]);
    expect(advice.every(({ reason }) => reason.length > 0)).toBe(true);
  });

  test('all of it can be created, and nothing is left to say', async () => {
    await advised.follow(await advised.missing());
    expect(await advised.missing()).toEqual([]);
    const after = await advised.advise();
    expect(after.every(({ ddl }) => ddl === null)).toBe(true);
  });
});

@Entity()
class Member {
  @PrimaryGeneratedColumn() id!: number;

  @Column()
  @Filter(FilterEQ)
  name!: string;

  @DeleteDateColumn()
  left_at!: Date | null;
}

describe.each(databaseNames.filter((name) => !speaksMysql(name)))(
  'indexes of a part of the rows on %s',
  (name) => {
    let advised: AdvisedApi;
    beforeEach(async () => {
      advised = await AdvisedApi.open(name, { entities: [Member] });
    });
    afterEach(() => advised.close());

    test.each([
      ['left_at IS NULL', true],
      ['"left_at" is null', true],
      ['left_at IS NOT NULL', false],
      ["name <> ''", false],
      ["left_at IS NULL AND name <> ''", false],
    ])('where %s: serves %s', async (condition, serves) => {
      await advised.dataSource.query(`CREATE INDEX members_by_name ON member (name) WHERE ${condition}`);
      expect(await advised.missingFor('/members?name.eq')).toEqual(serves ? [] : [['name']]);
    });

    test('the database uses it, as every request leaves out deleted rows', async () => {
      const rows = Array.from({ length: 2_000 }, (_, n) => ({ name: `Member ${n}` }));
      await advised.dataSource.getRepository(Member).save(rows, { chunk: 200 });
      await advised.dataSource.query('CREATE INDEX members_by_name ON member (name) WHERE left_at IS NULL');
      await advised.dataSource.query('ANALYZE');
      expect(await advised.plansOf('/members?name.eq=Member%2042')).toContain('members_by_name');
    });
  },
);

@Entity()
@TableInheritance({ column: { type: 'varchar', length: 20, name: 'kind' } })
class Animal {
  @PrimaryGeneratedColumn() id!: number;

  @Column({ type: 'int' })
  @Filter(FilterEQ)
  legs!: number;
}

@ChildEntity()
class Bird extends Animal {
  @Column({ type: 'int', nullable: true })
  @Filter(FilterEQ)
  wings!: number | null;
}

test.each(databaseNames)('classes of one table share its indexes on %s', async (name) => {
  const advised = await AdvisedApi.open(name, { entities: [Animal, Bird] });
  try {
    const missing = (await advised.missing()).filter(({ columns }) => !columns.includes('kind'));
    expect(missing.map(({ entity, columns, for: requests }) => [entity, columns, requests])).toEqual([
      ['Animal', ['legs'], ['/animals?legs.eq', '/birds?legs.eq']],
      ['Bird', ['wings'], ['/birds?wings.eq']],
    ]);
  } finally {
    await advised.close();
  }
});

describe('names on every database', () => {
  const odd = 'order by 1; -- odd';

  @Entity({ name: odd })
  class Odd {
    @PrimaryGeneratedColumn() id!: number;

    @Column({ name: 'long '.repeat(12).trim() })
    @Filter(FilterEQ, FilterEqualFold)
    first!: string;

    @Column({ name: 'group' })
    @Sortable()
    second!: number;
  }

  test.each(databaseNames)('are quoted on %s', async (name) => {
    const advised = await AdvisedApi.open(name, { entities: [Odd] });
    try {
      const missing = await advised.missing();
      expect(missing.length).toBe(speaksMysql(name) ? 2 : 3);
      await advised.follow(missing);
      expect(await advised.missing()).toEqual([]);
    } finally {
      await advised.close();
    }
  });
});
