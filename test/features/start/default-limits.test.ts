// The default limits of requests: what is at a limit works, what is over it fails.
import { restRouter } from '@decorest/koa';
import Koa from 'koa';
import { DirectClient } from '../../support/direct-client.js';
import { onEachDatabase } from '../../support/direct-stage.js';
import { festival } from '../../support/fixtures/festival.js';
import { expectProblem } from '../../support/problem.js';
import { exchange } from '../../support/raw-exchange.js';

const repeated = (text: string, times: number): string => Array.from({ length: times }, () => text).join('&');
const nested = (levels: number): unknown => (levels === 1 ? {} : { a: nested(levels - 1) });

onEachDatabase(festival, (stage) => {
  const client = () => DirectClient.of(stage.database.dataSource, {});

  describe('Limits', () => {
    test.each([
      ['100 values in a list', `days.in=${repeated('1', 1)}&${repeated('days.in=2', 99)}`, '&days.in=3'],
      ['20 filters', filters(20), '&status.eq=DRAFT'],
      ['1,024 characters in a value', `name.eq=${'x'.repeat(1024)}`, 'x'],
    ])('%s', async (_, within, more) => {
      expect((await client().get(`/festivals?${within}`)).status).toBe(200);
      expectProblem(await client().get(`/festivals?${within}${more}`), 400, 'invalid_request');
    });

    test('16 levels of JSON', async () => {
      const body = (levels: number) => ({ extras: nested(levels - 1) });
      expect((await client().patch('/festivals/1', body(16))).status).toBe(200);
      expect((await client().patch('/festivals/1', body(17))).status).toBe(400);
    });

    test('a body over 1 MiB is 413', async () => {
      const app = new Koa();
      app.use(restRouter(client().api).routes());
      const body = JSON.stringify({ extras: { a: 'x'.repeat(1024 * 1024) } });
      const headers = { 'content-type': 'application/json' };
      const answer = await exchange(app, { method: 'PATCH', path: '/festivals/1', headers, body });
      expect([answer.status, JSON.parse(answer.text)]).toMatchObject([413, { code: 'body_too_large' }]);
    });

    test('an offset of 100,000 rows', async () => {
      expectProblem(await client().get('/visitors?per_page=100&page=1002'), 400, 'invalid_request');
    });
  });
});

/** Different filters on a festival, each of which the meadow passes. */
function filters(count: number): string {
  const all = ['name', 'address.city'].flatMap((field) =>
    ['neq', 'has', 'ihas', 'prefix', 'suffix', 'eq', 'ieq'].map((test) => `${field}.${test}=x`),
  );
  const numbers = ['gt', 'gte', 'lt', 'lte'].map((test) => `days.${test}=3`);
  const edges = ['gt', 'gte', 'lt', 'lte'].map((test) => `stages.capacity.${test}=3`);
  return [...all, ...numbers, ...edges].slice(0, count).join('&');
}
