// Writes with If-Match and If-None-Match: they change a row only in the state that the client has seen.
import { hooksFor } from '@decorest/core';
import { forEachMount, forEachDatabase, type Fixture, type Stage } from '../../support/for-each-database.js';
import { Drawer, fixture, Folder, Sheet } from './entities.js';

const observed: Fixture = {
  ...fixture,
  options: {
    hooks: [Drawer, Folder, Sheet].map((entity) =>
      hooksFor<object>(entity, {
        before: { update: () => undefined, delete: () => undefined },
      }),
    ),
  },
};

const failed = expect.objectContaining({ code: 'precondition_failed', status: 412 }) as unknown;

const declareTests = (stage: Stage) => {
  const tagOf = async (path: string) => (await stage.client.get(path)).headers.etag ?? '';
  const patch = (path: string, headers: Record<string, string>, body: object = { title: 'new' }) =>
    stage.client.patch(path, body, headers);
  const remove = (path: string, headers: Record<string, string>) =>
    stage.client.send('DELETE', path, { headers });
  const stored = () => stage.dataSource.getRepository(Sheet).findOneByOrFail({ id: 1 });

  test('an update with the tag of the last read succeeds, and returns the next tag', async () => {
    const first = await patch('/sheets/1', { 'if-match': await tagOf('/sheets/1') });
    expect([first.status, first.headers.etag]).toEqual([200, await tagOf('/sheets/1')]);
    expect(first.headers.etag).toMatch(/^"2\./);
    const second = await patch('/sheets/1', { 'if-match': first.headers.etag ?? '' });
    expect([second.status, second.json]).toEqual([200, expect.objectContaining({ version: 3 })]);
  });

  test('an update with the tag of an older read is 412, and writes nothing', async () => {
    const tag = await tagOf('/sheets/1');
    await patch('/sheets/1', {}, { title: 'other' });
    const before = await stored();
    const answer = await patch('/sheets/1', { 'if-match': tag });
    expect([answer.status, answer.json, answer.headers.etag]).toEqual([412, failed, undefined]);
    expect((await remove('/sheets/1', { 'if-match': tag })).json).toEqual(failed);
    expect(await stored()).toEqual(before);
  });

  test.each(['"1"', '"1.x"', 'W/"1.x"', '"9", "1"', '*', '"1","2"'])(
    'If-Match: %s accepts version 1',
    async (tags) => {
      expect((await patch('/sheets/1', { 'if-match': tags })).status).toBe(200);
      expect((await remove('/sheets/2', { 'if-match': tags })).status).toBe(204);
    },
  );

  test.each([
    ['"2"'],
    ['"01"'],
    ['"1 "'],
    ['"*"'],
    ['"x"'],
    ['"99999999999999999999"'],
    ['"-1"'],
    ['1'],
    ['garbage'],
    [''],
    [','],
    ['*, "1"'],
    ['"1" "1"'],
    ['w/"1"'],
  ])('If-Match: %s does not accept version 1', async (tags) => {
    const before = await stored();
    for (const body of [{ title: 'new' }, { title: 'new', add_drawers: [1] }, {}])
      expect((await patch('/sheets/1', { 'if-match': tags }, body)).json).toEqual(failed);
    expect((await remove('/sheets/1', { 'if-match': tags })).json).toEqual(failed);
    expect(await stored()).toEqual(before);
  });

  test('If-None-Match refuses a version that the client has, or any', async () => {
    for (const tags of ['"1"', '"3", W/"1.x"', '*']) {
      expect((await patch('/sheets/1', { 'if-none-match': tags })).json).toEqual(failed);
      expect((await remove('/sheets/1', { 'if-none-match': tags })).json).toEqual(failed);
    }
    for (const tags of ['"2"', '"x"', 'garbage'])
      expect((await patch('/sheets/1', { 'if-none-match': tags }, {})).status).toBe(200);
    expect((await patch('/sheets/1', { 'if-match': '"1"', 'if-none-match': '"1"' })).json).toEqual(failed);
    expect((await patch('/sheets/1', { 'if-match': '"1"', 'if-none-match': '"2"' })).status).toBe(200);
    expect((await remove('/sheets/2', { 'if-none-match': '"2"' })).status).toBe(204);
  });

  test('a hashed tag is compared as a whole: embedded rows count', async () => {
    const tag = await tagOf('/folders/1');
    expect((await patch('/folders/1', { 'if-match': tag.replace('"', '"x') }, {})).json).toEqual(failed);
    await stage.client.patch('/drawers/1', { name: 'elm' });
    expect((await patch('/folders/1', { 'if-match': tag }, { name: 'new' })).json).toEqual(failed);
    expect((await remove('/folders/1', { 'if-match': tag })).json).toEqual(failed);
    const next = await patch(
      '/folders/1',
      { 'if-match': `"x", W/${await tagOf('/folders/1')}` },
      { name: 'new' },
    );
    expect([next.status, next.headers.etag]).toEqual([200, await tagOf('/folders/1')]);
    expect((await patch('/folders/1', { 'if-none-match': await tagOf('/folders/1') }, {})).json).toEqual(
      failed,
    );
    const other = await tagOf('/folders/2');
    expect((await remove('/folders/2', { 'if-match': other })).status).toBe(204);
  });

  test('a change of an embedded row does not stop a write that names a version', async () => {
    const tag = await tagOf('/sheets/1');
    await stage.client.patch('/folders/1', { name: 'green' });
    expect((await patch('/sheets/1', { 'if-match': tag })).status).toBe(200);
  });

  test('without tags, no list matches', async () => {
    expect((await patch('/drawers/1', { 'if-match': '"1"' }, { name: 'new' })).json).toEqual(failed);
    expect((await remove('/drawers/2', { 'if-match': '"1"' })).json).toEqual(failed);
    expect((await patch('/drawers/1', { 'if-match': '*' }, { name: 'new' })).status).toBe(200);
    expect((await patch('/drawers/1', { 'if-none-match': '"1"' }, { name: 'new' })).status).toBe(200);
    expect((await patch('/drawers/1', { 'if-none-match': '*' }, { name: 'new' })).json).toEqual(failed);
    expect((await patch('/drawers/9', { 'if-match': '"1"' }, { name: 'new' })).status).toBe(404);
    expect((await remove('/drawers/2', { 'if-match': '*' })).status).toBe(204);
  });

  test('a create matches no list, and any with *', async () => {
    const statements = stage.statements;
    statements.clear();
    for (const tags of ['"1"', 'garbage', ''])
      expect((await stage.client.post('/sheets', {}, { 'if-match': tags })).json).toEqual(failed);
    await statements.settled();
    expect(statements.texts).toEqual([]);
    const created = await stage.client.post(
      '/sheets',
      { title: 'x' },
      { 'if-match': '*', 'if-none-match': '*' },
    );
    expect([created.status, created.headers.etag]).toEqual([
      201,
      await tagOf(created.headers.location ?? ''),
    ]);
    expect(created.headers['cache-control']).toBeUndefined();
    const folder = await stage.client.post('/folders', { name: 'x' }, { 'if-none-match': '"x"' });
    expect(folder.headers.etag).toBe(await tagOf(folder.headers.location ?? ''));
  });

  test('faults come first, then a missing row, then the condition, then ids in the body', async () => {
    const stale = { 'if-match': '"9"' };
    expect((await patch('/sheets/1', stale, { title: 5 })).status).toBe(400);
    expect((await patch('/sheets/9', stale)).status).toBe(404);
    expect((await remove('/sheets/9', stale)).status).toBe(404);
    expect((await remove('/sheets/9', { 'if-match': 'garbage' })).status).toBe(404);
    for (const body of [
      { folder: 99 },
      { add_drawers: [99] },
      { title: 'x', folder: 99, add_drawers: [99] },
    ]) {
      expect((await patch('/sheets/1', stale, body)).status).toBe(412);
      expect((await patch('/sheets/1', { 'if-match': '"1"' }, body)).status).toBe(400);
    }
    const tag = await tagOf('/folders/1');
    expect((await patch('/folders/1', stale, { sheets: [99] })).status).toBe(412);
    expect((await patch('/folders/1', { 'if-match': tag }, { sheets: [99] })).status).toBe(400);
    expect((await patch('/folders/9', stale, { sheets: [99] })).status).toBe(404);
  });

  test('a body without keys is compared, and touches nothing', async () => {
    expect((await patch('/sheets/1', { 'if-match': '"1"' }, {})).json).toMatchObject({ version: 1 });
    expect((await patch('/sheets/1', { 'if-match': '"2"' }, {})).json).toEqual(failed);
  });

  test('a change of edges alone raises the version', async () => {
    const tag = await tagOf('/sheets/1');
    expect((await patch('/sheets/1', { 'if-match': tag }, { add_drawers: [1] })).headers.etag).toMatch(
      /^"2\./,
    );
    expect((await patch('/sheets/1', { 'if-match': tag }, { remove_drawers: [1] })).json).toEqual(failed);
    await patch('/folders/2', {}, { sheets: [3] });
    expect((await patch('/sheets/3', { 'if-match': '"1"' })).json).toEqual(failed);
  });

  test('a tag of chosen fields names the version', async () => {
    const { headers } = await stage.client.get('/sheets/1?fields=title');
    expect((await patch('/sheets/1', { 'if-match': headers.etag ?? '' })).status).toBe(200);
  });
};

describe('plain', () => {
  forEachMount(fixture, declareTests);
});

describe('with hooks', () => {
  forEachDatabase(observed, declareTests);
});
