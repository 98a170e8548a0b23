// Hooks and listeners of requests for many rows: `allow` once, the others for each row, in the order of the ids.
import { ApiError, Bulk, Filter, hooksFor } from '@decorest/core';
import { BeforeUpdate, Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { valuesOf } from '../../support/collection.js';
import { forEachDatabase, type Fixture } from '../../support/for-each-database.js';
import { expectProblem } from '../../support/problem.js';

@Entity()
@Bulk()
class Task {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 40 })
  @Filter('eq', 'neq')
  title!: string;

  @Column({ type: 'int', default: 0 })
  edits!: number;

  @BeforeUpdate()
  countEdit(): void {
    this.edits += 1;
  }
}

const heard: string[] = [];

const hooks = hooksFor(Task, {
  allow: ({ operation, bulk }) => {
    heard.push(`allow ${operation} ${bulk}`);
    return !(operation === 'delete' && bulk && heard.includes('no deletes'));
  },
  before: {
    create: ({ entity }) => {
      heard.push(`create ${entity.title}`);
      if (entity.title === 'taboo') throw new ApiError('forbidden', { detail: 'A taboo.' });
      if (entity.title === 'fault')
        throw new ApiError('invalid_request', {
          faults: [{ pointer: '/title', code: 'not_allowed', detail: 'Not this one.' }],
        });
      entity.title += '!';
    },
    update: ({ entity, stored }) => {
      heard.push(`update ${entity.id} from ${stored.title}`);
      if (entity.title === 'taboo') throw new ApiError('forbidden', { detail: 'A taboo.' });
    },
    delete: async ({ entity, manager }) => {
      heard.push(`delete ${entity.id}`);
      if (entity.title === 'cascade') await manager.delete(Task, { id: 3 });
    },
  },
  after: {
    create: ({ entity }) => void heard.push(`created ${entity.id}`),
    update: ({ entity }) => void heard.push(`updated ${entity.id}`),
    delete: ({ entity }) => void heard.push(`deleted ${entity.id}`),
  },
});

const fixture: Fixture = {
  entities: [Task],
  options: { hooks: [hooks] },
  fill: async (dataSource) => {
    await dataSource.getRepository(Task).insert(['a', 'b', 'c'].map((title) => ({ title })));
  },
};

forEachDatabase(fixture, (stage) => {
  beforeEach(() => {
    heard.length = 0;
  });

  test('create: the hooks of each item, in the order sent', async () => {
    const answer = await stage.client.post('/tasks/bulk', [{ title: 'd' }, { title: 'e' }]);
    expect(answer.status).toBe(201);
    expect(valuesOf(answer, 'title')).toEqual(['d!', 'e!']);
    expect(heard).toEqual(['allow create true', 'create d', 'created 4', 'create e', 'created 5']);
  });

  test('what a hook throws has the place of the item, and nothing is written', async () => {
    const refused = await stage.client.post('/tasks/bulk', [{ title: 'd' }, { title: 'taboo' }]);
    expect(expectProblem(refused, 403, 'forbidden')).toEqual([
      { pointer: '/1', code: 'not_allowed', detail: 'A taboo.' },
    ]);
    const wrong = await stage.client.post('/tasks/bulk', [{ title: 'd' }, { title: 'fault' }]);
    expect(expectProblem(wrong, 400, 'invalid_request')).toEqual([
      { pointer: '/1/title', code: 'not_allowed', detail: 'Not this one.' },
    ]);
    const listed = await stage.client.patch('/tasks', [
      { id: 3, title: 'taboo' },
      { id: 1, title: 'z' },
    ]);
    expect(expectProblem(listed, 403, 'forbidden')).toMatchObject([{ pointer: '/0' }]);
    expectProblem(await stage.client.patch('/tasks?all=true', { title: 'taboo' }), 403, 'forbidden');
    expect(valuesOf(await stage.client.get('/tasks?sort=id'), 'title')).toEqual(['a', 'b', 'c']);
  });

  test('update by filters: each row, in the order of the ids, and listeners write theirs', async () => {
    expect((await stage.client.patch('/tasks?title.neq=b', { title: 'z' })).json).toEqual({ affected: 2 });
    expect(heard).toEqual([
      'allow update true',
      'update 1 from a',
      'updated 1',
      'update 3 from c',
      'updated 3',
    ]);
    expect(valuesOf(await stage.client.get('/tasks?sort=id'), 'edits')).toEqual([1, 0, 1]);
  });

  test('update of a list: each row, in the order of the ids', async () => {
    const answer = await stage.client.patch('/tasks', [
      { id: 3, title: 'z' },
      { id: 1, title: 'y' },
    ]);
    expect(answer.json).toEqual({ affected: 2 });
    expect(heard.slice(1)).toEqual(['update 1 from a', 'updated 1', 'update 3 from c', 'updated 3']);
    const missing = await stage.client.patch('/tasks', [{ id: 9, title: 'z' }]);
    expect(expectProblem(missing, 400, 'invalid_request')).toMatchObject([{ pointer: '/0/id' }]);
  });

  test('delete: each row; one that a hook has deleted already is skipped', async () => {
    await stage.dataSource.getRepository(Task).update({ id: 1 }, { title: 'cascade' });
    expect((await stage.client.delete('/tasks?all=true')).json).toEqual({ affected: 3 });
    expect(heard).toEqual(['allow delete true', 'delete 1', 'deleted 1', 'delete 2', 'deleted 2']);
    expect(await stage.dataSource.getRepository(Task).count()).toBe(0);
  });

  test('`allow` can refuse deleting many alone', async () => {
    heard.push('no deletes');
    expectProblem(await stage.client.delete('/tasks?all=true'), 403, 'forbidden');
    expect((await stage.client.delete('/tasks/1')).status).toBe(204);
    expect(heard).toContain('allow delete false');
  });

  test('more rows than `max_affected` call no hook of a row', async () => {
    await stage.client.delete('/tasks?all=true&max_affected=2');
    expect(heard).toEqual(['allow delete true']);
  });
});
