// L. Concurrency: writes with listeners that wait, so that transactions stay open between their statements. Line 160 of
// robustness.md, section 3, where it is hardest: TypeORM has one query runner for all of SQLite.
import { setTimeout as sleep } from 'node:timers/promises';
import { Filter, FilterHasPrefix } from '@decorest/core';
import { AfterInsert, BeforeInsert, Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { contentOf } from '../support/collection.js';
import { forEachDatabase } from '../support/for-each-database.js';
import { statusesOf, unless } from './rounds.js';

@Entity({ name: 'diaries' })
class Diary {
  @PrimaryGeneratedColumn() id!: number;

  @Column({ type: 'varchar', length: 80, unique: true })
  @Filter(FilterHasPrefix)
  title!: string;

  @BeforeInsert()
  @AfterInsert()
  async waits(): Promise<void> {
    await sleep(1);
  }
}

const diaries = {
  entities: [Diary],
  options: {},
  fill: async () => {
    // Each round brings its own.
  },
};

jest.setTimeout(300_000);

forEachDatabase(diaries, (stage) => {
  test('160. a write that fails takes no other with it, though listeners wait', async () => {
    const strange: string[] = [];
    await stage.client.post('/diaries', { title: 'taken' });
    for (let round = 0; round < 50; round++) {
      const titles = Array.from({ length: 8 }, (_, at) => `good${round}-${at}`);
      const posts = [...titles.slice(0, 4), 'taken', ...titles.slice(4)].map((title) =>
        stage.client.post('/diaries', { title }),
      );
      const answers = await Promise.all(posts);
      const kept = contentOf(await stage.client.get(`/diaries?per_page=100&title.prefix=good${round}-`));
      const outcome = unless(
        statusesOf(answers) === '201x8 409x1' && kept.length === 8,
        statusesOf(answers),
        kept.length,
      );
      if (outcome !== null) strange.push(outcome);
    }
    expect(strange).toEqual([]);
  });
});
