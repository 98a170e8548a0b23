// Hooks around creates, updates and deletes: in their transaction, on an instance of the class.
import {
  ApiError,
  hooksFor,
  type ApiOptions,
  type CreateEvent,
  type HookEvent,
  type Hooks,
} from '@decorest/core';
import { DirectClient } from '../../support/direct-client.js';
import { forEachDatabase } from '../../support/for-each-database.js';
import { expectProblem } from '../../support/problem.js';
import { ada, Agent, Bug, chief, Deed, helpDesk, Tag, Ticket, type Asking } from './help-desk.js';

forEachDatabase(helpDesk, (stage) => {
  const hooked = (hooks: readonly Hooks[], options: ApiOptions = {}) =>
    DirectClient.of(stage.dataSource, { ...options, hooks });
  const onTickets = (...given: Parameters<typeof hooksFor<Ticket, Asking>>[1][]) =>
    hooked(given.map((hooks) => hooksFor<Ticket, Asking>(Ticket, hooks))).as(ada);
  const deeds = async () => (await stage.dataSource.getRepository(Deed).find()).map(({ text }) => text);
  const stored = (id: number) => stage.dataSource.getRepository(Ticket).findOneBy({ id });

  describe('before', () => {
    test('what a hook sets is written and answered, columns clients cannot set and hidden ones, too', async () => {
      const client = onTickets({
        before: {
          create: ({ entity, state, manager }) => {
            entity.author = manager.create(Agent, { id: state.agent });
            entity.secret = 'stamp';
            entity.revision = 7;
          },
        },
      });
      const made = await client.post('/tickets', { title: 'Screen' });
      expect(made).toMatchObject({ status: 201, json: { title: 'Screen', revision: 7, closed: false } });
      expect((await client.get('/tickets/4/author')).json).toMatchObject({ name: 'Ada' });
      expect(await stored(4)).toMatchObject({ secret: 'stamp' });
      expectProblem(await client.post('/tickets', { title: 'x', revision: 9 }), 400, 'invalid_request');
    });

    test('an update sees the row as it is stored and as it is to be, and what it sets is written', async () => {
      const client = onTickets({
        before: {
          update: ({ entity, stored: before }) => {
            expect(entity).toBeInstanceOf(Ticket);
            expect([before.title, before.revision]).toEqual(['Printer', 0]);
            expect(entity.title).toBe('Plotter');
            entity.revision = before.revision + 1;
          },
        },
      });
      const changed = await client.patch('/tickets/1', { title: 'Plotter' });
      expect(changed.json).toMatchObject({ title: 'Plotter', revision: 1, labels: ['paper'] });
    });

    test('what a hook changes inside a value is written', async () => {
      const client = onTickets({ before: { update: ({ entity }) => void entity.labels?.push('urgent') } });
      const changed = await client.patch('/tickets/1', { closed: true });
      expect(changed.json).toMatchObject({ closed: true, labels: ['paper', 'urgent'] });
    });

    test('runs for an update of edges alone, and for one of nothing', async () => {
      const revised = { before: { update: ({ entity }: { entity: Ticket }) => void (entity.revision += 1) } };
      const client = onTickets(revised);
      expect((await client.patch('/tickets/1', { watchers: [1, 2] })).json).toMatchObject({ revision: 1 });
      expect((await client.patch('/tickets/1', {})).json).toMatchObject({ revision: 2 });
      expect((await client.get('/tickets/1/watchers')).json).toMatchObject({ total_count: 2 });
    });

    test('refuses by an ApiError: with its words, and nothing is written', async () => {
      const client = onTickets({
        before: {
          update: ({ stored: { closed } }) => {
            if (closed) throw new ApiError('forbidden', { detail: 'A closed ticket stays as it is.' });
          },
          delete: ({ entity }) => {
            if (!entity.closed) throw new ApiError('forbidden');
          },
        },
      });
      const refused = await client.patch('/tickets/2', { closed: false });
      expectProblem(refused, 403, 'forbidden');
      expect(refused.json).toMatchObject({ detail: 'A closed ticket stays as it is.' });
      expect((await client.patch('/tickets/1', { title: 'Plotter' })).status).toBe(200);
      expectProblem(await client.delete('/tickets/1'), 403, 'forbidden');
      expect((await client.delete('/tickets/2')).status).toBe(204);
      expect(await stored(2)).toBeNull();
    });

    test('may answer with faults of its own', async () => {
      const faults = [{ pointer: '/title', code: 'invalid', detail: 'No shouting.' }] as const;
      const client = onTickets({
        before: {
          create: ({ entity }) => {
            if (entity.title === entity.title.toUpperCase())
              throw new ApiError('invalid_request', { faults });
          },
        },
      });
      const answer = await client.post('/tickets', { title: 'HELP' });
      expect(expectProblem(answer, 400, 'invalid_request')).toEqual(faults);
    });

    test('does not run for a missing row or a refused body', async () => {
      const told: string[] = [];
      const client = onTickets({
        before: {
          create: () => void told.push('create'),
          update: () => void told.push('update'),
          delete: () => void told.push('delete'),
        },
      });
      expectProblem(await client.patch('/tickets/99', { title: 'x' }), 404, 'not_found');
      expectProblem(await client.delete('/tickets/99'), 404, 'not_found');
      expectProblem(await client.post('/tickets', { title: 5 }), 400, 'invalid_request');
      expectProblem(await client.post('/tickets', { title: 'x', watchers: [99] }), 400, 'invalid_request');
      expectProblem(await client.patch('/tickets/1', { watchers: [99] }), 400, 'invalid_request');
      expect(told).toEqual([]);
    });

    test('makes the key where the database makes none, and leaves sequences right where it does', async () => {
      const numbered = hooksFor<Ticket>(Ticket, {
        before: { create: ({ entity }) => void (entity.id = 40) },
      });
      const client = hooked([numbered]);
      expect((await client.post('/tickets', { title: 'Chosen' })).json).toMatchObject({ id: 40 });
      expect((await hooked([]).post('/tickets', { title: 'Next' })).json).toMatchObject({ id: 41 });
    });
  });

  describe('after', () => {
    test('writes in the same transaction, and the answer shows what it wrote', async () => {
      const client = onTickets({
        after: {
          create: async ({ entity, manager, state }) => {
            await manager.insert(Deed, { text: `${String(state.agent)} opened ${String(entity.id)}` });
            await manager.update(Ticket, entity.id, { revision: 5 });
          },
        },
      });
      const made = await client.post('/tickets', { title: 'Screen', watchers: [1] });
      expect(made.json).toMatchObject({ id: 4, revision: 5 });
      expect(await deeds()).toEqual(['1 opened 4']);
    });

    test('comes when the edges of the body are written', async () => {
      const counts: number[] = [];
      const count = async ({ entity, manager }: CreateEvent<Ticket>) => {
        const { watchers } = await manager.findOneOrFail(Ticket, {
          where: { id: entity.id },
          relations: { watchers: true },
        });
        counts.push(watchers.length);
      };
      const client = onTickets({ after: { create: count, update: count } });
      await client.post('/tickets', { title: 'Screen', watchers: [1, 2] });
      await client.patch('/tickets/4', { watchers: [1] });
      expect(counts).toEqual([2, 1]);
    });

    test.each(['create', 'update', 'delete'] as const)(
      'what a hook of %s throws rolls everything back',
      async (on) => {
        const boom = () => Promise.reject(new Error('boom'));
        const deed = async ({ manager }: HookEvent) => {
          await manager.insert(Deed, { text: 'half done' });
        };
        const client = onTickets({ before: { [on]: deed }, after: { [on]: boom } });
        const before = await stage.dataSource.getRepository(Ticket).find({ relations: { watchers: true } });
        const asked = {
          create: () => client.attempt('POST', '/tickets', { title: 'Screen', watchers: [1] }),
          update: () => client.attempt('PATCH', '/tickets/1', { title: 'Screen', watchers: [1] }),
          delete: () => client.attempt('DELETE', '/tickets/2'),
        };
        const answer = await asked[on]();
        expectProblem(answer, 500, 'internal_error');
        expect(answer.text).not.toContain('boom');
        expect(JSON.stringify(client.failure)).toContain('boom');
        expect(await stage.dataSource.getRepository(Ticket).find({ relations: { watchers: true } })).toEqual(
          before,
        );
        expect(await deeds()).toEqual([]);
      },
    );

    test('a constraint that a hook violates is answered as a violated constraint', async () => {
      const client = onTickets({
        after: { create: ({ manager }) => manager.insert(Deed, { text: 'once' }).then(() => undefined) },
      });
      expect((await client.post('/tickets', { title: 'One' })).status).toBe(201);
      expectProblem(await client.post('/tickets', { title: 'Two' }), 409, 'already_exists');
      expect(await stage.dataSource.getRepository(Ticket).countBy({ title: 'Two' })).toBe(0);
    });
  });

  test('a hook that never ends times out, its write is undone, and no other request waits', async () => {
    const forever = hooksFor<Ticket>(Ticket, {
      before: {
        update: ({ entity }) => (entity.title === 'Wait' ? new Promise(() => undefined) : undefined),
      },
    });
    const client = hooked([forever], { timeouts: { statementMs: 200 } });
    const hanging = client.attempt('PATCH', '/tickets/1', { title: 'Wait' });
    expect((await client.patch('/tickets/2', { title: 'Go' })).status).toBe(200);
    expectProblem(await hanging, 504, 'timeout');
    expect((await client.get('/tickets/1')).json).toMatchObject({ title: 'Printer' });
    expect((await client.patch('/tickets/1', { title: 'Plotter' })).status).toBe(200);
  });

  test('several hooks of a class run in their order, each with what the one before left', async () => {
    const add = (letter: string) => ({
      before: { create: ({ entity }: { entity: Ticket }) => void (entity.title += letter) },
    });
    const made = await onTickets(add('a'), add('b')).post('/tickets', { title: '>' });
    expect(made.json).toMatchObject({ title: '>ab' });
  });

  test('every write runs its hooks with its own state', async () => {
    const client = hooked([
      hooksFor<Ticket, Asking>(Ticket, {
        before: {
          create: async ({ entity, state }) => {
            await new Promise(setImmediate);
            entity.secret = `by ${String(state.agent)}`;
          },
        },
      }),
    ]);
    const asking = [ada, chief, ada, chief, ada, chief];
    const answers = await Promise.all(
      asking.map((state) => client.as(state).post('/tickets', { title: String(state.agent) })),
    );
    expect(answers.map(({ status }) => status)).toEqual(asking.map(() => 201));
    const rows = await stage.dataSource.getRepository(Ticket).findBy([{ title: '1' }, { title: '2' }]);
    expect(rows).toHaveLength(6);
    for (const { title, secret } of rows) expect(secret).toBe(`by ${title}`);
  });

  describe('single-table inheritance', () => {
    test('hooks of the parent are for the children, on their endpoints', async () => {
      const client = onTickets({
        before: { create: ({ entity }) => void (entity.secret = entity.constructor.name) },
      });
      expect((await client.post('/bugs', { title: 'Freeze' })).status).toBe(201);
      expect(await stored(4)).toMatchObject({ secret: 'Bug' });
    });

    test('a row of the child meets the hooks of the child, whichever way it is written', async () => {
      const client = hooked([
        hooksFor<Bug>(Bug, {
          before: {
            update: ({ entity }) => {
              entity.severity = 9;
            },
            delete: () => {
              throw new ApiError('forbidden');
            },
          },
        }),
      ]);
      await client.patch('/tickets/3', { title: 'Crashes' });
      expect((await client.get('/bugs/3')).json).toMatchObject({ title: 'Crashes', severity: 9 });
      expectProblem(await client.delete('/tickets/3'), 403, 'forbidden');
      expect((await client.delete('/tickets/2')).status).toBe(204);
    });
  });

  test('other entities are written as ever', async () => {
    const told: string[] = [];
    const client = onTickets({ before: { create: () => void told.push('ticket') } });
    expect((await client.post('/tags', { name: 'red', id: 'r' })).status).toBe(201);
    expect(await stage.dataSource.getRepository(Tag).count()).toBe(1);
    expect(told).toEqual([]);
  });
});
