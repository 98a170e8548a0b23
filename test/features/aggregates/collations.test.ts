// Texts in a column whose collation ignores case, accents and blanks at the end: groups and counts are exact nevertheless.
import { Filter, FilterEQ, Groupable, Measure } from '@decorest/core';
import { Column, Entity, PrimaryGeneratedColumn, type DataSource } from 'typeorm';
import { contentOf } from '../../support/collection.js';
import { onEachDatabase } from '../../support/direct-stage.js';
import { speaksMysql, type DatabaseName } from '../../support/test-database.js';

/** A class for each kind of database: only MySQL and MariaDB have this collation. */
function labelIn(database: DatabaseName) {
  @Entity()
  @Measure('count')
  class Label {
    @PrimaryGeneratedColumn()
    id!: number;

    @Column({
      type: 'varchar',
      length: 20,
      ...(speaksMysql(database) && { charset: 'utf8mb4', collation: 'utf8mb4_general_ci' }),
    })
    @Groupable()
    @Measure('distinct')
    @Filter(FilterEQ)
    text!: string;
  }
  return Label;
}

const texts = ['oat', 'Oat', 'oat ', 'óat', 'oat'];

onEachDatabase(
  {
    entities: (database) => [labelIn(database)],
    options: {},
    fill: async (dataSource: DataSource) => {
      await dataSource.getRepository('Label').insert(texts.map((text) => ({ text })));
    },
  },
  (stage) => {
    test('each text is a group, and the total of the list with it as filter', async () => {
      const groups = contentOf(await stage.client.get('/labels/aggregate?group_by=text'));
      const counts = new Map(groups.map(({ text, count }) => [text, count]));
      expect(counts).toEqual(
        new Map([
          ['oat', 2],
          ['Oat', 1],
          ['oat ', 1],
          ['óat', 1],
        ]),
      );
      for (const { text, count } of groups) {
        const list = await stage.client.get(`/labels?text.eq=${encodeURIComponent(String(text))}`);
        expect(list.json).toMatchObject({ total_count: count });
      }
      const [whole] = contentOf(await stage.client.get('/labels/aggregate?measures=text.distinct'));
      expect(whole).toEqual({ 'text.distinct': 4 });
    });

    test('groups that the collation finds equal keep one order', async () => {
      const up = contentOf(await stage.client.get('/labels/aggregate?group_by=text'));
      const down = contentOf(await stage.client.get('/labels/aggregate?group_by=text&order=desc'));
      expect(down).toEqual([...up].reverse());
    });
  },
);
