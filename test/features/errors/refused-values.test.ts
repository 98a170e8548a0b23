// A transformer that throws on a value of a client refuses the value: the fault is at its place.
import { Bulk, Filter, FilterEQ } from '@decorest/core';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { directStage } from '../../support/direct-stage.js';
import { expectProblem } from '../../support/problem.js';
import { databaseNames } from '../../support/test-database.js';

const even = {
  to: (value: number | null) => {
    if (value !== null && value % 2 === 1) throw new TypeError('secret: an odd number');
    return value;
  },
  from: (stored: number | null) => stored,
};

@Entity()
@Bulk('create', 'update')
class Pair {
  @PrimaryGeneratedColumn() id!: number;
  @Filter(FilterEQ) @Column('int', { transformer: even, default: 2 }) count!: number;
}

describe.each(databaseNames)('%s', (name) => {
  const stage = directStage(name, { entities: [Pair], options: {}, fill: async () => undefined });

  test('in every body it is a fault of its key, and in a filter one of the request', async () => {
    const { client } = stage;
    expect((await client.post('/pairs', { count: 4 })).status).toBe(201);
    for (const [method, target, body, pointer] of [
      ['POST', '/pairs', { count: 3 }, '/count'],
      ['PATCH', '/pairs/1', { count: 3 }, '/count'],
      ['POST', '/pairs/bulk', [{ count: 2 }, { count: 3 }], '/1/count'],
      ['PATCH', '/pairs', [{ id: 1, count: 3 }], '/0/count'],
    ] as const) {
      const answer = await client.send(method, target, body);
      expect(expectProblem(answer, 400, 'invalid_request')).toMatchObject([{ pointer, code: 'invalid' }]);
      expect(answer.text).not.toMatch(/secret/);
    }
    expectProblem(await client.get('/pairs?count.eq=3'), 400, 'invalid_request');
    expect((await client.get('/pairs?count.eq=4')).json).toMatchObject({ total_count: 1 });
  });
});
