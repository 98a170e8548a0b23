// Requests that wait for a write with hooks have their turn before the next such write, however many of those wait. On
// servers nothing waits.
import { createApi, hooksFor, type Api } from '@decorest/core';
import { Column, Entity, PrimaryGeneratedColumn, type DataSource } from 'typeorm';
import { forEachDatabase } from '../../support/for-each-database.js';

@Entity({ name: 'tasks' })
class Task {
  @PrimaryGeneratedColumn() id!: number;

  @Column({ length: 40 }) title!: string;
}

@Entity({ name: 'tags' })
class Tag {
  @PrimaryGeneratedColumn() id!: number;

  @Column({ length: 40 }) title!: string;
}

/** What hooks and answers do, in order. */
const events: string[] = [];
const goOn = new Map<string, () => void>();
const hooks = [
  hooksFor(Task, {
    before: {
      create: async ({ entity: { title } }) => {
        events.push(`${title} begins`);
        await new Promise<void>((resolve) => goOn.set(title, resolve));
      },
    },
  }),
];

const fixture = {
  entities: [Task, Tag],
  options: { hooks },
  fill: async ({ manager }: DataSource) => {
    await manager.insert(Tag, { title: 'a' });
  },
};

forEachDatabase(fixture, (stage) => {
  let apis: readonly [Api, Api];
  beforeEach(() => {
    events.length = 0;
    goOn.clear();
    // They share the connection.
    apis = [createApi(stage.dataSource, { hooks }), createApi(stage.dataSource, { hooks })];
  });

  async function send(method: string, path: string, title?: string): Promise<void> {
    const [api, other] = apis;
    const headers = { 'content-type': 'application/json' };
    const request = { method, path, headers, ...(title === undefined ? {} : { body: { title } }) };
    const { status } = await (path === '/tags/1' ? other : api).handle(request);
    events.push(`${title ?? path}: ${status}`);
  }

  async function until(event: string): Promise<void> {
    while (!events.includes(event)) await new Promise((resume) => setTimeout(resume, 1));
  }

  test('a read and a plain write, behind two writes whose hooks wait', async () => {
    const hooked = [send('POST', '/tasks', 'A')];
    await until('A begins');
    hooked.push(send('POST', '/tasks', 'B'));
    const others = [send('GET', '/tags/1'), send('GET', '/tags'), send('POST', '/tags', 'new')];
    hooked.push(send('POST', '/tasks', 'C'));
    // All of them wait.
    await new Promise((resume) => setTimeout(resume, 5));
    goOn.get('A')?.();
    await Promise.all(others);
    if (stage.database.startsWith('sqlite'))
      expect(events.filter((event) => /^[BC]/.test(event))).not.toContain('C begins');
    const answered = events.filter((event) => /^\/|^new/.test(event)).sort();
    expect(answered).toEqual(['/tags/1: 200', '/tags: 200', 'new: 201']);
    for (const title of ['B', 'C']) {
      await until(`${title} begins`);
      goOn.get(title)?.();
    }
    await Promise.all(hooked);
    expect(events.filter((event) => event.endsWith(': 201')).sort()).toEqual([
      'A: 201',
      'B: 201',
      'C: 201',
      'new: 201',
    ]);
  });

  test('clients that write again at once, and a client that reads', async () => {
    let isOver = false;
    const write = async (name: string) => {
      for (let at = 0; !isOver; at++) {
        const sending = send('POST', '/tasks', `${name}${at}`);
        await until(`${name}${at} begins`);
        setTimeout(() => goOn.get(`${name}${at}`)?.(), 1);
        await sending;
      }
    };
    const writers = [write('A'), write('B')];
    await until('A0 begins');
    for (let at = 0; at < 10; at++) {
      const since = events.length;
      await Promise.all([send('GET', '/tags/1'), send('GET', '/tags'), send('POST', '/tags', 'new')]);
      const begun = events.slice(since).filter((event) => event.endsWith('begins'));
      // One runs, and the next may begin while the last of the three is answered.
      if (stage.database.startsWith('sqlite')) expect(begun.length).toBeLessThanOrEqual(2);
    }
    isOver = true;
    await Promise.all(writers);
    expect(events.filter((event) => /: [345]/.test(event))).toEqual([]);
  });
});
