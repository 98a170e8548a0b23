// A server process that can be made to stand still in the middle of a request: the header `x-halt: before 3` stops it for
// good before the third statement of the request is sent, `after 3` once it has been, `before COMMIT` before the first that
// begins so. Requests with `x-together: 16` go on when 16 of them have arrived. Entities are the abuse suite's, the data source is
// the one that DATA_SOURCE describes. PRAGMA, if given, is the first statement on SQLite's connection.
import 'reflect-metadata';
import { writeSync } from 'node:fs';
import { createApi, idempotencyEntity, type ApiOptions } from '@decorest/core';
import { restRouter } from '@decorest/koa';
import { serve } from '@decorest/koa/serve';
import type { Database } from 'better-sqlite3';
import Koa from 'koa';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { AuditLog, Category, Pet, User } from '../abuse/entities.js';
import { recordingClient, recordingMysql, StatementLog } from '../support/statement-log.js';

const given = JSON.parse(process.env.DATA_SOURCE ?? '{}') as DataSourceOptions;
const statements = new StatementLog();
const recording: Readonly<Record<string, object>> = {
  'better-sqlite3': { verbose: statements.record, prepareDatabase },
  postgres: { extra: { Client: recordingClient(statements) } },
  mariadb: { driver: recordingMysql(statements) },
  mysql: { driver: recordingMysql(statements) },
};
const dataSource = new DataSource({
  ...given,
  ...recording[given.type],
  entities: [User, Pet, Category, AuditLog, idempotencyEntity(given.type as 'postgres')],
});

const options: ApiOptions = { naming: 'snake_case', idempotency: { scope: () => 'everyone' } };

function prepareDatabase(database: Database): void {
  if (process.env.PRAGMA !== undefined) database.pragma(process.env.PRAGMA);
}

/** The API asks the clock of its server after the start, possibly while a request runs. */
const questionOfStart = /UNIX_TIMESTAMP|clock_timestamp/;

/** `which`: the number of a statement of the request, or what it begins with. */
function haltAt(moment: string, which: string): void {
  let seen = 0;
  statements.intercept = (text) => {
    if (questionOfStart.test(text)) return;
    seen++;
    if (which !== String(seen) && (which === '' || !text.startsWith(which))) return;
    if (moment === 'after') setImmediate(standStill);
    else standStill();
  };
}

/** Not a wait: nothing of this process runs any more. */
function standStill(): void {
  writeSync(1, 'halted\n');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

const arrived: (() => void)[] = [];

async function waitForOthers(count: number): Promise<void> {
  await new Promise<void>((resume) => {
    if (arrived.push(resume) < count) return;
    // A group ends after a time: on a busy machine it would have fewer writes.
    if (count > 0) stopClock();
    for (const each of arrived.splice(0)) each();
  });
}

function stopClock(): void {
  const now = performance.now();
  performance.now = () => now;
}

async function main(): Promise<void> {
  await dataSource.initialize();
  const app = new Koa();
  app.use(async (ctx, next) => {
    const together = Number(ctx.get('x-together'));
    await waitForOthers(together);
    const halt = ctx.get('x-halt');
    const [moment = '', which = ''] = halt.split(' ');
    // One of those that came together halts all of them.
    if (halt !== '' || together === 0) haltAt(moment, which);
    await next();
  });
  app.use(restRouter(createApi(dataSource, options)).routes());
  const { port } = await serve(app, { port: 0, host: '127.0.0.1' });
  process.stdout.write(`listening on ${port}\n`);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
