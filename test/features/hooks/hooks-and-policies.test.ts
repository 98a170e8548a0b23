// Hooks beside row policies: a hidden row meets no hook, and a hook is no way around a policy.
import { hooksFor, policyFor, type PolicyRequest } from '@decorest/core';
import { DirectClient } from '../../support/direct-client.js';
import { forEachDatabase } from '../../support/for-each-database.js';
import { expectProblem } from '../../support/problem.js';
import { ada, Agent, chief, helpDesk, Ticket, type Asking } from './help-desk.js';

forEachDatabase(helpDesk, (stage) => {
  /** Agents see their own tickets; what they open is theirs, unless the test makes the hook wrong. */
  function ownTickets(authorOf: (state: Asking) => number = ({ agent }) => agent) {
    const told: string[] = [];
    const client = DirectClient.of(stage.dataSource, {
      policies: [
        policyFor(Ticket, ({ state }: PolicyRequest<Asking>) => state.chief || { author: state.agent }),
      ],
      hooks: [
        hooksFor<Ticket, Asking>(Ticket, {
          before: {
            create: ({ entity, manager, state }) => {
              entity.author = manager.create(Agent, { id: authorOf(state) });
            },
            update: ({ stored }) => void told.push(`update ${stored.title}`),
            delete: ({ entity }) => void told.push(`delete ${entity.title}`),
          },
        }),
      ],
    });
    return { told, client };
  }

  test('what a hook stamps is what the policy then lets its author see', async () => {
    const { client } = ownTickets();
    expect((await client.as(ada).post('/tickets', { title: 'Mine' })).status).toBe(201);
    expect((await client.as(ada).get('/tickets?title.eq=Mine')).json).toMatchObject({ total_count: 1 });
  });

  test('a row that a hook puts out of reach is refused, and not there', async () => {
    const { client } = ownTickets(() => 2);
    expectProblem(await client.as(ada).post('/tickets', { title: 'Theirs' }), 403, 'forbidden');
    expect((await client.as(chief).get('/tickets?title.eq=Theirs')).json).toMatchObject({ total_count: 0 });
  });

  test('hooks do not run for hidden rows', async () => {
    const { client, told } = ownTickets();
    expectProblem(await client.as(ada).patch('/tickets/2', { title: 'x' }), 404, 'not_found');
    expectProblem(await client.as(ada).delete('/tickets/2'), 404, 'not_found');
    expect(told).toEqual([]);
    await client.as(ada).patch('/tickets/1', { title: 'x' });
    expect(told).toEqual(['update Printer']);
  });
});
