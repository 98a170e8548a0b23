// P: what `deleted=only` finds and what is found without it are what `deleted=with` finds, and no row is in both: for every
// condition and policy. A delete and a restore leave a row as it was, but for its date and version.
import { policyFor, type PolicyRequest, type RowCondition } from '@decorest/core';
import fc from 'fast-check';
import { contentOf, valuesOf } from '../support/collection.js';
import { onEachDatabase, type DirectStage } from '../support/direct-stage.js';
import { holds } from '../support/property.js';
import { archive, Letter, longAgo, Writer } from '../features/restoring/archive.js';

interface State {
  readonly letters: RowCondition<Letter>;
  readonly writers: RowCondition<Writer>;
}

const options = {
  policies: [
    policyFor(
      Letter,
      ({ state }: PolicyRequest<State | undefined>): RowCondition<Letter> => state?.letters ?? true,
    ),
    policyFor(
      Writer,
      ({ state }: PolicyRequest<State | undefined>): RowCondition<Writer> => state?.writers ?? true,
    ),
  ],
};

const weight = fc.constantFrom(1, 2, 3, 4, 5);
const letters: fc.Arbitrary<RowCondition<Letter>> = fc.oneof(
  fc.boolean(),
  weight.map((value) => ({ weight: value })),
  fc.constant({ weight: null }),
  fc.constant({ writer: { name: 'Ada' } }),
  fc.constant({ deletedAt: null }),
  fc.uniqueArray(weight, { minLength: 1 }).map((values) => ({ weight: values })),
);
const states = fc.record<State>({
  letters,
  writers: fc.oneof(fc.boolean(), fc.constant({ name: 'Ada' })),
});

/** Filters of a list, as a query. */
const filters = fc
  .record(
    {
      'weight.eq': weight.map(String),
      'id.gt': fc.integer({ min: 0, max: 7 }).map(String),
      'deletedAt.null': fc.boolean().map(String),
      'has.writer': fc.boolean().map(String),
      filter_op: fc.constantFrom('and', 'or'),
      where: fc.constantFrom('{"not":{"weight.eq":2}}', '{"or":[{"weight.eq":1},{"id.gt":4}]}'),
    },
    { requiredKeys: [] },
  )
  .map((given) => new URLSearchParams(given).toString());

const orders = fc.constantFrom('id', '-id', 'weight', '-deletedAt', 'body');

onEachDatabase({ ...archive, options }, (stage) => {
  test('the three lists of any condition and policy fit together', async () => {
    await holds(
      fc.asyncProperty(filters, states, orders, async (query, state, sort) => {
        const client = stage.client.as(state);
        const list = async (deleted: string) => {
          const answer = await client.get(`/letters?per_page=100&sort=${sort}&${query}${deleted}`);
          const rows = contentOf(answer);
          expect(answer.headers['x-total-count']).toBe(String(rows.length));
          return rows;
        };
        const [without, only, all] = [
          await list(''),
          await list('&deleted=only'),
          await list('&deleted=with'),
        ];
        const byId = (rows: readonly { readonly id?: unknown }[]) =>
          [...rows].sort((one, other) => Number(one.id) - Number(other.id));
        expect(byId([...without, ...only])).toEqual(byId(all));
        expect(without.every(({ deletedAt }) => deletedAt === null)).toBe(true);
        expect(only.every(({ deletedAt }) => deletedAt !== null)).toBe(true);
        for (const { id, deletedAt } of all) {
          expect((await client.get(`/letters/${String(id)}?deleted=with`)).status).toBe(200);
          expect((await client.get(`/letters/${String(id)}`)).status).toBe(deletedAt === null ? 200 : 404);
        }
        const groups = await client.get(`/letters/aggregate?measures=count&${query}&deleted=with`);
        expect(valuesOf(groups, 'count')).toEqual([all.length]);
      }),
      60,
    );
  });

  test('after a delete and a restore, a row is as it was', async () => {
    await holds(
      fc.asyncProperty(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 3 }), async (id, times) => {
        await stage.client.send('POST', `/letters/${id}/restore`);
        const before = await readRows(stage);
        for (let at = 0; at < times; at++) {
          expect((await stage.client.delete(`/letters/${id}`)).status).toBe(204);
          expect((await stage.client.send('POST', `/letters/${id}/restore`)).status).toBe(200);
        }
        const after = await readRows(stage);
        expect(withoutDates(after)).toEqual(withoutDates(before));
        const raised = after.map(({ version }, at) => version - (before[at]?.version ?? 0));
        expect(raised).toEqual(after.map((row) => (row.id === id ? 2 * times : 0)));
      }),
      20,
    );
    await stage.database.dataSource.getRepository(Letter).update([2, 4, 6], { deletedAt: longAgo });
  });
});

function readRows({ database }: DirectStage): Promise<Letter[]> {
  return database.dataSource.getRepository(Letter).find({ withDeleted: true, order: { id: 'ASC' } });
}

function withoutDates(rows: readonly Letter[]): readonly object[] {
  return rows.map(({ id, title, body, weight: own, deletedAt }) => ({
    id,
    title,
    body,
    weight: own,
    deletedAt,
  }));
}
