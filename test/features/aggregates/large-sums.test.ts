// A sum of valid values may exceed the largest floating-point number, which JSON cannot express.
import { Measure } from '@decorest/core';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { contentOf } from '../../support/collection.js';
import { forEachDatabase } from '../../support/for-each-database.js';
import { expectProblem } from '../../support/problem.js';

@Entity()
class Reading {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('double precision')
  @Measure('sum', 'avg', 'max')
  value!: number;
}

forEachDatabase(
  {
    entities: [Reading],
    options: {},
    fill: async ({ manager }) => {
      await manager.insert(Reading, [{ value: 1.7e308 }, { value: 1.7e308 }]);
    },
  },
  (stage) => {
    test.each(['value.sum', 'value.avg', 'value.max,value.sum'])(
      'measures=%s is refused',
      async (measures) => {
        const answer = await stage.client.get(`/readings/aggregate?measures=${measures}`);
        expectProblem(answer, 400, 'invalid_request');
        expect(answer.json).toMatchObject({
          detail: expect.stringMatching(/exceeds|out of range/) as unknown,
        });
      },
    );

    test('other measures are not', async () => {
      const answer = await stage.client.get('/readings/aggregate?measures=value.max');
      expect(contentOf(answer)).toEqual([{ 'value.max': 1.7e308 }]);
    });
  },
);
