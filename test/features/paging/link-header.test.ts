// The Link header of long and odd queries: never more than a client takes, and never more than RFC 3986 allows.
import { randomUUID } from 'node:crypto';
import { createApi, Filter, FilterEQ, FilterIn } from '@decorest/core';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { ApiClient } from '../../support/client.js';
import { ServerLog } from '../../support/server-log.js';
import { openDatabase, type TestDatabase } from '../../support/test-database.js';

@Entity()
class Ticket {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 36 })
  @Filter(FilterIn, FilterEQ)
  code!: string;
}

describe('on SQLite, as no database writes headers', () => {
  let database: TestDatabase;
  let client: ApiClient;
  const codes = Array.from({ length: 100 }, () => randomUUID());
  const odd = [
    'a"b',
    '<a>',
    'a\\b',
    'a^b',
    'a`b',
    '{a|b}',
    'a b',
    '[a]',
    'é€🐕',
    'a#b',
    '100%',
    "!$'()*,;:@/?~",
  ];
  beforeAll(async () => {
    database = await openDatabase('sqlite', [Ticket]);
    const rows = [...codes, ...odd.flatMap((code) => [code, code, code])].map((code) => ({ code }));
    await database.dataSource.getRepository(Ticket).save(rows);
    const logger = new ServerLog();
    client = await ApiClient.start(createApi(database.dataSource, { logger }), logger);
  });
  afterAll(async () => {
    await client.stop();
    await database.close();
  });

  /** Node's own client refuses more than 16 KiB of headers. */
  const fetched = (target: string) => fetch(`http://127.0.0.1:${client.port}${target}`);
  const relationsOf = (link: string) => [...link.matchAll(/rel="([a-z]+)"/g)].map(([, relation]) => relation);
  const queryOf = (ids: number) =>
    codes
      .slice(0, ids)
      .map((code) => `code.in=${code}`)
      .join('&');

  test.each([
    [10, ['first', 'prev', 'next', 'last']],
    [21, ['first', 'prev', 'next', 'last']],
    [22, ['first', 'prev', 'next']],
    [29, ['first', 'prev', 'next']],
    [44, ['prev', 'next']],
    [45, ['next']],
    [90, ['next']],
  ])('a query of %s ids: %s', async (ids, relations) => {
    const { status, headers } = await fetched(`/tickets?${queryOf(ids)}&per_page=3&page=2`);
    expect(status).toBe(200);
    const link = headers.get('link') ?? '';
    expect(relationsOf(link)).toEqual(relations);
    expect(Buffer.byteLength(link)).toBeLessThanOrEqual(4096);
  });

  test('on the last page the previous one is what stays', async () => {
    const { headers } = await fetched(`/tickets?${queryOf(90)}&per_page=50&page=2`);
    expect(relationsOf(headers.get('link') ?? '')).toEqual(['prev']);
  });

  test('a query of 100 ids is answered without the header, and the body still says which page it is', async () => {
    const answer = await fetched(`/tickets?${queryOf(100)}&per_page=3&page=2`);
    expect(answer.headers.get('link')).toBeNull();
    expect(await answer.json()).toMatchObject({ page: 2, last_page: 34, total_count: 100 });
    // This client checks the answer against the document.
    expect((await client.get(`/tickets?${queryOf(100)}`)).status).toBe(200);
  });

  test.each(odd)('%s, escaped and not, leads to the next page in letters of RFC 3986', async (code) => {
    for (const value of [encodeURIComponent(code), encodeAllButNeeded(code)]) {
      const answer = await client.get(`/tickets?code.eq=${value}&per_page=1`);
      const [, next = ''] = /<([^<>]*)>; rel="next"/.exec(answer.headers.link ?? '') ?? [];
      expect(next).toMatch(/^\/tickets\?(?:[A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*$/);
      expect(new URL(next, 'http://localhost').searchParams.get('code.eq')).toBe(code);
      expect((await client.get(next)).json).toMatchObject({ page: 2, last_page: 3, content: [{ code }] });
    }
  });
});

/** As a careless client writes a value: only what would end it, or is no header of HTTP, is escaped. */
function encodeAllButNeeded(value: string): string {
  return value.replace(/[%#&+ ]|[^\x20-\x7e]+/gu, (text) => encodeURIComponent(text));
}
