// Aggregates of what a request may see: hidden rows are in no group, and hooks are those of the list.
import { ApiError, hooksFor, policyFor, type RowPolicy } from '@decorest/core';
import { contentOf } from '../../support/collection.js';
import { DirectClient } from '../../support/direct-client.js';
import { forEachDatabase } from '../../support/for-each-database.js';
import { expectProblem } from '../../support/problem.js';
import { Sale, SaleKind, Stall } from './market-entities.js';
import { market } from './market.js';

forEachDatabase(market, (stage) => {
  const under = (...policies: RowPolicy[]) => DirectClient.of(stage.dataSource, { policies });

  test('hidden rows are in no group', async () => {
    const client = under(policyFor(Sale, () => ({ kind: SaleKind.Cash })));
    const groups = async (query: string) => contentOf(await client.get(`/sales/aggregate?${query}`));
    expect(await groups('measures=count,units.sum')).toEqual([{ count: 2, 'units.sum': '7' }]);
    expect(await groups('group_by=kind')).toEqual([{ kind: 'CASH', count: 2 }]);
    expect(contentOf(await client.get('/stalls/1/sales/aggregate?group_by=units&sort=-units'))).toEqual([
      { units: 4, count: 1 },
      { units: 3, count: 1 },
    ]);
  });

  test('a target that is hidden is null, and so are its fields', async () => {
    const client = under(policyFor(Stall, () => false));
    const answer = await client.get('/sales/aggregate?group_by=stall,stall.name');
    expect(contentOf(answer)).toEqual([{ stall: null, 'stall.name': null, count: 4 }]);
    expectProblem(await client.get('/stalls/1/sales/aggregate'), 404, 'not_found');
  });

  test('values of policies across an edge stand where they belong', async () => {
    const client = under(
      policyFor(Stall, () => ({ name: 'Bread' })),
      policyFor(Sale, () => ({ paid: [true, false] })),
    );
    const query =
      'group_by=stall.name,kind&kind.in=CASH&kind.in=CARD&measures=count,units.sum&having.count.gte=2';
    expect(contentOf(await client.get(`/sales/aggregate?${query}&sort=-units.sum`))).toEqual([
      { 'stall.name': 'Bread', kind: 'CASH', count: 2, 'units.sum': '7' },
      { 'stall.name': null, kind: 'CARD', count: 2, 'units.sum': '-10' },
    ]);
  });

  test('equal statements of different policies are each told their own values', async () => {
    const client = under(policyFor(Stall, ({ state }: { state: unknown }) => state as { id: number }));
    const ask = async (state: unknown, query: string) =>
      contentOf(await client.as(state).get(`/sales/aggregate?${query}`));
    for (const id of [1, 1, 1]) expect(await ask({ id }, 'measures=count')).toEqual([{ count: 4 }]);
    expect(await ask({ id: 1 }, 'measures=units.sum')).toEqual([{ 'units.sum': '-3' }]);
    expect(await ask({ name: 'Bread' }, 'measures=count')).toEqual([{ count: 4 }]);
  });

  test('the gates and hooks of the list decide', async () => {
    const called: string[] = [];
    const client = DirectClient.of(stage.dataSource, {
      hooks: [
        hooksFor(Sale, {
          allow: ({ operation, state }: { operation: string; state: unknown }) => {
            called.push(`allow ${operation}`);
            return state !== 'stranger';
          },
          before: {
            list: () => {
              called.push('before');
            },
          },
          after: {
            list: () => {
              called.push('after');
              if (called.length > 3) throw new ApiError('forbidden');
            },
          },
        }),
      ],
    });
    expect((await client.get('/sales/aggregate')).status).toBe(200);
    expect(called).toEqual(['allow list', 'before', 'after']);
    expectProblem(await client.as('stranger').get('/sales/aggregate'), 403, 'forbidden');
    expectProblem(await client.get('/stalls/1/sales/aggregate'), 403, 'forbidden');
  });
});
