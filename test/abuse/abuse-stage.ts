// One database with seven servers on it: the same entities under other options. Rows are put back before each test.
import { createApi, idempotencyEntity, type ApiOptions } from '@decorest/core';
import { restRouter } from '@decorest/koa';
import { serve } from '@decorest/koa/serve';
import { openApiDocument } from '@decorest/openapi';
import Koa from 'koa';
import type { DataSource } from 'typeorm';
import { createDocumentChecks } from '../support/document-checks.js';
import { databaseNames, driverNames, openDatabase, type DatabaseName } from '../support/test-database.js';
import { robustnessFigures, type Figures } from '../support/robustness-figures.js';
import { AbuseLog } from './abuse-log.js';
import { AuditLog, Category, Pet, User } from './entities.js';
import { Ground } from './ground.js';
import { WatchedClient } from './watched-client.js';

const common: ApiOptions = { naming: 'snake_case', defaultFilterID: true };

/** The servers by what is special about them. */
const servers = {
  plain: common,
  clientIds: { ...common, allowClientIDs: true },
  withoutDelete: { ...common, defaultOperations: ['create', 'read', 'update', 'list'] },
  readOnly: { ...common, defaultOperations: ['read', 'list'] },
  withoutRead: { ...common, defaultOperations: ['create', 'list', 'update', 'delete'] },
  eager: { ...common, defaultEagerLoad: true },
  keyed: { ...common, idempotency: { scope: () => 'everyone' } },
} as const satisfies Record<string, ApiOptions>;

type ServerName = keyof typeof servers;

/** What tests see; valid while they run, not while they are declared. */
export interface AbuseStage extends Readonly<Record<ServerName, WatchedClient>> {
  readonly database: DatabaseName;
  readonly dataSource: DataSource;
  readonly ground: Ground;
  readonly log: AbuseLog;
}

/** Declares the tests once per database. */
export function onAbuseStage(declareTests: (stage: AbuseStage) => void): void {
  const figures = robustnessFigures('abuse');
  describe.each(databaseNames)('%s', (name) => {
    declareTests(stageOn(name, figures));
  });
}

interface Opened extends AbuseStage {
  close(): Promise<void>;
}

function stageOn(name: DatabaseName, figures: Figures): AbuseStage {
  let opened: Opened | undefined;
  const current = (): Opened => {
    if (!opened) throw new Error('The stage is open only while tests run.');
    return opened;
  };
  beforeAll(async () => {
    opened = await openStage(name);
  });
  beforeEach(() => current().ground.restore());
  afterAll(async () => {
    opened?.ground.tally.report(name, figures);
    await opened?.close();
    expect([opened?.log.leaks, opened?.log.gaps]).toEqual([[], []]);
  });
  return new Proxy({ database: name } as AbuseStage, {
    get: (target, key) => (key === 'database' ? target.database : (Reflect.get(current(), key) as unknown)),
  });
}

async function openStage(name: DatabaseName): Promise<Opened> {
  const database = await openDatabase(name, [
    User,
    Pet,
    Category,
    AuditLog,
    idempotencyEntity(driverNames[name]),
  ]);
  const ground = new Ground(database);
  const log = new AbuseLog();
  const served = await Promise.all(
    Object.entries(servers).map(
      async ([server, options]) => [server, await serveOn(options, ground, log)] as const,
    ),
  );
  const clients = Object.fromEntries(served.map(([server, { client }]) => [server, client]));
  const close = async () => {
    await Promise.all(served.map(([, server]) => server.stop()));
    await database.close();
  };
  const { dataSource } = database;
  return {
    ...(clients as Record<ServerName, WatchedClient>),
    database: name,
    dataSource,
    ground,
    log,
    close,
  };
}

async function serveOn(
  options: ApiOptions,
  ground: Ground,
  log: AbuseLog,
): Promise<{ client: WatchedClient; stop: () => Promise<unknown> }> {
  const api = createApi(ground.dataSource, { ...options, logger: log });
  const checks = createDocumentChecks(openApiDocument(api));
  const app = new Koa();
  app.on('error', (err: unknown) => {
    log.error({ err });
  });
  app.use(restRouter(api).routes());
  // On a busy machine a client may be slower to use a connection again than a server is to close it.
  const limits = { keepAliveMs: 600_000 };
  const { port, stop } = await serve(app, { port: 0, host: '127.0.0.1', signals: [], limits });
  const client = new WatchedClient(port, checks, ground, log);
  return {
    client,
    stop: () => {
      client.close();
      return stop();
    },
  };
}
