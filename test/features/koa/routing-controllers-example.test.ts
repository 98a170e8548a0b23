// The helpdesk of examples/routing-controllers, as its README shows it.
import type Koa from 'koa';
import type { DataSource } from 'typeorm';
import { openHelpdesk } from '../../../examples/routing-controllers/src/app.js';
import { exchange, type RawAnswer } from '../../support/raw-exchange.js';

let app: Koa;
let dataSource: DataSource;

beforeEach(async () => {
  ({ app, dataSource } = await openHelpdesk());
});
afterEach(() => dataSource.destroy());

type Who = 'ada' | 'ben' | 'cleo';

function as(who: Who, method: string, path: string, body?: object): Promise<RawAnswer> {
  const headers = { authorization: `Bearer ${who}-token`, 'content-type': 'application/json' };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  return exchange(app, { method, path: `/api${path}`, headers, ...sent });
}

const json = ({ text }: RawAnswer): unknown => JSON.parse(text);

test('tickets are for those with a token, and tokens are never shown', async () => {
  expect((await exchange(app, '/api/tickets')).status).toBe(401);
  const listed = await as('ben', 'GET', '/tickets?closed.eq=false');
  expect(json(listed)).toMatchObject({
    total_count: 3,
    content: [{ edges: { assignee: { name: 'ben' } } }, {}, {}],
  });
  expect(listed.text).not.toContain('token');
});

test('a ticket is opened by who is asking, whatever was sent', async () => {
  const created = await as('cleo', 'POST', '/tickets', { subject: 'More tea', openedBy: 'ada' });
  expect([created.status, created.headers.location]).toEqual([201, '/api/tickets/4']);
  expect(json(created)).toMatchObject({ subject: 'More tea', openedBy: 'cleo' });
});

test('a delete closes; the assignee and the admin may', async () => {
  const refused = await as('cleo', 'DELETE', '/tickets/1');
  expect([refused.status, json(refused)]).toMatchObject([403, { code: 'forbidden' }]);
  expect((await as('ben', 'DELETE', '/tickets/1')).status).toBe(204);
  expect((await as('ada', 'DELETE', '/tickets/2')).status).toBe(204);
  expect(json(await as('ben', 'GET', '/tickets/1'))).toMatchObject({ closed: true });
  expect(json(await as('ben', 'GET', '/tickets/open/count'))).toEqual({ open: 1, askedBy: 'ben' });
  expect((await as('ada', 'DELETE', '/tickets/99')).status).toBe(404);
});

test('everyone sees agents, and only admins change them', async () => {
  expect((await exchange(app, '/api/agents')).status).toBe(200);
  expect((await as('ben', 'PATCH', '/agents/2', { admin: true })).status).toBe(403);
  expect((await as('ada', 'PATCH', '/agents/2', { admin: true })).status).toBe(200);
});

test('the endpoint of an edge shows what its method makes of it', async () => {
  const answer = await exchange(app, '/api/agents/2/tickets');
  expect(json(answer)).toEqual(['The printer is on fire', 'No coffee']);
  expect(answer.headers['cache-control']).toBe('no-store');
});

test('the documentation is served', async () => {
  expect((await exchange(app, '/api/docs')).status).toBe(200);
  expect((await exchange(app, '/api/openapi.json')).text).toContain('"/tickets/{id}/assignee"');
});
