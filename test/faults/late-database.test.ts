// F9: the application starts before its database. It lives, is not ready, answers 503, and serves as soon as the database
// is there, without a restart.
import { setTimeout as sleep } from 'node:timers/promises';
import { createApi } from '@decorest/core';
import { restMiddleware } from '@decorest/koa';
import { serve, type RunningServer } from '@decorest/koa/serve';
import Koa from 'koa';
import { DataSource } from 'typeorm';
import { HttpClient } from '../support/http-client.js';
import { expectProblem } from '../support/problem.js';
import { robustnessFigures } from '../support/robustness-figures.js';
import { ServerLog } from '../support/server-log.js';
import { label } from './crash-point-entities.js';
import { labelSchema, pause } from './outage.js';
import { makeServer, servedDatabases, type OwnServer } from './own-server.js';

const figures = robustnessFigures('faults');

describe.each(servedDatabases)('%s', (database) => {
  let server: OwnServer;
  let dataSource: DataSource;
  let serving: RunningServer;
  let http: HttpClient;

  beforeAll(async () => {
    server = await makeServer(database);
    await server.stop('orderly');
    dataSource = new DataSource({
      ...server.accessBy(server.port),
      ...labelSchema(database),
      synchronize: true,
    });
    const coming = initialised(dataSource).then(() => createApi(dataSource, { logger: new ServerLog() }));
    const app = new Koa().use(restMiddleware(coming, { health: true }));
    serving = await serve(app, { port: 0, host: '127.0.0.1', signals: [] });
    http = new HttpClient(serving.port);
  });
  afterAll(async () => {
    http.close();
    await serving.stop();
    await dataSource.destroy();
    await server.remove();
  });

  test('the database comes later than the application', async () => {
    await pause(1_500);
    expect((await http.send('GET', '/health/live')).status).toBe(200);
    expect((await http.send('GET', '/health/ready')).status).toBe(503);
    for (const method of ['GET', 'POST']) {
      const early = await http.send(method, '/labels', method === 'POST' ? { body: { name: 'early' } } : {});
      expectProblem(early, 503, 'unavailable');
      expect(early.headers['retry-after']).toBe('1');
    }
    await server.start();
    const since = performance.now();
    while ((await http.send('GET', '/health/ready')).status !== 200) {
      await pause(50);
    }
    process.stdout.write(
      `${database}: ready ${(performance.now() - since).toFixed(0)} ms after the database\n`,
    );
    await label.fill(dataSource);
    expect((await http.send('GET', '/labels/1')).status).toBe(200);
    expect((await http.send('POST', '/labels', { body: { name: 'in time' } })).status).toBe(201);
    figures.count(database, 'requests tried', 4);
    figures.count(database, 'faults injected');
    figures.count(database, 'faults survived');
  });
});

/** As docs/guide/recipes.md has it. */
async function initialised(dataSource: DataSource): Promise<DataSource> {
  for (;;) {
    try {
      return await dataSource.initialize();
    } catch {
      await sleep(500);
    }
  }
}
