// What conditions cost: the statements of each write, beside those without conditions.
import { hooksFor, policyFor } from '@decorest/core';
import { forEachDatabase, type Fixture, type Stage } from '../../support/for-each-database.js';
import { fixture, Sheet } from './entities.js';

/** The statements of one request, without those of transactions. */
async function statementsOf(stage: Stage, send: () => Promise<unknown>): Promise<readonly string[]> {
  await stage.statements.settled();
  stage.statements.clear();
  await send();
  await stage.statements.settled();
  return stage.statements.texts.filter((text) => !/^(BEGIN|START|COMMIT|ROLLBACK|SET|PRAGMA)/i.test(text));
}

const kindsOf = (texts: readonly string[]) => texts.map((text) => /^\w+/.exec(text)?.[0].toUpperCase());

forEachDatabase(fixture, (stage) => {
  // The log of PostgreSQL does not show the second statement of a pipeline.
  const batch = stage.database === 'postgres' ? ['UPDATE'] : ['UPDATE', 'SELECT'];
  const tagOf = async (path: string) => (await stage.client.get(path)).headers.etag ?? '';
  const statementsOfPatch = (path: string, tags: string, body: object = { title: 'new' }) =>
    statementsOf(stage, () => stage.client.patch(path, body, { 'if-match': tags }));
  const statementsOfDelete = (path: string, tags: string) =>
    statementsOf(stage, () => stage.client.send('DELETE', path, { headers: { 'if-match': tags } }));

  test('tags cost no statement', async () => {
    expect(await statementsOf(stage, () => stage.client.get('/sheets/1'))).toHaveLength(1);
    const plain = kindsOf(await statementsOf(stage, () => stage.client.patch('/sheets/1', { title: 'x' })));
    expect(plain).toEqual(batch);
  });

  test('an update of one version tests it in its own statement', async () => {
    const statements = await statementsOfPatch('/sheets/1', await tagOf('/sheets/1'));
    expect(kindsOf(statements)).toEqual(batch);
    expect(statements[0]).toMatch(/ WHERE .*version.? = /);
  });

  test('an update that finds no such row asks why', async () => {
    expect(kindsOf(await statementsOfPatch('/sheets/1', '"7"'))).toEqual([...batch, 'SELECT']);
    expect(kindsOf(await statementsOfPatch('/sheets/9', '"1"'))).toEqual([...batch, 'SELECT']);
  });

  test('a delete of one version tests it in its own statement', async () => {
    expect(kindsOf(await statementsOfDelete('/sheets/1', '"1"'))).toEqual(['DELETE']);
    expect(kindsOf(await statementsOfDelete('/sheets/2', '"7"'))).toEqual(['DELETE', 'SELECT']);
    expect(kindsOf(await statementsOfDelete('/sheets/9', '"1"'))).toEqual(['DELETE', 'SELECT']);
  });

  test('of several versions, or with edges, the lock of the row reads the version', async () => {
    const several = await statementsOfPatch('/sheets/1', '"1", "2"');
    expect(kindsOf(several)).toEqual(['SELECT', 'UPDATE', 'SELECT']);
    expect(several[0]).toMatch(/version/);
    const body = { title: 'x', add_drawers: [1] };
    const plain = await statementsOf(stage, () => stage.client.patch('/sheets/1', body));
    await stage.refill();
    expect(await statementsOfPatch('/sheets/1', '"1"', body)).toHaveLength(plain.length);
    expect(kindsOf(await statementsOfDelete('/sheets/2', '"1", "2"'))).toEqual(['SELECT', 'DELETE']);
  });

  test('a hashed tag takes the lock and the read', async () => {
    const tag = await tagOf('/folders/1');
    const kinds = kindsOf(await statementsOfPatch('/folders/1', tag, { name: 'new' }));
    expect(kinds).toEqual(['SELECT', 'SELECT', 'UPDATE', 'SELECT']);
    const next = await tagOf('/folders/2');
    expect(kindsOf(await statementsOfDelete('/folders/2', next))).toEqual(['SELECT', 'SELECT', 'DELETE']);
  });

  test('a body without keys is compared with the lock alone', async () => {
    expect(kindsOf(await statementsOfPatch('/sheets/1', '"1"', {}))).toEqual(['SELECT', 'SELECT']);
  });
});

const calls: string[] = [];

const guarded: Fixture = {
  ...fixture,
  options: {
    policies: [policyFor(Sheet, () => ({ title: 'one' }))],
    hooks: [
      hooksFor(Sheet, {
        before: { update: () => void calls.push('update'), delete: () => void calls.push('delete') },
      }),
    ],
  },
};

describe('with policies and hooks', () => {
  forEachDatabase(guarded, (stage) => {
    test('the lock that is taken anyway reads the version', async () => {
      const send = (headers: Record<string, string>) => () => stage.client.patch('/sheets/1', {}, headers);
      const plain = await statementsOf(stage, send({}));
      expect(await statementsOf(stage, send({ 'if-match': '"1"' }))).toHaveLength(plain.length);
    });

    test('no hook runs for a row in another state', async () => {
      calls.length = 0;
      const headers = { 'if-match': '"2"' };
      expect((await stage.client.patch('/sheets/1', { title: 'one' }, headers)).status).toBe(412);
      expect((await stage.client.send('DELETE', '/sheets/1', { headers })).status).toBe(412);
      expect(calls).toEqual([]);
    });

    test('a hidden row is 404, whatever the condition', async () => {
      for (const headers of [{ 'if-match': '"1"' }, { 'if-match': '"2"' }, { 'if-match': 'x' }]) {
        expect((await stage.client.patch('/sheets/2', { title: 'one' }, headers)).status).toBe(404);
        expect((await stage.client.send('DELETE', '/sheets/2', { headers })).status).toBe(404);
      }
    });
  });
});
