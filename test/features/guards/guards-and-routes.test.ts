// What a class requires of requests that write its rows, by every route that writes them.
import type { Route } from '@decorest/core';
import { onEachDatabase, type DirectStage } from '../../support/direct-stage.js';
import { operationIn } from '../../support/document-parts.js';
import { openDoors } from './open-doors.js';
import { createVault } from './vault.js';
import { listVaultRequests, type VaultRequest } from './vault-requests.js';

/** The rows that are guarded, as texts by their ids. */
type Rows = ReadonlyMap<string, string>;

/** What a request did to guarded rows: `filter` are writes of many rows that their filters find. */
interface Effect {
  readonly changed: boolean;
  readonly created: boolean;
  readonly filtered: boolean;
}

/** The headers that satisfy every guard. */
const headers = { 'if-match': '*', 'idempotency-key': 'k' };

function bind(stage: DirectStage, fixture: ReturnType<typeof createVault>) {
  const read = async (table: string, where = ''): Promise<Rows> => {
    const rows: { id: number }[] = await stage.database.dataSource.query(`SELECT * FROM ${table}${where}`);
    return new Map(rows.map((row) => [`${table} ${row.id}`, JSON.stringify(row)]));
  };
  const readGuarded = async () =>
    new Map([...(await read('account')), ...(await read('content', " WHERE kind = 'Video'"))]);
  const isChanged = (before: Rows, after: Rows) => [...before].some(([id, row]) => after.get(id) !== row);
  return {
    async send({ method, target, body, route }: VaultRequest, more = {}) {
      await stage.database.empty();
      await fixture.fill(stage.database.dataSource);
      const [before, parcels] = [await readGuarded(), await read('parcel')];
      const answer = await stage.client.send(method, target, body, more);
      const after = await readGuarded();
      const effect: Effect = {
        // Nothing that a client has read can be lost by it.
        changed: isChanged(before, after) && route.kind !== 'restore',
        created: [...after.keys()].some((id) => !before.has(id)),
        filtered: isByFilters(route, body) && isChanged(parcels, await read('parcel')),
      };
      return { answer, effect };
    },
  };
}

function isByFilters({ kind }: Route, body: unknown): boolean {
  return kind === 'bulk-delete' || (kind === 'bulk-update' && !Array.isArray(body));
}

const vault = createVault(true);

onEachDatabase(vault, (stage) => {
  const { send } = bind(stage, vault);

  test('no request without its headers changes or creates a guarded row, nor one without its filters', async () => {
    const written: string[] = [];
    for (const request of listVaultRequests(stage.client.api)) {
      const { effect } = await send(request);
      const { changed, created, filtered } = effect;
      if (changed || created || (filtered && !request.target.includes('id.in')))
        written.push(`${request.title} ${JSON.stringify(effect)}`);
    }
    expect(written).toEqual([]);
  });

  test('a route requires a header of all requests or of none, and the document says so', async () => {
    for (const request of listVaultRequests(stage.client.api)) {
      const { route, method, title } = request;
      const operation = operationIn(stage.client.document, `${method} ${route.path}`);
      const isRequired = (name: string) => operation?.parameter(name).required === true;
      const { answer } = await send(request);
      const refused = {
        'If-Match': answer.status === 428,
        'Idempotency-Key': answer.status === 400 && answer.text.includes('"header":"Idempotency-Key"'),
      };
      const required = {
        'If-Match': isRequired('If-Match'),
        'Idempotency-Key': isRequired('Idempotency-Key'),
      };
      expect({ title, ...refused }).toEqual({ title, ...required });
    }
  });

  test('with its headers, no request is refused for want of them, and guarded rows are written', async () => {
    const routes = new Set<string>();
    for (const request of listVaultRequests(stage.client.api)) {
      const { answer, effect } = await send(request, headers);
      expect([request.title, answer.status]).not.toEqual([request.title, 428]);
      expect([request.title, answer.text]).not.toEqual([request.title, expect.stringMatching(/"header"/)]);
      if (effect.changed || effect.created) routes.add(`${request.method} ${request.route.path}`);
    }
    expect([...routes].sort()).toEqual([
      'DELETE /accounts/{id}',
      'DELETE /contents/{id}',
      'DELETE /videos/{id}',
      'PATCH /accounts/{id}',
      'PATCH /contents/{id}',
      'PATCH /videos/{id}',
      'POST /accounts',
      'POST /accounts/bulk',
      'POST /agencies/{id}/customers',
      'POST /contents',
      'POST /contents/bulk',
      'POST /customers',
      'POST /customers/bulk',
      'POST /customers/{id}/accounts',
      'POST /videos',
      'POST /videos/bulk',
    ]);
  });
});

const open = createVault(false);

describe('without guards', () => {
  onEachDatabase(open, (stage) => {
    const { send } = bind(stage, open);

    test('these requests change or create the rows, so that the ones above could have done it', async () => {
      const doors: Record<keyof Effect, string[]> = { changed: [], created: [], filtered: [] };
      for (const request of listVaultRequests(stage.client.api)) {
        const { effect } = await send(request);
        for (const name of ['changed', 'created', 'filtered'] as const)
          if (effect[name]) doors[name].push(request.title);
      }
      expect(doors).toEqual(openDoors);
    });
  });
});
