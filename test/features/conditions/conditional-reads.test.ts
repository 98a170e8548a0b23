// Reads with entity tags: If-None-Match saves the body, If-Match demands a state.
import { createHash } from 'node:crypto';
import { forEachMount } from '../../support/for-each-database.js';
import { Folder, fixture, Sheet } from './entities.js';

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest().subarray(0, 16).toString('base64url');
}

forEachMount(fixture, (stage) => {
  const tagOf = async (path: string) => (await stage.client.get(path)).headers.etag ?? '';

  test('a tag names the version and the answer, or the answer alone', async () => {
    expect(await tagOf('/sheets/1')).toMatch(/^"1\.[\w-]{22}"$/);
    expect(await tagOf('/folders/1')).toMatch(/^"[\w-]{22}"$/);
    expect(await tagOf('/sheets')).toMatch(/^"[\w-]{22}"$/);
    expect(await tagOf('/folders/1/sheets')).toMatch(/^"[\w-]{22}"$/);
    expect(await tagOf('/sheets/1/folder')).toBe(await tagOf('/folders/1'));
    expect(await tagOf('/sheets?sort=random')).toBe('');
    expect(await tagOf('/drawers')).toBe('');
    expect(await tagOf('/drawers/1')).toBe('');
  });

  test('the tag of an answer is the same on each database, indented or not, and for HEAD', async () => {
    expect(await tagOf('/sheets/1')).toBe('"1.4rvBaOqjJwMsFvTX85y6qQ"');
    const { text, headers } = await stage.client.get('/sheets');
    expect(headers.etag).toBe(`"${hashOf(`${text}\n${headers['x-total-count'] ?? ''}`)}"`);
    const folder = await stage.client.get('/folders/1');
    expect(folder.headers.etag).toBe(`"${hashOf(folder.text)}"`);
    expect(await tagOf('/sheets/1?pretty=true')).toBe(await tagOf('/sheets/1'));
    expect((await stage.client.send('HEAD', '/sheets/1')).headers.etag).toBe(await tagOf('/sheets/1'));
  });

  test.each([
    '/sheets/1',
    '/folders/1',
    '/sheets',
    '/folders?page=1',
    '/folders/1/sheets',
    '/sheets/1/folder',
  ])('GET %s is 304 for the tag that the client has', async (path) => {
    const whole = await stage.client.get(path);
    const tag = whole.headers.etag ?? '';
    for (const has of [tag, `W/${tag}`, `"x", ${tag}`, `, ,W/"y" ,${tag}`, '*']) {
      for (const method of ['GET', 'HEAD']) {
        const answer = await stage.client.send(method, path, { headers: { 'if-none-match': has } });
        expect([answer.status, answer.text]).toEqual([304, '']);
        const { etag, 'cache-control': cacheControl } = answer.headers;
        expect([etag, cacheControl]).toEqual([tag, whole.headers['cache-control']]);
        expect(answer.headers['x-request-id']).toBeDefined();
        expect(Object.keys(answer.headers)).not.toContain('content-type');
        expect(Object.keys(answer.headers)).not.toContain('x-total-count');
      }
    }
    for (const has of ['"x"', tag.slice(1, -1), '"*"', '"1"', 'garbage', `${tag} ${tag}`, `*, ${tag}`, ''])
      expect((await stage.client.get(path, { 'if-none-match': has })).text).toBe(whole.text);
  });

  test('If-Match of a read demands the whole tag', async () => {
    const tag = await tagOf('/sheets/1');
    for (const wanted of [tag, `W/${tag}`, `"x",${tag}`, '*'])
      expect((await stage.client.get('/sheets/1', { 'if-match': wanted })).status).toBe(200);
    for (const wanted of ['"1"', '"x"', 'garbage', '']) {
      const answer = await stage.client.get('/sheets/1', { 'if-match': wanted });
      expect([answer.status, answer.json]).toEqual([
        412,
        expect.objectContaining({ code: 'precondition_failed' }),
      ]);
      expect([answer.headers.etag, answer.headers['cache-control']]).toEqual([undefined, 'no-store']);
    }
    expect((await stage.client.get('/sheets/1', { 'if-match': tag, 'if-none-match': tag })).status).toBe(304);
    expect((await stage.client.get('/sheets/1', { 'if-match': '"x"', 'if-none-match': tag })).status).toBe(
      412,
    );
  });

  test('a missing row and a faulty request come before conditions', async () => {
    expect((await stage.client.get('/sheets/9', { 'if-none-match': '*' })).status).toBe(404);
    expect((await stage.client.get('/sheets/9', { 'if-match': '"x"' })).status).toBe(404);
    expect((await stage.client.get('/sheets?x=1', { 'if-none-match': '*' })).status).toBe(400);
    expect((await stage.client.get('/sheets?page=9', { 'if-none-match': '*' })).status).toBe(400);
  });

  test('a class without tags ignores conditions of reads', async () => {
    for (const path of ['/drawers', '/drawers/1'])
      for (const header of ['if-none-match', 'if-match']) {
        const answer = await stage.client.get(path, { [header]: '"x"' });
        expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'private, no-cache']);
        expect((await stage.client.get(path, { [header]: '*' })).status).toBe(200);
      }
  });

  test('random order has no tag, and ignores conditions', async () => {
    expect((await stage.client.get('/sheets?sort=random', { 'if-none-match': '*' })).status).toBe(200);
    expect((await stage.client.get('/sheets?sort=random', { 'if-match': '"x"' })).status).toBe(200);
  });

  test('a total that changes alone changes the tag of a list', async () => {
    const tag = await tagOf('/sheets?per_page=1');
    await stage.dataSource.getRepository(Sheet).insert({ title: 'four' });
    expect(await tagOf('/sheets?per_page=1')).not.toBe(tag);
  });

  test('a change of an embedded row changes the tag, and not the version in it', async () => {
    const tag = await tagOf('/sheets/1');
    await stage.client.patch('/folders/1', { name: 'green' });
    const changed = await tagOf('/sheets/1');
    expect(changed).not.toBe(tag);
    expect(changed).toMatch(/^"1\./);
  });

  test('nothing that is hidden shows in a hashed tag', async () => {
    const tags = [await tagOf('/folders/1'), await tagOf('/folders')];
    await stage.dataSource.getRepository(Folder).update(1, { hidden: 'x' });
    expect([await tagOf('/folders/1'), await tagOf('/folders')]).toEqual(tags);
  });

  test('the version is in the tag even if the client does not choose the field', async () => {
    const chosen = await stage.client.get('/sheets/1?fields=title');
    expect(chosen.json).not.toHaveProperty('version');
    expect(chosen.headers.etag).toMatch(/^"1\.[\w-]{22}"$/);
    expect(chosen.headers.etag).not.toBe(await tagOf('/sheets/1'));
    expect(await tagOf('/sheets/1?fields=version,title')).toMatch(/^"1\.[\w-]{22}"$/);
    const again = await stage.client.get('/sheets/1?fields=title', {
      'if-none-match': chosen.headers.etag ?? '',
    });
    expect(again.status).toBe(304);
  });

  test('Cache-Control is on reads, lists and errors', async () => {
    const cacheControlOf = async (path: string) => (await stage.client.get(path)).headers['cache-control'];
    expect(await cacheControlOf('/sheets/1')).toBe('private, no-cache');
    expect(await cacheControlOf('/sheets')).toBe('private, no-cache');
    expect(await cacheControlOf('/folders/1')).toBe('private, max-age=60');
    expect(await cacheControlOf('/sheets/1/folder')).toBe('private, max-age=60');
    expect(await cacheControlOf('/folders/1/sheets')).toBe('private, no-cache');
    expect(await cacheControlOf('/drawers')).toBe('private, no-cache');
    expect(await cacheControlOf('/folders/9')).toBe('no-store');
    expect(await cacheControlOf('/nosuch')).toBe('no-store');
    const patched = await stage.client.patch('/folders/1', {});
    expect(patched.headers['cache-control']).toBeUndefined();
  });

  test('OPTIONS and a refused media type name what a PATCH may have', async () => {
    expect((await stage.client.send('OPTIONS', '/sheets/1')).headers['accept-patch']).toBe(
      'application/json',
    );
    expect((await stage.client.send('OPTIONS', '/sheets')).headers['accept-patch']).toBeUndefined();
    const headers = { 'content-type': 'application/merge-patch+json' };
    const refused = await stage.client.send('PATCH', '/sheets/1', { headers, body: {} });
    expect([refused.status, refused.headers['accept-patch']]).toEqual([415, 'application/json']);
    const post = await stage.client.send('POST', '/sheets', { headers, body: {} });
    expect([post.status, post.headers['accept-patch']]).toEqual([415, undefined]);
  });
});
