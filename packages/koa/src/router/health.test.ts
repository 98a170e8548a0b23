// What load balancers are told.
import Koa from 'koa';
import { fakeApi } from '../../../../test/support/fake-api.js';
import { exchange } from '../../../../test/support/raw-exchange.js';
import { HttpClient } from '../../../../test/support/http-client.js';
import { restMiddleware } from './rest-middleware.js';
import { restRouter } from './rest-router.js';
import { serve } from '../serve/serve.js';

function appWith(ready: boolean, health = true) {
  const api = { ...fakeApi(), ready: () => Promise.resolve(ready) };
  return new Koa().use(restMiddleware(api, { prefix: '/api', health }));
}

test.each([
  ['/api/health/live', true, 200, '{"status":"ok"}'],
  ['/api/health/live', false, 200, '{"status":"ok"}'],
  ['/api/health/ready', true, 200, '{"status":"ok"}'],
  ['/api/health/ready', false, 503, '{"status":"unavailable"}'],
])('%s of a database that answers: %s, is %i', async (target, ready, status, text) => {
  const answer = await exchange(appWith(ready), target);
  expect(answer).toMatchObject({ status, text, headers: { 'cache-control': 'no-store' } });
});

test('it is not there unless asked for', async () => {
  expect((await exchange(appWith(true, false), '/api/health/live')).status).toBe(404);
});

test('a server that stops is not ready, but lives', async () => {
  const app = new Koa().use(restMiddleware(fakeApi(), { health: true }));
  const { port, stop } = await serve(app, { port: 0, host: '127.0.0.1', signals: [], noticeMs: 300 });
  const client = new HttpClient(port);
  expect((await client.send('GET', '/health/ready')).status).toBe(200);
  const stopped = stop();
  expect((await client.send('GET', '/health/ready')).status).toBe(503);
  expect((await client.send('GET', '/health/live')).status).toBe(200);
  expect(await stopped).toBe('drained');
  client.close();
});

test('an entity at its path is told at once', () => {
  const api = fakeApi({ served: ['/health/live'] });
  expect(() => restRouter(api, { health: true })).toThrow(/'\/health\/live' is the path of an entity/);
});
