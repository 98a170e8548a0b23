// What a cluster holds, compared with the ledger.
import { DataSource } from 'typeorm';
import type { Cluster } from './cluster.js';
import { entitiesOf, Note, Order, Reading, Receipt, Tally } from './entities.js';
import type { Ledger, Table } from './ledger.js';
import { priceOf, rowsInBulk } from './load.js';

/** Where the ledger and the cluster disagree. */
export interface Disagreement {
  /** Acknowledged, and not there. */
  readonly lost: readonly string[];
  readonly twice: readonly string[];
  /** Some of the rows of a write, or rows with the values of another one. */
  readonly half: readonly string[];
  /** There, and never sent. */
  readonly unsent: readonly string[];
}

/** Makes the tables, and the counter. */
export async function makeTables(cluster: Cluster): Promise<void> {
  await withRows(cluster, async (dataSource) => {
    await dataSource.synchronize();
    await dataSource.manager.insert(Tally, { id: 1, count: 0 });
  });
}

export async function readCounter(cluster: Cluster): Promise<number> {
  return withRows(cluster, async ({ manager }) => (await manager.findOneByOrFail(Tally, { id: 1 })).count);
}

export async function compare(cluster: Cluster, { writes }: Ledger): Promise<Disagreement> {
  return withRows(cluster, async (dataSource) => {
    const namesOf = async (entity: new () => { text: string }) =>
      (await dataSource.manager.find(entity, { select: { text: true } })).map(({ text }) => text);
    const notes = await dataSource.manager.find(Note);
    const counts: Readonly<Record<Table, ReadonlyMap<string, number>>> = {
      notes: countNames(notes.map(({ text }) => text)),
      orders: countNames(await namesOf(Order)),
      readings: countNames(await namesOf(Reading)),
    };
    const receipts = countNames(await namesOf(Receipt));
    const rowsOf = (name: string, table: Table) =>
      (counts[table].get(name) ?? 0) / (table === 'readings' ? rowsInBulk : 1);
    const all = [...writes].map(([name, write]) => ({ name, ...write, rows: rowsOf(name, write.table) }));
    const named = (chosen: readonly { readonly name: string }[]) => chosen.map(({ name }) => name);
    return {
      lost: named(all.filter(({ isAcknowledged, rows }) => isAcknowledged && rows === 0)),
      twice: named(all.filter(({ rows }) => rows > 1)),
      half: [
        ...named(all.filter(({ rows }) => !Number.isInteger(rows))),
        ...named(
          all.filter(
            ({ name, table, rows }) => table === 'orders' && receipts.get(name) !== (rows || undefined),
          ),
        ),
        ...notes.filter(({ text, price }) => price !== priceOf(text)).map(({ text }) => text),
      ],
      unsent: Object.values(counts).flatMap((table) => [...table.keys()].filter((name) => !writes.has(name))),
    };
  });
}

function countNames(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

async function withRows<T>(cluster: Cluster, work: (dataSource: DataSource) => Promise<T>): Promise<T> {
  const way = cluster.way('one address');
  const dataSource = new DataSource({ ...way, entities: entitiesOf(way.type) });
  await dataSource.initialize();
  try {
    return await work(dataSource);
  } finally {
    await dataSource.destroy();
  }
}
