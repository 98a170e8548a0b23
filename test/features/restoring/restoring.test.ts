// @Restore: POST /letters/{id}/restore clears the delete date of a row, and of nothing else.
import { entityOf } from '../../support/collection.js';
import { forEachDatabase, forEachMount, type Stage } from '../../support/for-each-database.js';
import { expectProblem, places } from '../../support/problem.js';
import { archive, findLetter, Letter, longAgo, Note } from './archive.js';

forEachMount(archive, (stage) => {
  test('a deleted row is as it was, but for its date and version', async () => {
    const before = await findLetter(stage.dataSource, 2);
    const answer = await stage.client.send('POST', '/letters/2/restore');
    expect(answer.status).toBe(200);
    expect(answer.headers.location).toBeUndefined();
    const after = await findLetter(stage.dataSource, 2);
    expect(after).toEqual({ ...before, deletedAt: null, version: 2, updated: expect.any(Date) as Date });
    expect(after?.updated.getTime()).toBeGreaterThan(longAgo.getTime());
    expect(answer.text).toBe((await stage.client.get('/letters/2')).text);
    expect(entityOf(answer)).toMatchObject({ id: 2, deletedAt: null, version: 2, title: 'Letter 2' });
  });

  test('a row that is not deleted stays as it is', async () => {
    const before = await findLetter(stage.dataSource, 1);
    const answer = await stage.client.send('POST', '/letters/1/restore');
    expect(answer.status).toBe(200);
    expect(answer.text).toBe((await stage.client.get('/letters/1')).text);
    expect(await findLetter(stage.dataSource, 1)).toEqual(before);
  });

  test('a second restore answers the same', async () => {
    const first = await stage.client.send('POST', '/letters/2/restore');
    const second = await stage.client.send('POST', '/letters/2/restore');
    expect(second).toMatchObject({ status: 200, text: first.text });
  });

  test('a delete and a restore change the version twice, and nothing else', async () => {
    const before = await findLetter(stage.dataSource, 1);
    await stage.client.delete('/letters/1');
    expectProblem(await stage.client.get('/letters/1'), 404, 'not_found');
    await stage.client.send('POST', '/letters/1/restore');
    const after = await findLetter(stage.dataSource, 1);
    expect({ ...after, updated: 0, version: 0 }).toEqual({ ...before, updated: 0, version: 0 });
    expect(after?.version).toBe(3);
  });

  test('the edges of a restored row lead where they did', async () => {
    const { edges } = entityOf(await stage.client.send('POST', '/writers/2/restore')) as {
      edges: { letters: { id: number }[] };
    };
    expect(edges.letters).toEqual([]);
    await stage.client.send('POST', '/letters/4/restore');
    expect(entityOf(await stage.client.get('/writers/2'))).toMatchObject({ edges: { letters: [{ id: 4 }] } });
  });

  test('a row that never was is not there', async () => {
    expectProblem(await stage.client.send('POST', '/letters/7/restore'), 404, 'not_found');
    expectProblem(await stage.client.send('POST', '/letters/x/restore'), 404, 'not_found');
  });

  test('a class without the annotation has no such path', async () => {
    expectProblem(await stage.client.send('POST', '/notes/2/restore'), 404, 'not_found');
    const note = await stage.dataSource.getRepository(Note).findOne({ where: { id: 2 }, withDeleted: true });
    expect(note?.deletedAt).not.toBeNull();
  });

  test('the path has one method, and takes no parameters', async () => {
    const other = await stage.client.get('/letters/2/restore');
    expectProblem(other, 405, 'method_not_allowed');
    expect(other.headers.allow).toBe('POST, OPTIONS');
    expect((await stage.client.send('OPTIONS', '/letters/2/restore')).headers.allow).toBe('POST, OPTIONS');
    expect((await stage.client.send('OPTIONS', '/letters/2')).headers.allow).toBe(
      'GET, HEAD, PATCH, DELETE, OPTIONS',
    );
    const faults = expectProblem(
      await stage.client.send('POST', '/letters/2/restore?deleted=with'),
      400,
      'invalid_request',
    );
    expect(faults).toMatchObject([{ parameter: 'deleted', code: 'unknown_parameter' }]);
    expect((await findLetter(stage.dataSource, 2))?.deletedAt).not.toBeNull();
  });

  test('a body is ignored, as that of a delete', async () => {
    const answer = await stage.client.send('POST', '/letters/2/restore', { body: { title: 'Other' } });
    expect(entityOf(answer)).toMatchObject({ title: 'Letter 2' });
  });

  test('pretty and HEAD are as elsewhere', async () => {
    const answer = await stage.client.send('POST', '/letters/2/restore?pretty=true');
    expect(answer.text).toContain('\n  "id": 2');
  });

  test('a client that prefers no content gets none', async () => {
    const answer = await stage.client.send('POST', '/letters/2/restore', {
      headers: { prefer: 'return=minimal' },
    });
    expect(answer).toMatchObject({
      status: 204,
      text: '',
      headers: { 'preference-applied': 'return=minimal' },
    });
    expect((await findLetter(stage.dataSource, 2))?.deletedAt).toBeNull();
  });
});

/** The statements but those that begin and end transactions. */
async function listStatements({ statements }: Stage): Promise<readonly string[]> {
  await statements.settled();
  return statements.texts.flatMap((text) => /^(SELECT|INSERT|UPDATE|DELETE)/.exec(text)?.[0] ?? []);
}

// An entity tag would need the row.
const untagged = { ...archive, options: { ...archive.options, defaultETag: false } } as const;

forEachDatabase(untagged, (stage) => {
  test.each([
    ['of a deleted row', '/letters/2/restore', {}, ['SELECT', 'UPDATE', 'SELECT']],
    ['of another row', '/letters/1/restore', {}, ['SELECT', 'SELECT']],
    ['of no row', '/letters/7/restore', {}, ['SELECT']],
    ['without content', '/letters/2/restore', { prefer: 'return=minimal' }, ['SELECT', 'UPDATE']],
  ])('the statements %s', async (_, path, headers, expected) => {
    await stage.client.send('POST', path, { headers });
    expect(await listStatements(stage)).toEqual(expected);
  });

  test('two restores at once touch the row once', async () => {
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => stage.client.send('POST', '/letters/2/restore')),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await findLetter(stage.dataSource, 2)).toMatchObject({ deletedAt: null, version: 2 });
  });

  test('a value that is free only while the row is deleted is a conflict, without a place in a body', async () => {
    if (stage.database === 'mariadb' || stage.database === 'mysql') {
      // They have no partial indexes: the key of a row that is not deleted is a computed column.
      await stage.dataSource.query(
        'ALTER TABLE letter ADD COLUMN live_weight INT AS (CASE WHEN deletedAt IS NULL THEN weight END) VIRTUAL, ADD UNIQUE INDEX live_weights (live_weight)',
      );
    } else {
      const column = stage.dataSource.driver.escape('deletedAt');
      await stage.dataSource.query(
        `CREATE UNIQUE INDEX live_weights ON letter (weight) WHERE ${column} IS NULL`,
      );
    }
    try {
      await stage.dataSource.getRepository(Letter).update([1], { weight: 2 });
      const faults = expectProblem(
        await stage.client.send('POST', '/letters/2/restore'),
        409,
        'already_exists',
      );
      expect(places(faults)).toEqual([]);
      expect(await findLetter(stage.dataSource, 2)).toMatchObject({ version: 1, deletedAt: longAgo });
    } finally {
      if (stage.database === 'mariadb' || stage.database === 'mysql')
        await stage.dataSource.query('ALTER TABLE letter DROP INDEX live_weights, DROP COLUMN live_weight');
      else await stage.dataSource.query('DROP INDEX live_weights');
    }
  });
});
