// Floats of single precision: a filter takes the values that the column can hold, on each database.
import { Filter, FilterEQ, FilterGroupArray, FilterGroupLength } from '@decorest/core';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { valuesOf } from '../../support/collection.js';
import { directStage } from '../../support/direct-stage.js';
import { expectProblem } from '../../support/problem.js';
import { databaseNames, speaksMysql } from '../../support/test-database.js';

describe.each(databaseNames)('%s', (name) => {
  @Entity()
  class Gauge {
    @PrimaryGeneratedColumn() id!: number;

    @Column(speaksMysql(name) ? 'float' : 'real')
    @Filter(FilterEQ, FilterGroupArray, FilterGroupLength)
    level!: number;
  }

  const stage = directStage(name, {
    entities: [Gauge],
    options: {},
    fill: async ({ manager }) => {
      await manager.insert(Gauge, [{ level: 1.5 }, { level: 3.4e38 }]);
    },
  });

  test.each(['eq', 'in', 'gt', 'lte'])(
    '%s of a larger number is a fault of its parameter',
    async (predicate) => {
      for (const value of ['1e39', '-1e39', '1e308']) {
        const answer = await stage.client.get(`/gauges?level.${predicate}=${value}`);
        expect(expectProblem(answer, 400, 'invalid_request')).toMatchObject([
          { parameter: `level.${predicate}`, code: 'malformed_parameter' },
        ]);
      }
    },
  );

  test('the largest values are compared', async () => {
    const { maximum } =
      stage.client.model.entities[0]?.fields.find((field) => field.name === 'level')?.bounds ?? {};
    expect(
      valuesOf(await stage.client.get(`/gauges?level.lte=${encodeURIComponent(maximum ?? '')}`), 'level'),
    ).toEqual([1.5, 3.4e38]);
    expect(valuesOf(await stage.client.get('/gauges?level.gte=3e38'), 'level')).toEqual([3.4e38]);
  });
});
