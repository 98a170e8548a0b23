// Two copies of core in one process, as an ES module and a CommonJS module load them: each takes the other for its own.
import { setTimeout as sleep } from 'node:timers/promises';
import * as core from '@decorest/core';
import {
  Column,
  DataSource,
  Entity,
  EventSubscriber,
  PrimaryGeneratedColumn,
  type EntitySubscriberInterface,
} from 'typeorm';

type Core = typeof core;

const other = anotherCopy();

/** A class annotated by both copies. */
@Entity()
class Note {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column()
  @other.Filter(other.FilterEQ)
  @core.Sortable()
  text!: string;
}

let writing = 0;
let mostWriting = 0;

/** Writes that are watched wait here, one after the other if they take turns. */
@EventSubscriber()
class Watcher implements EntitySubscriberInterface<Note> {
  listenTo() {
    return Note;
  }

  async beforeInsert() {
    mostWriting = Math.max(mostWriting, ++writing);
    await sleep(5);
    writing--;
  }
}

let dataSource: DataSource;
beforeAll(async () => {
  dataSource = new DataSource({
    type: 'better-sqlite3',
    database: ':memory:',
    entities: [Note],
    subscribers: [Watcher],
    synchronize: true,
  });
  await dataSource.initialize();
});
afterAll(() => dataSource.destroy());

test('they are two', () => {
  expect(other.ApiError).not.toBe(core.ApiError);
});

test.each([core, other])('annotations of both stand in the model of either', ({ createApi }) => {
  const [note] = createApi(dataSource).model.entities;
  expect(note?.filters.map(({ name }) => name)).toContain('text.eq');
  expect(note?.sorts.map(({ key }) => key)).toContain('text');
});

describe.each([
  ['one', core, other],
  ['the other', other, core],
])('for the errors of %s', (_, own, foreign) => {
  test('instanceof the class of either is true', () => {
    const error = new own.ApiError('not_found');
    expect(error instanceof foreign.ApiError).toBe(true);
    expect(error instanceof own.ApiError).toBe(true);
    expect(error instanceof foreign.SchemaError).toBe(false);
    expect(new own.SchemaError([]) instanceof foreign.SchemaError).toBe(true);
  });

  test('a subclass is itself, and an ApiError for both', () => {
    class Teapot extends own.ApiError {}
    expect(new Teapot('forbidden') instanceof foreign.ApiError).toBe(true);
    expect(new Teapot('forbidden') instanceof Teapot).toBe(true);
    expect(new own.ApiError('forbidden') instanceof Teapot).toBe(false);
    expect(new foreign.ApiError('forbidden') instanceof Teapot).toBe(false);
  });

  test('what is no error of ours is none', () => {
    for (const value of [new Error(), { name: 'ApiError' }, null, undefined, 'ApiError']) {
      expect(value instanceof own.ApiError).toBe(false);
    }
  });

  test('one thrown while the body is read has its own status', async () => {
    const answer = await foreign.createApi(dataSource).handle({
      method: 'POST',
      path: '/notes',
      headers: { 'content-type': 'application/json' },
      body: () => Promise.reject(new own.ApiError('body_too_large')),
    });
    expect(answer.status).toBe(413);
  });
});

test('writes of both with listeners on one SQLite database take turns', async () => {
  const apis = [core.createApi(dataSource), other.createApi(dataSource)];
  const answers = await Promise.all(
    [...apis, ...apis].map((api) =>
      api.handle({
        method: 'POST',
        path: '/notes',
        headers: { 'content-type': 'application/json' },
        body: { text: 'mine' },
      }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  expect(mostWriting).toBe(1);
});

function anotherCopy(): Core {
  let copy: Core | undefined;
  jest.isolateModules(() => {
    copy = jest.requireActual<Core>('@decorest/core');
  });
  if (!copy) throw new Error('There is no other copy.');
  return copy;
}
