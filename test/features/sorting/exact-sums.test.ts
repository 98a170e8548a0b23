// Sorting by a sum across an edge compares the sum that aggregates show, with all its digits.
import { CursorPagination, Filter, FilterEdge, Measure, Sortable } from '@decorest/core';
import {
  Column,
  Entity,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  type DataSource,
  type Relation,
} from 'typeorm';
import { contentOf, entityOf, valuesOf } from '../../support/collection.js';
import { onEachDatabase, type DirectStage } from '../../support/direct-stage.js';

@Entity()
@CursorPagination()
class Account {
  @PrimaryGeneratedColumn() id!: number;
  @OneToMany(() => Booking, (booking) => booking.account) bookings!: Relation<Booking>[];
}

@Entity()
class Booking {
  @PrimaryGeneratedColumn() id!: number;
  @ManyToOne(() => Account, (account) => account.bookings) @Filter(FilterEdge) account!: Relation<Account>;
  @Column({ type: 'decimal', precision: 15, scale: 2 }) @Sortable() @Measure('sum') amount!: string;
  @Column({ type: 'bigint' }) @Sortable() @Measure('sum') units!: string;
}

/** Doubles add 0.1 and 0.2 to more than 0.3, and lose the units of large sums. */
const amounts = [['0.30'], ['0.10', '0.20'], ['0.01', '0.02', '0.26'], ['-5.00'], ['0.31'], []];
const units = [
  ['9007199254740993'],
  ['9007199254740992', '1'],
  ['9223372036854775807', '9223372036854775807'],
  ['-9223372036854775808', '-9223372036854775807'],
  ['9223372036854775806', '9223372036854775807'],
  [],
];

async function fill(dataSource: DataSource): Promise<void> {
  for (const [at] of amounts.entries()) await dataSource.getRepository(Account).insert({ id: at + 1 });
  for (const [at, some] of amounts.entries())
    for (const place of Array.from({ length: Math.max(some.length, units[at]?.length ?? 0) }).keys())
      await dataSource.getRepository(Booking).insert({
        account: { id: at + 1 },
        amount: some[place] ?? '0.00',
        units: units[at]?.[place] ?? '0',
      });
}

onEachDatabase({ entities: [Account, Booking], options: { defaultFilterID: true }, fill }, (stage) => {
  test.each([
    ['bookings.amount.sum', [6, 4, 3, 1, 2, 5]],
    ['bookings.units.sum', [6, 4, 1, 2, 5, 3]],
  ])('%s', async (key, ids) => {
    expect(valuesOf(await stage.client.get(`/accounts?sort=${key}`), 'id')).toEqual(ids);
    const reversed = await stage.client.get(`/accounts?sort=-${key}`);
    expect(valuesOf(reversed, 'id')).toEqual([...ids].reverse());
    expect(await walk(stage, key)).toEqual(ids);
  });
});

/** The ids of a walk by cursors, two at a time. */
async function walk({ client }: DirectStage, key: string): Promise<unknown[]> {
  const ids: unknown[] = [];
  let after = '';
  for (let page = 0; page < 10; page++) {
    const answer = await client.get(`/accounts?sort=${key}&per_page=2${after}`);
    ids.push(...contentOf(answer).map(({ id }) => id));
    const next = entityOf(answer).next_cursor;
    if (typeof next !== 'string') break;
    after = `&after=${next}`;
  }
  return ids;
}
