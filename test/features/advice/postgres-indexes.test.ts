// Indexes that only PostgreSQL has: operators and collations of their own, extensions, schemas.
import { Filter, FilterContains, FilterEQ, FilterGTE, FilterHasPrefix, Sortable } from '@decorest/core';
import { Column, Entity, Index, PrimaryGeneratedColumn, type DataSource } from 'typeorm';
import { AdvisedApi } from './advised-api.js';

@Entity()
class Word {
  @PrimaryGeneratedColumn() id!: number;

  @Column()
  @Filter(FilterEQ, FilterGTE, FilterHasPrefix, FilterContains)
  text!: string;

  @Index()
  @Column({ nullable: true })
  @Sortable()
  place!: number;
}

describe('operators and collations', () => {
  let advised: AdvisedApi;
  beforeAll(async () => {
    advised = await AdvisedApi.open('postgres', { entities: [Word] });
    await advised.dataSource.query('ALTER TABLE word ALTER text TYPE varchar COLLATE "en-x-icu"');
  });
  afterAll(() => advised.close());
  afterEach(() => advised.dataSource.query('DROP INDEX IF EXISTS words'));

  test.each([
    ['(text)', ['prefix']],
    ['(text text_pattern_ops)', ['gte']],
    ['(text COLLATE "C")', ['eq', 'gte', 'prefix']],
    ['(text) INCLUDE (place)', ['prefix']],
    ['(place, text)', ['eq', 'gte', 'prefix']],
    ['USING hash (text)', ['gte', 'prefix']],
    ['USING brin (text)', ['eq', 'gte', 'prefix']],
    ['((text || text))', ['eq', 'gte', 'prefix']],
  ])('an index %s leaves %j', async (keys, left) => {
    await advised.dataSource.query(
      `CREATE INDEX words ON word ${keys.startsWith('USING') ? keys : `USING btree ${keys}`}`,
    );
    const unmet = [];
    for (const test of ['eq', 'gte', 'prefix'])
      if ((await advised.missingFor(`/words?text.${test}`)).length > 0) unmet.push(test);
    expect(unmet).toEqual(left);
  });

  test('prefixes have operators of their own, which the database uses', async () => {
    const missing = await advised.missing();
    const prefix = missing.filter(({ for: requests }) => requests.includes('/words?text.prefix'));
    expect(prefix.map(({ ddl }) => ddl)).toEqual([
      'CREATE INDEX "idx_word_text_prefix" ON "word" ("text" text_pattern_ops);',
    ]);
    const rows = Array.from({ length: 2_000 }, (_, n) => ({ text: `Word ${n}`, place: n }));
    await advised.dataSource.getRepository(Word).save(rows, { chunk: 200 });
    await advised.follow(prefix);
    await advised.dataSource.query('ANALYZE');
    expect(await advised.plansOf('/words?text.prefix=Word%2042')).toContain('idx_word_text_prefix');
    await advised.dataSource.query('DROP INDEX idx_word_text_prefix');
  });

  test('an ordinary index has NULL on the other side', async () => {
    expect(await advised.missingFor('/words?sort=place')).toEqual([['place', 'id']]);
  });

  test('an extension in a schema of its own is named with it', async () => {
    const words = await AdvisedApi.open('postgres', { entities: [Word] });
    try {
      await words.dataSource.query('CREATE SCHEMA "Ext"; CREATE EXTENSION pg_trgm SCHEMA "Ext"');
      const missing = await words.missing();
      const found = missing.filter(({ for: requests }) => requests.includes('/words?text.has'));
      expect(found.map(({ ddl }) => ddl)).toEqual([
        'CREATE INDEX "idx_word_text_part" ON "word" USING gin ("text" "Ext".gin_trgm_ops);',
      ]);
      await words.follow(found);
      expect(await words.missingFor('/words?text.has')).toEqual([]);
    } finally {
      await words.close();
    }
  });
});

@Entity({ schema: 'elsewhere', synchronize: false })
class Parcel {
  @PrimaryGeneratedColumn() id!: number;

  @Column({ type: 'int' })
  @Filter(FilterEQ)
  weight!: number;
}

test('tables of another schema', async () => {
  const make = (dataSource: DataSource) =>
    dataSource.query(
      'CREATE SCHEMA elsewhere; CREATE TABLE elsewhere.parcel (id serial PRIMARY KEY, weight int)',
    );
  const advised = await AdvisedApi.open('postgres', { entities: [Parcel], tables: { make } });
  try {
    const missing = await advised.missing();
    expect(missing.map(({ ddl }) => ddl)).toEqual([
      'CREATE INDEX "idx_parcel_weight" ON "elsewhere"."parcel" ("weight");',
    ]);
    await advised.follow(missing);
    expect(await advised.advise()).toEqual([]);
  } finally {
    await advised.close();
  }
});
