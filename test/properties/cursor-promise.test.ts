// What a walk by cursors promises while others write: rows that are there from beginning to end, and keep the values they are
// sorted by, are seen exactly once, in both directions and with any turns. Others may be seen twice, or not at all.
import { CursorPagination, Sortable } from '@decorest/core';
import fc from 'fast-check';
import { Column, Entity, PrimaryColumn, type DataSource } from 'typeorm';
import { entityOf, valuesOf } from '../support/collection.js';
import { onEachDatabase, type DirectStage } from '../support/direct-stage.js';
import { holds } from '../support/property.js';

@Entity()
@CursorPagination()
class Card {
  @PrimaryColumn({ type: 'int' }) id!: number;

  @Column({ type: 'int', nullable: true })
  @Sortable()
  rank!: number | null;

  @Column({ type: 'varchar', length: 20, nullable: true })
  @Sortable({ nulls: 'last' })
  suit!: string | null;
}

const fixture = { entities: [Card], options: {}, fill: async () => undefined };

type Values = Pick<Card, 'rank' | 'suit'>;
type Write =
  | { readonly kind: 'insert'; readonly values: Values }
  | { readonly kind: 'delete' | 'update'; readonly nth: number; readonly values: Values };
interface Step {
  readonly turn: boolean;
  readonly perPage: number;
  readonly writes: readonly Write[];
}

const anyValues: fc.Arbitrary<Values> = fc.record({
  rank: fc.option(fc.integer({ min: 0, max: 3 }), { freq: 3 }),
  suit: fc.option(fc.constantFrom('clubs', 'hearts', 'spades'), { freq: 3 }),
});

const anyWrite: fc.Arbitrary<Write> = fc.oneof(
  anyValues.map((values): Write => ({ kind: 'insert', values })),
  fc.record({ kind: fc.constantFrom('delete', 'update'), nth: fc.nat(20), values: anyValues }),
);

const anyStep: fc.Arbitrary<Step> = fc.record({
  turn: fc.boolean(),
  perPage: fc.integer({ min: 1, max: 4 }),
  writes: fc.array(anyWrite, { maxLength: 3 }),
});

const orders = ['rank', '-rank', 'suit', '-suit', 'rank,-suit', '-suit,rank', 'id', '-id'];

onEachDatabase(fixture, (stage) => {
  test('rows that stay are seen once', async () => {
    await holds(
      fc.asyncProperty(
        fc.array(anyValues, { minLength: 1, maxLength: 12 }),
        fc.constantFrom(...orders),
        fc.array(anyStep, { minLength: 1, maxLength: 12 }),
        async (rows, sort, steps) => {
          await refill(stage.database.dataSource, rows);
          const changed = new Set<number>();
          const write = (writes: readonly Write[]) => applyWrites(stage, writes, changed);
          const seen = await walk(stage, { sort, steps, write });
          const stayed = rows.map((_, at) => at + 1).filter((id) => !changed.has(id));
          for (const id of stayed)
            expect([sort, id, seen.filter((other) => other === id).length]).toEqual([sort, id, 1]);
        },
      ),
      80,
    );
  });

  test('what was seen on the way comes again on the way back', async () => {
    await holds(
      fc.asyncProperty(
        fc.array(anyValues, { minLength: 4, maxLength: 12 }),
        fc.constantFrom(...orders),
        fc.integer({ min: 1, max: 3 }),
        async (rows, sort, perPage) => {
          await refill(stage.database.dataSource, rows);
          const target = `/cards?sort=${sort}&per_page=${perPage}`;
          const first = await stage.client.get(target);
          const next = entityOf(first).next_cursor;
          if (typeof next !== 'string') return;
          const second = await stage.client.get(`${target}&after=${next}`);
          const back = await stage.client.get(`${target}&before=${String(entityOf(second).prev_cursor)}`);
          expect(valuesOf(back, 'id')).toEqual(valuesOf(first, 'id'));
          expect(entityOf(back).next_cursor).toBe(next);
        },
      ),
      40,
    );
  });
});

async function refill(dataSource: DataSource, rows: readonly Values[]): Promise<void> {
  const cards = dataSource.getRepository(Card);
  await cards.createQueryBuilder().delete().execute();
  await cards.insert(rows.map((values, at) => ({ id: at + 1, ...values })));
}

/** Notes the rows that do not stay as they were: new ones, too. */
async function applyWrites(
  { database }: DirectStage,
  writes: readonly Write[],
  changed: Set<number>,
): Promise<void> {
  const cards = database.dataSource.getRepository(Card);
  for (const write of writes) {
    const ids = (await cards.find({ select: { id: true }, order: { id: 'ASC' } })).map(({ id }) => id);
    if (write.kind === 'insert') {
      const id = Math.max(1000, ...ids, ...changed) + 1;
      await cards.insert({ id, ...write.values });
      changed.add(id);
      continue;
    }
    const id = ids[write.nth % Math.max(1, ids.length)];
    if (id === undefined) continue;
    changed.add(id);
    if (write.kind === 'delete') await cards.delete(id);
    else await cards.update(id, write.values);
  }
}

interface Walk {
  readonly sort: string;
  readonly steps: readonly Step[];
  readonly write: (writes: readonly Write[]) => Promise<void>;
}

/** The ids of a walk to the end. A turn reads the page before again, whose rows do not count. */
async function walk({ client }: DirectStage, { sort, steps, write }: Walk): Promise<unknown[]> {
  const seen: unknown[] = [];
  let place = '';
  for (let at = 0; ; at += 1) {
    const { turn, perPage, writes } = steps[at] ?? { turn: false, perPage: 4, writes: [] };
    const page = await client.get(`/cards?sort=${sort}&per_page=${perPage}${place}`);
    expect([page.status, page.status === 200 ? '' : page.text]).toEqual([200, '']);
    seen.push(...valuesOf(page, 'id'));
    const { next_cursor: next, prev_cursor: previous } = entityOf(page);
    await write(writes);
    if (turn && typeof previous === 'string') {
      const back = await client.get(`/cards?sort=${sort}&per_page=${perPage}&before=${previous}`);
      expect(back.status).toBe(200);
    }
    if (typeof next !== 'string') return seen;
    place = `&after=${next}`;
  }
}
