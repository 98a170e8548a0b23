// A primary key has the name of its property everywhere but in the path: in answers, filters, sort keys and bodies.
import { Sortable } from '@decorest/core';
import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { valuesOf } from '../../support/collection.js';
import { onEachDatabase } from '../../support/direct-stage.js';
import type { Fixture } from '../../support/for-each-database.js';
import { expectProblem } from '../../support/problem.js';

@Entity()
class Reader {
  @PrimaryGeneratedColumn()
  readerId!: number;

  @Column({ length: 20 })
  @Sortable()
  name!: string;
}

/** The name `id` is that of one column: the key of two has none. */
@Entity()
class Shelf {
  @PrimaryColumn()
  room!: number;

  @PrimaryColumn()
  id!: number;
}

const fixture: Fixture = {
  entities: [Reader, Shelf],
  options: { defaultFilterID: true },
  fill: async ({ manager }) => {
    await manager.insert(Reader, [{ name: 'a' }, { name: 'b' }]);
  },
};

onEachDatabase(fixture, (stage) => {
  test('it is sorted and filtered by that name', async () => {
    expect(valuesOf(await stage.client.get('/readers?sort=-readerId'), 'name')).toEqual(['b', 'a']);
    expect(valuesOf(await stage.client.get('/readers?readerId.eq=2'), 'name')).toEqual(['b']);
    expect((await stage.client.get('/readers/2')).json).toMatchObject({ readerId: 2 });
  });

  test.each(['id', '-id'])('sort=%s is refused, and the answer says what the id is called', async (key) => {
    const answer = await stage.client.get(`/readers?sort=${key}`);
    expect(expectProblem(answer, 400, 'invalid_request')).toEqual([
      {
        parameter: 'sort',
        code: 'malformed_parameter',
        detail: `'${key}' is not a sort key: the id is called 'readerId' here.`,
      },
    ]);
    const filtered = await stage.client.get('/readers?id.eq=2');
    expect(expectProblem(filtered, 400, 'invalid_request')).toMatchObject([{ code: 'unknown_parameter' }]);
  });

  test('no other name is offered where the id has none', async () => {
    expect(expectProblem(await stage.client.get('/shelves?sort=id'), 400, 'invalid_request')).toMatchObject([
      { detail: "'id' is not a sort key." },
    ]);
  });
});
