// 1,000 rows in one request beside 1,000 requests, in turn: `npm run bulk -- --rounds 15 --database sqlite`.
import 'reflect-metadata';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { Agent, createServer, type IncomingMessage, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { Bulk, createApi } from '@decorest/core';
import { restRouter } from '@decorest/koa';
import Koa from 'koa';
import { Column, DataSource, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { type DatabaseName, databaseNames, postgresServer } from './data/database.js';
import { aligned, median } from './report/format.js';
import { writeResults } from './report/results-file.js';
import { driverOptions } from './typeorm/driver-options.js';

const text = { type: 'string' } as const;
const { values } = parseArgs({ options: { rounds: { ...text, default: '15' }, database: text } });
const rows = 1_000;
const connections = 16;
const ratioLimit = 8;
/** One request for many rows takes a few rounds until it is compiled. */
const warmUps = 5;

@Entity({ name: 'bulk_readings' })
@Bulk()
class BulkReading {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 40 })
  sensor!: string;

  @Column({ type: 'int' })
  value!: number;
}

/** Milliseconds of one round. */
interface Round {
  readonly single: number;
  readonly bulk: number;
}

interface Taken {
  readonly database: DatabaseName;
  readonly operation: 'create' | 'update';
  readonly rounds: readonly Round[];
  readonly ratio: number;
}

const begun = new Date();
const taken: Taken[] = [];
for (const database of databaseNames)
  if (values.database === undefined || values.database === database) taken.push(...(await compare(database)));
const figures = taken.map(({ database, operation, rounds, ratio }) => [
  database,
  operation,
  median(rounds.map(({ single }) => single)).toFixed(0),
  median(rounds.map(({ bulk }) => bulk)).toFixed(0),
  ratio.toFixed(1),
]);
const header = ['database', 'operation', '1,000 requests ms', 'one request ms', 'ratio'];
for (const line of aligned([header, ...figures])) console.log(line);
console.log(writeResults('bulk', begun, { ...values, taken }));
const missed = taken.filter(({ ratio }) => ratio < ratioLimit);
for (const { database, operation } of missed) console.log(`MISSED: ${operation} on ${database}`);
console.log(`limit: one request is at least ${ratioLimit} times as fast`);
process.exit(missed.length === 0 ? 0 : 1);

async function compare(database: DatabaseName): Promise<Taken[]> {
  const file = join(tmpdir(), `decorest-bulk-${process.pid}.db`);
  const url = database === 'sqlite' ? `sqlite:${file}` : postgresServer();
  const dataSource = new DataSource({ ...driverOptions(url), entities: [BulkReading], synchronize: true });
  await dataSource.initialize();
  const app = new Koa().use(restRouter(createApi(dataSource)).routes());
  const answer = app.callback();
  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const send = createSender((server.address() as AddressInfo).port);
    return [
      await measure({ database, operation: 'create' }, send),
      await measure({ database, operation: 'update' }, send),
    ];
  } finally {
    server.close();
    server.closeAllConnections();
    await dataSource.query('DROP TABLE "bulk_readings"');
    await dataSource.destroy();
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
  }
}

type Send = (method: string, path: string, body: unknown) => Promise<void>;

function createSender(port: number): Send {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return async (method, path, body) => {
    const sent = sendRequest({
      agent,
      port,
      host: '127.0.0.1',
      method,
      path,
      headers: { 'content-type': 'application/json' },
    });
    sent.end(JSON.stringify(body));
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    answer.resume();
    await once(answer, 'end');
    if ((answer.statusCode ?? 500) >= 300)
      throw new Error(`${method} ${path} -> ${String(answer.statusCode)}`);
  };
}

async function measure(measured: Pick<Taken, 'database' | 'operation'>, send: Send): Promise<Taken> {
  const items = Array.from({ length: rows }, (_, at) => ({ sensor: `sensor ${at}`, value: at }));
  const ids = items.map((_, at) => at + 1);
  const isCreate = measured.operation === 'create';
  const sendSingle = (item: object, at: number) =>
    isCreate ? send('POST', '/bulk-readings', item) : send('PATCH', `/bulk-readings/${ids[at]}`, item);
  const sendAll = () =>
    isCreate
      ? send('POST', '/bulk-readings/bulk', items)
      : send(
          'PATCH',
          '/bulk-readings',
          items.map((item, at) => ({ id: ids[at], ...item })),
        );
  const run = async (): Promise<Round> => {
    const single = await timed(() => Promise.all(items.map(sendSingle)));
    return { single, bulk: await timed(sendAll) };
  };
  for (let warmUp = 0; warmUp < warmUps; warmUp++) await run();
  const rounds: Round[] = [];
  for (let round = 0; round < Number(values.rounds); round++) rounds.push(await run());
  return { ...measured, rounds, ratio: median(rounds.map(({ single, bulk }) => single / bulk)) };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now();
  await work();
  return performance.now() - since;
}
