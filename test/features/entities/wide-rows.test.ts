// Rows of more columns than a function of SQLite takes arguments, with names that are formats, alone and as an eager edge.
import { EagerLoad } from '@decorest/core';
import { Column, Entity, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { contentOf } from '../../support/collection.js';
import { onEachDatabase } from '../../support/direct-stage.js';

@Entity()
class Survey {
  @PrimaryGeneratedColumn() id!: number;
  @Column({ type: 'varchar', length: 20, name: 'share' }) ['%s of 100%']!: string;
}

const answers = Array.from({ length: 150 }, (_, at) => `answer${at}`);
for (const answer of answers) Column({ type: 'int', nullable: true })(Survey.prototype, answer);

@Entity()
class Page {
  @PrimaryGeneratedColumn() id!: number;
  @ManyToOne(() => Survey) @EagerLoad() survey!: Relation<Survey>;
}

const row = {
  '%s of 100%': '50 %d\n"half"',
  ...Object.fromEntries(answers.map((answer, at) => [answer, at % 7 === 0 ? null : at])),
};

onEachDatabase(
  {
    entities: [Survey, Page],
    options: {},
    fill: async ({ manager }) => {
      const survey = await manager.save(manager.create(Survey, row));
      await manager.save(Page, { survey });
    },
  },
  (stage) => {
    test('a row and a list show each column under its name', async () => {
      const shown = { id: 1, ...row, edges: {} };
      expect((await stage.client.get('/surveys/1')).json).toEqual(shown);
      expect(contentOf(await stage.client.get('/surveys'))).toEqual([shown]);
      expect(contentOf(await stage.client.get('/pages'))).toEqual([{ id: 1, edges: { survey: shown } }]);
    });
  },
);
