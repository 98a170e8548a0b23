// Hooks that get in each other's way, or do what they should not: nothing of a request that failed is left, and the next
// one finds everything in order.
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createApi,
  hooksFor,
  type ApiOptions,
  type EntityHooks,
  type OperationHooks,
  type UpdateEvent,
} from '@decorest/core';
import Koa from 'koa';
import { DirectClient } from '../../support/direct-client.js';
import { forEachDatabase } from '../../support/for-each-database.js';
import { controllersMount, routerMount } from '../../support/mounts.js';
import { expectProblem } from '../../support/problem.js';
import { exchange } from '../../support/raw-exchange.js';
import { ada, chief, Deed, helpDesk, Ticket, type Asking } from './help-desk.js';

forEachDatabase(helpDesk, (stage) => {
  const onTickets = (hooks: EntityHooks<Ticket, Asking>, options: ApiOptions = {}) =>
    DirectClient.of(stage.dataSource, { ...options, hooks: [hooksFor<Ticket, Asking>(Ticket, hooks)] }).as(
      ada,
    );
  const deeds = async () => (await stage.dataSource.getRepository(Deed).find()).map(({ text }) => text);
  const ticket = (id: number) =>
    stage.dataSource.getRepository(Ticket).findOneOrFail({ where: { id }, relations: { watchers: true } });

  /** The next request of any client. */
  async function expectInOrder(): Promise<void> {
    const next = DirectClient.of(stage.dataSource, {});
    expect((await next.patch('/tickets/3', { title: 'Next' })).json).toMatchObject({ title: 'Next' });
  }

  test('writes whose hooks deadlock are tried again, and each hook counts once', async () => {
    const client = onTickets({
      before: {
        update: async ({ entity, manager }) => {
          await sleep(5);
          await manager.increment(Ticket, { id: 3 - entity.id }, 'revision', 1);
        },
      },
      after: { update: ({ entity: { id }, manager }) => increment(manager, id) },
    });
    for (let round = 0; round < 4; round++) {
      const both = [1, 2].map((id) => client.patch(`/tickets/${String(id)}`, { title: 'x' }));
      expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 200]);
    }
    expect([(await ticket(1)).revision, (await ticket(2)).revision]).toEqual([8, 8]);
  });

  const increment = async (manager: UpdateEvent<Ticket>['manager'], id: number) => {
    await manager.increment(Ticket, { id }, 'revision', 1);
  };

  test('a transaction within the transaction may fail, and the rest goes on', async () => {
    await stage.dataSource.getRepository(Deed).insert({ text: 'once' });
    const client = onTickets({
      after: {
        create: async ({ manager }) => {
          await manager
            .transaction((inner) => inner.insert(Deed, { text: 'once' }))
            .catch(() => manager.save(Deed, { text: 'twice' }));
        },
      },
    });
    expect((await client.post('/tickets', { title: 'Screen' })).status).toBe(201);
    expect(await deeds()).toEqual(['once', 'twice']);
  });

  test.each(['commitTransaction', 'rollbackTransaction', 'startTransaction'] as const)(
    'a hook that calls %s by itself: a 500, and nothing is written',
    async (call) => {
      const client = onTickets({ before: { update: ({ manager }) => manager.queryRunner?.[call]() } });
      const answer = await client.attempt('PATCH', '/tickets/2', { title: 'Half', watchers: [1] });
      expectProblem(answer, 500, 'internal_error');
      expect(JSON.stringify(client.failure)).toContain('A hook or a listener');
      expect(await ticket(2)).toMatchObject({ title: 'Network', watchers: [] });
      await expectInOrder();
    },
  );

  test('a hook that was given up writes nothing any more', async () => {
    let end: (how: unknown) => void = () => undefined;
    const ended = new Promise((resolve) => {
      end = resolve;
    });
    const client = onTickets(
      {
        before: {
          update: async ({ manager }) => {
            await sleep(1_500);
            await manager.insert(Deed, { text: 'late' }).then(end, end);
          },
        },
      },
      { timeouts: { statementMs: 100 } },
    );
    expectProblem(await client.attempt('PATCH', '/tickets/1', { title: 'Late' }), 504, 'timeout');
    await expectInOrder();
    expect(await ended).toBeInstanceOf(Error);
    expect(await deeds()).toEqual([]);
    expect(await ticket(1)).toMatchObject({ title: 'Printer' });
    await expectInOrder();
  });

  test('a write that waits behind a hook times out, and the next write still waits', async () => {
    let goOn: () => void = () => undefined;
    const told = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const waitsForOthers = async ({ entity, manager }: UpdateEvent<Ticket>) => {
      if (entity.id !== 1) return;
      await told;
      await manager.insert(Deed, { text: 'kept' });
    };
    const onOneConnection = stage.database === 'sqlite';
    // Only those that share a connection wait in vain.
    const timeouts = onOneConnection ? { acquireMs: 100 } : {};
    const client = onTickets({ before: { update: waitsForOthers } }, { timeouts });
    const first = client.attempt('PATCH', '/tickets/1', { title: 'Slow' });
    const others = [2, 3].map((id) => client.attempt('PATCH', `/tickets/${String(id)}`, { title: 'Behind' }));
    for (const { status } of await Promise.all(others)) expect(status).toBe(onOneConnection ? 503 : 200);
    const last = client.attempt('PATCH', '/tickets/2', { title: 'Last' });
    goOn();
    expect([(await first).status, (await last).status]).toEqual([200, 200]);
    expect(await deeds()).toEqual(['kept']);
    expect(await ticket(3)).toMatchObject({ title: onOneConnection ? 'Crash' : 'Behind' });
  });

  test('hooks may be methods of an object that knows what they need', async () => {
    class Stamps implements OperationHooks<Ticket, Asking> {
      readonly #stamp = 'stamped';
      create({ entity }: { entity: Ticket }) {
        entity.secret = this.#stamp;
      }
    }
    class Rules implements EntityHooks<Ticket, Asking> {
      readonly #open = true;
      readonly before = new Stamps();
      allow() {
        return this.#open;
      }
    }
    expect((await onTickets(new Rules()).post('/tickets', { title: 'Screen' })).status).toBe(201);
    expect(await ticket(4)).toMatchObject({ secret: 'stamped' });
  });

  test.each(Object.entries({ restRouter: routerMount, RestController: controllersMount }))(
    'with %s, hooks have ctx.state',
    async (_, mount) => {
      const hooks = hooksFor<Ticket, Asking>(Ticket, {
        allow: ({ operation, state }) => operation !== 'delete' || state.chief,
        before: { update: ({ entity, state }) => void (entity.title += ` ${String(state.agent)}`) },
      });
      const served = mount(createApi(stage.dataSource, { hooks: [hooks] }));
      const as = (state: Asking) => behind(state, served);
      const headers = { 'content-type': 'application/json' };
      const update = { method: 'PATCH', path: '/tickets/1', headers, body: '{"title":"by"}' };
      expect(await exchange(as(ada), update)).toMatchObject({ status: 200 });
      expect((await ticket(1)).title).toBe('by 1');
      expect(await exchange(as(ada), { method: 'DELETE', path: '/tickets/1' })).toMatchObject({
        status: 403,
      });
      expect(await exchange(as(chief), { method: 'DELETE', path: '/tickets/1' })).toMatchObject({
        status: 204,
      });
    },
  );

  /** An application with middleware that knows who asks. */
  function behind(state: Asking, served: Koa): Koa {
    const app = new Koa();
    app.use(async (ctx, next) => {
      ctx.state = state;
      await next();
    });
    for (const each of served.middleware) app.use(each);
    return app;
  }
});
