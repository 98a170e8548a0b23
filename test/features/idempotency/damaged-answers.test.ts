// A stored answer that is no answer, after a restore of a backup or a change by hand: a 500, and a log entry that names the
// row and quotes nothing of it.
import { createApi } from '@decorest/core';
import { forEachDatabase } from '../../support/for-each-database.js';
import { till, withKey } from './till.js';

interface KeyRow {
  readonly id: string;
  readonly answer: string | null;
}

const damaged = [
  'secret',
  '{"status":201,"headers":{},"body":"secret',
  '{"status":"secret","headers":{},"body":null}',
  '{"status":201,"headers":{"etag":["secret"]},"body":null}',
  '{"status":201,"body":"secret"}',
  '["secret"]',
  'null',
];

forEachDatabase(till, (stage) => {
  test.each(damaged)('%s', async (answer) => {
    const entries: string[] = [];
    const log = (entry: object) => void entries.push(JSON.stringify(entry));
    const api = createApi(stage.dataSource, { ...stage.options, logger: { error: log, warn: log } });
    entries.length = 0;
    const send = () =>
      api.handle({
        method: 'POST',
        path: '/purchases',
        headers: { 'content-type': 'application/json', ...withKey('a') },
        body: { item: 'mug' },
      });
    expect((await send()).status).toBe(201);
    const rows = stage.dataSource.getRepository<KeyRow>('DecorestIdempotency');
    const [row] = await rows.find();
    if (!row) throw new Error('No key is stored.');
    await rows.update({ id: row.id }, { answer });
    expect((await send()).status).toBe(500);
    expect(entries).toHaveLength(1);
    expect(entries[0]).toContain(row.id);
    expect(entries[0]).not.toContain('secret');
  });
});
