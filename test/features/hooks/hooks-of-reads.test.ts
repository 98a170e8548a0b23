// Hooks around reads and lists, and whom an operation is allowed.
import { ApiError, hooksFor, type AllowRequest, type EntityHooks, type Operation } from '@decorest/core';
import { DirectClient } from '../../support/direct-client.js';
import { forEachDatabase } from '../../support/for-each-database.js';
import { expectProblem } from '../../support/problem.js';
import { ada, Agent, chief, helpDesk, Ticket, type Asking } from './help-desk.js';

forEachDatabase(helpDesk, (stage) => {
  const onTickets = (hooks: EntityHooks<Ticket, Asking>) =>
    DirectClient.of(stage.dataSource, { hooks: [hooksFor<Ticket, Asking>(Ticket, hooks)] });

  describe('before and after', () => {
    /** A client, and the calls of its hooks. */
    function listened() {
      const told: unknown[] = [];
      const client = onTickets({
        before: {
          read: ({ id, by }) => void told.push(['before read', id, by]),
          list: ({ by }) => void told.push(['before list', by]),
        },
        after: {
          read: ({ id, by, state }) => void told.push(['after read', id, by, state.agent]),
          list: ({ by, state }) => void told.push(['after list', by, state.agent]),
        },
      }).as(ada);
      return { told, client };
    }

    test('run for a read by id and for a list', async () => {
      const { told, client } = listened();
      await client.get('/tickets/1');
      await client.get('/tickets?title.eq=nothing');
      expect(told).toEqual([
        ['before read', 1, null],
        ['after read', 1, null, 1],
        ['before list', null],
        ['after list', null, 1],
      ]);
    });

    test('receive the edge endpoint through which the entity was requested', async () => {
      const { told, client } = listened();
      await client.get('/agents/1/tickets');
      await client.get('/tickets/1/author');
      const by = { entity: 'Agent', edge: 'tickets', id: 1 };
      expect(told).toEqual([
        ['before list', by],
        ['after list', by, 1],
      ]);
    });

    test('afterwards is not where nothing was found', async () => {
      const { told, client } = listened();
      expectProblem(await client.get('/tickets/99'), 404, 'not_found');
      expect(told).toEqual([['before read', 99, null]]);
    });

    test('may refuse', async () => {
      const client = onTickets({
        before: {
          read: ({ id, state }) => {
            if (!state.chief && id === 2) throw new ApiError('forbidden');
          },
        },
      });
      expectProblem(await client.as(ada).get('/tickets/2'), 403, 'forbidden');
      expect((await client.as(ada).get('/tickets/1')).status).toBe(200);
      expect((await client.as(chief).get('/tickets/2')).status).toBe(200);
    });

    test('have a manager to look things up with', async () => {
      const counts: number[] = [];
      const client = onTickets({
        before: { list: async ({ manager }) => void counts.push(await manager.count(Ticket)) },
      });
      await client.as(ada).get('/tickets');
      expect(counts).toEqual([3]);
    });
  });

  describe('allow', () => {
    const requests: Readonly<Record<Operation, readonly [string, string, unknown?]>> = {
      list: ['GET', '/tickets'],
      read: ['GET', '/tickets/1'],
      create: ['POST', '/tickets', { title: 'Screen' }],
      update: ['PATCH', '/tickets/1', { title: 'Screen' }],
      delete: ['DELETE', '/tickets/1'],
    };

    test.each(Object.keys(requests) as Operation[])(
      'a denied %s is a 403, and asks the database nothing',
      async (denied) => {
        const client = onTickets({ allow: ({ operation, state }) => state.chief || operation !== denied });
        for (const [operation, request] of Object.entries(requests)) {
          stage.statements.clear();
          const answer = await client.as(ada).send(...request);
          expect([operation, answer.status === 403]).toEqual([operation, operation === denied]);
          if (operation === denied) expect(stage.statements.texts).toEqual([]);
        }
        await stage.refill();
        expect((await client.as(chief).send(...requests[denied])).status).toBeLessThan(300);
      },
    );

    test('comes before everything else that is wrong with a request', async () => {
      const client = onTickets({ allow: () => false }).as(ada);
      expectProblem(await client.post('/tickets', { nonsense: true }), 403, 'forbidden');
      expectProblem(await client.get('/tickets?nonsense=1'), 403, 'forbidden');
      expectProblem(await client.get('/tickets/no-id'), 403, 'forbidden');
      expectProblem(await client.patch('/tickets/99', {}), 403, 'forbidden');
    });

    test('an edge endpoint asks for the entity that answers, and for reading the other', async () => {
      const denying = (on: typeof Ticket | typeof Agent, denied: Operation) =>
        DirectClient.of(stage.dataSource, {
          hooks: [
            hooksFor<Ticket | Agent>(on, { allow: ({ operation }: AllowRequest) => operation !== denied }),
          ],
        });
      expectProblem(await denying(Ticket, 'list').get('/agents/1/tickets'), 403, 'forbidden');
      expectProblem(await denying(Agent, 'read').get('/agents/1/tickets'), 403, 'forbidden');
      expectProblem(await denying(Agent, 'read').get('/tickets/1/author'), 403, 'forbidden');
      expectProblem(await denying(Ticket, 'read').get('/tickets/1/author'), 403, 'forbidden');
      expect((await denying(Ticket, 'read').get('/agents/1/tickets')).status).toBe(200);
      expect((await denying(Agent, 'list').get('/agents/1/tickets')).status).toBe(200);
    });

    test.each([undefined, null, 0, 1, 'no'])('a hook that returns %p grants nothing: 500', async (answer) => {
      const client = onTickets({ allow: () => answer as unknown as boolean }).as(ada);
      expectProblem(await client.attempt('GET', '/tickets'), 500, 'internal_error');
      expect(JSON.stringify(client.failure)).toContain("'allow'");
    });
  });

  test('the document declares that hooked operations may be refused', () => {
    const { document } = onTickets({ allow: () => true });
    const answers = (path: string, method: string) =>
      Object.keys((document.paths?.[path] as Record<string, { responses: object }>)[method]?.responses ?? {});
    expect(answers('/tickets', 'get')).toContain('403');
    expect(answers('/agents/{id}/tickets', 'get')).toContain('403');
    expect(answers('/tags', 'get')).not.toContain('403');
  });
});
