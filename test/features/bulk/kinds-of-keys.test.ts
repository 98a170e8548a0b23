// Many rows of entities with keys of several columns, of texts, and under another name.
import { AllowClientIDs, Bulk, Filter } from '@decorest/core';
import {
  Column,
  Entity,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { contentOf, valuesOf } from '../../support/collection.js';
import { forEachMount, type Fixture } from '../../support/for-each-database.js';
import { expectProblem } from '../../support/problem.js';

@Entity()
@Bulk()
class Shelf {
  @PrimaryColumn({ type: 'varchar', length: 20 })
  code!: string;

  @Column({ type: 'varchar', length: 20, nullable: true })
  room!: string | null;
}

@Entity()
@Bulk()
class Slot {
  @PrimaryColumn({ type: 'varchar', length: 20 })
  shelfCode!: string;

  @PrimaryColumn({ type: 'int' })
  number!: number;

  @Column({ type: 'int', default: 0 })
  @Filter('gte')
  fill!: number;

  @ManyToOne(() => Shelf)
  @JoinColumn({ name: 'shelfCode' })
  shelf!: Relation<Shelf>;
}

@Entity()
@Bulk()
@AllowClientIDs()
class Counter {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'int', default: 0 })
  value!: number;
}

/** Its table has the name of a type of PostgreSQL. */
@Entity()
@Bulk()
class Line {
  @PrimaryColumn({ type: 'int' })
  page!: number;

  @PrimaryColumn({ type: 'int' })
  number!: number;

  @Column({ type: 'int', default: 0 })
  length!: number;
}

const fixture: Fixture = {
  entities: [Shelf, Slot, Counter, Line],
  options: {},
  fill: async (dataSource) => {
    await dataSource.getRepository(Shelf).insert(['bulk', 'x,y', 'z'].map((code) => ({ code, room: 'A' })));
    for (const [shelfCode, number] of [
      ['bulk', 1],
      ['x,y', 1],
      ['x,y', 2],
    ] as const)
      await dataSource.getRepository(Slot).insert({ shelfCode, number });
    await dataSource.getRepository(Counter).insert([{ value: 0 }, { value: 0 }]);
  },
};

forEachMount(fixture, (stage) => {
  test('the row with the id `bulk` keeps its path', async () => {
    expect((await stage.client.get('/shelves/bulk')).json).toMatchObject({ code: 'bulk' });
    expect((await stage.client.patch('/shelves/bulk', { room: 'B' })).json).toMatchObject({ room: 'B' });
    expect((await stage.client.post('/shelves/bulk', [{ code: 'new' }])).status).toBe(201);
    expect((await stage.client.send('OPTIONS', '/shelves/bulk')).headers.allow).toBe(
      'GET, HEAD, POST, PATCH, DELETE, OPTIONS',
    );
  });

  test('ids of texts, under the name of their field', async () => {
    expect((await stage.client.patch('/shelves?code.in=z&code.in=x%2Cy', { room: null })).json).toEqual({
      affected: 2,
    });
    const answer = await stage.client.patch('/shelves', [{ code: 'z', room: 'C' }, { code: 'w' }]);
    expect(expectProblem(answer, 400, 'invalid_request')).toMatchObject([
      { pointer: '/1/code', code: 'not_found' },
    ]);
    expect((await stage.client.delete('/shelves?code.eq=z')).json).toEqual({ affected: 1 });
  });

  test('ids of several columns, in a table with the name of a type', async () => {
    const made = await stage.client.post('/lines/bulk', [
      { page: 1, number: 1 },
      { page: 1, number: 2 },
    ]);
    expect(made.status).toBe(201);
    const filtered = await stage.client.patch('/lines?id.in=1,1&id.in=1,2', { length: 5 });
    expect(filtered.json).toEqual({ affected: 2 });
    expect((await stage.client.delete('/lines?id.eq=1,1')).json).toEqual({ affected: 1 });
  });

  test('ids of several columns', async () => {
    const filtered = await stage.client.patch('/slots?id.in=x%252Cy,1&id.in=bulk,1&id.in=bulk,7', {
      fill: 5,
    });
    expect(filtered.json).toEqual({ affected: 2 });
    const listed = await stage.client.patch('/slots', [
      { id: 'x%2Cy,2', fill: 7 },
      { id: 'bulk,1', fill: 8 },
    ]);
    expect(listed.json).toEqual({ affected: 2 });
    const slots = await stage.dataSource
      .getRepository(Slot)
      .find({ order: { shelfCode: 'ASC', number: 'ASC' } });
    expect(slots.map(({ fill }) => fill)).toEqual([8, 5, 7]);
    expect((await stage.client.delete('/slots?fill.gte=7')).json).toEqual({ affected: 2 });
    const malformed = await stage.client.patch('/slots', [{ id: 'bulk' }, { id: 'bulk,8' }]);
    expect(expectProblem(malformed, 400, 'invalid_request')).toMatchObject([
      { pointer: '/0/id', code: 'wrong_format' },
    ]);
  });

  test('an edge that shares a column with the key differs from row to row, and cannot be set in all', async () => {
    const answer = await stage.client.patch('/slots?fill.gte=0', { shelf: 'z' });
    expect(expectProblem(answer, 400, 'invalid_request')).toMatchObject([
      { pointer: '/shelf', code: 'unknown_key' },
    ]);
  });

  test('keys of several columns are created', async () => {
    const answer = await stage.client.post('/slots/bulk', [
      { shelf: 'z', number: 1 },
      { shelf: 'z', number: 2, fill: 3 },
    ]);
    expect(answer.status).toBe(201);
    expect(valuesOf(answer, 'fill')).toEqual([0, 3]);
  });

  test('ids that clients choose', async () => {
    const made = await stage.client.post('/counters/bulk', [{ id: 77, value: 1 }, { value: 2 }, { id: 12 }]);
    expect(made.status).toBe(201);
    const [chosen, generated, other] = contentOf(made).map(({ id }) => id);
    expect([chosen, other]).toEqual([77, 12]);
    expect((await stage.client.get(`/counters/${String(generated)}`)).json).toMatchObject({ value: 2 });
    const taken = await stage.client.post('/counters/bulk', [{ id: 500 }, { id: 77 }]);
    expect(expectProblem(taken, 409, 'already_exists')).toMatchObject([{ pointer: '/1/id' }]);
    const listed = await stage.client.patch('/counters', [
      { id: 2, value: 5 },
      { id: 1, value: 6 },
    ]);
    expect(listed.json).toEqual({ affected: 2 });
  });
});
