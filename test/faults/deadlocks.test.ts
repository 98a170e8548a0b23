// F18: two writers touch the same two rows in opposite order, again and again. The database breaks each knot by throwing
// one of them out; that one is tried again, and its client hears nothing of it.
import { createApi } from '@decorest/core';
import {
  Column,
  DataSource,
  Entity,
  EventSubscriber,
  PrimaryColumn,
  type EntitySubscriberInterface,
  type Logger,
  type UpdateEvent,
} from 'typeorm';
import { ApiClient } from '../support/client.js';
import { HttpClient } from '../support/http-client.js';
import { robustnessFigures } from '../support/robustness-figures.js';
import { ServerLog } from '../support/server-log.js';
import { makeServer, servedDatabases, type OwnServer, type ServedDatabase } from './own-server.js';
import { lentConnections } from './lent-connections.js';
import { pause } from './outage.js';

const figures = robustnessFigures('faults');

/** Requests of both writers together. */
const perSecond = 200;
const requests = 600;

@Entity('totals')
class Total {
  @PrimaryColumn()
  id!: number;

  @Column()
  changes!: number;
}

/** Each change of one counts in total 1, then in total 2; by a trigger. */
@Entity('debits')
class Debit {
  @PrimaryColumn()
  id!: number;

  @Column({ length: 40 })
  note!: string;
}

/** Each change of one counts in total 2, then in total 1; by a trigger. */
@Entity('credits')
class Credit {
  @PrimaryColumn()
  id!: number;

  @Column({ length: 40 })
  note!: string;
}

/** As a debit or a credit, by its id, but it is a subscriber of TypeORM that counts. */
@Entity('transfers')
class Transfer {
  @PrimaryColumn()
  id!: number;

  @Column({ length: 40 })
  note!: string;
}

@EventSubscriber()
class TransferCounter implements EntitySubscriberInterface<Transfer> {
  listenTo(): typeof Transfer {
    return Transfer;
  }

  async afterUpdate({ manager, entity }: UpdateEvent<Transfer>): Promise<void> {
    const order = Number(entity?.id) % 2 === 1 ? [1, 2] : [2, 1];
    const [first, second] = order.map((id) => () => manager.increment(Total, { id }, 'changes', 1));
    await first?.();
    // As in the triggers: often a moment lies between, in which another transfer begins with the other row.
    if (Math.random() < 0.4) await pause(2);
    await second?.();
  }
}

/** Counts in one row and, often a moment later, in the other. */
function counting(order: readonly number[], moment: string): string {
  return order.map((id) => `UPDATE totals SET changes = changes + 1 WHERE id = ${id};`).join(` ${moment}; `);
}

const triggers: Readonly<Record<ServedDatabase, (table: string, order: readonly number[]) => string[]>> = {
  postgres: (table, order) => [
    `CREATE OR REPLACE FUNCTION count_${table}() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN ${counting(order, 'PERFORM pg_sleep(0.001 * (random() < 0.4)::int)')} RETURN NULL; END'`,
    `CREATE TRIGGER count_${table} AFTER UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION count_${table}()`,
  ],
  mariadb: (table, order) => [
    `CREATE TRIGGER count_${table} AFTER UPDATE ON ${table} FOR EACH ROW BEGIN ${counting(order, 'DO SLEEP(0.001 * (RAND() < 0.4))')} END`,
  ],
};

/** How often the server has broken a knot. */
const deadlocks: Readonly<Record<ServedDatabase, string>> = {
  postgres: 'SELECT deadlocks AS broken FROM pg_stat_database WHERE datname = current_database()',
  mariadb:
    "SELECT variable_value AS broken FROM information_schema.GLOBAL_STATUS WHERE variable_name = 'INNODB_DEADLOCKS'",
};

/** Counts how often the update of each note is tried. */
class Attempts implements Logger {
  readonly #byNote = new Map<unknown, number>();

  logQuery(text: string, parameters: readonly unknown[] = []): void {
    if (!/^UPDATE .*\b(debits|credits|transfers)\b/.test(text)) return;
    const [note] = parameters;
    this.#byNote.set(note, (this.#byNote.get(note) ?? 0) + 1);
  }

  get most(): number {
    return Math.max(...this.#byNote.values());
  }

  get repeated(): number {
    return [...this.#byNote.values()].filter((attempts) => attempts > 1).length;
  }

  logQueryError(): void {}
  logQuerySlow(): void {}
  logSchemaBuild(): void {}
  logMigration(): void {}
  log(): void {}
}

describe.each(servedDatabases)('%s', (database) => {
  let server: OwnServer;
  let dataSource: DataSource;
  let client: ApiClient;
  let attempts: Attempts;

  beforeAll(async () => {
    server = await makeServer(database);
  });
  beforeEach(async () => {
    attempts = new Attempts();
    dataSource = await openLedger(server, attempts);
    const logger = new ServerLog();
    client = await ApiClient.start(createApi(dataSource, { logger }), logger);
  });
  afterEach(async () => {
    await client.stop();
    await dataSource.destroy();
  });
  afterAll(() => server.remove());

  test.each([
    ['rows that triggers count on', ['debits', 'credits']],
    ['rows that a subscriber counts on', ['transfers', 'transfers']],
  ])('%s', async (_, writers) => {
    const before = await broken();
    const statuses = await storm(client.port, writers);
    const acknowledged = statuses.filter((status) => status === 200).length;
    const knots = (await broken()) - before;
    process.stdout.write(
      `${database}, ${writers.join()}: ${knots} deadlocks, ${attempts.repeated} tried again, ` +
        `${attempts.most} times at most; ${requests - acknowledged} of ${requests} not served\n`,
    );
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
    // There was a storm, or else nothing is shown.
    expect(knots).toBeGreaterThan(20);
    expect(attempts.most).toBeLessThanOrEqual(4);
    expect(acknowledged / requests).toBeGreaterThan(0.99);
    // Nothing was counted twice or not at all.
    const totals = await dataSource.manager.find(Total, { order: { id: 'ASC' } });
    expect(totals.map(({ changes }) => changes)).toEqual([acknowledged, acknowledged]);
    expect(lentConnections(database, dataSource)).toBe(0);
    figures.count(database, 'requests tried', requests);
    figures.count(database, 'faults injected', knots);
    figures.count(database, 'faults survived', knots);
  });

  async function broken(): Promise<number> {
    // PostgreSQL's sessions tell of themselves a moment later.
    await pause(1_100);
    const [row] = await server.administer(deadlocks[database]);
    return Number(row?.broken);
  }
});

/** Two writers, each at its half of the pace; one that was held up catches up. */
async function storm(port: number, [first = '', second = '']: readonly string[]): Promise<number[]> {
  const http = new HttpClient(port);
  const since = performance.now();
  const writer = async (path: string) => {
    const statuses: number[] = [];
    for (let at = 0; at < requests / 2; at++) {
      await pause(since + (at * 2_000) / perSecond - performance.now());
      statuses.push((await http.send('PATCH', path, { body: { note: `${path} ${at}` } })).status);
    }
    return statuses;
  };
  const statuses = await Promise.all([writer(`/${first}/1`), writer(`/${second}/2`)]);
  http.close();
  return statuses.flat();
}

async function openLedger(server: OwnServer, logger: Logger): Promise<DataSource> {
  const dataSource = new DataSource({
    ...server.accessBy(server.port),
    entities: [Total, Debit, Credit, Transfer],
    subscribers: [TransferCounter],
    synchronize: true,
    dropSchema: true,
    logger,
  });
  await dataSource.initialize();
  for (const entity of [Debit, Credit, Transfer])
    await dataSource.manager.insert(entity, [
      { id: 1, note: '' },
      { id: 2, note: '' },
    ]);
  await dataSource.manager.insert(Total, [
    { id: 1, changes: 0 },
    { id: 2, changes: 0 },
  ]);
  for (const [table, order] of [
    ['debits', [1, 2]],
    ['credits', [2, 1]],
  ] as const)
    for (const statement of triggers[server.database](table, order)) await dataSource.query(statement);
  return dataSource;
}
