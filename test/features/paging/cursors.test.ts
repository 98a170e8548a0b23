// Cursors: what an answer says of its neighbours, what a cursor is bound to, and walks past every kind of edge.
import { createApi } from '@decorest/core';
import { contentOf, entityOf, valuesOf } from '../../support/collection.js';
import { DirectClient } from '../../support/direct-client.js';
import { letters, Letter, Writer } from '../../support/fixtures/letters.js';
import { forEachDatabase, type Stage } from '../../support/for-each-database.js';
import type { Answer } from '../../support/http-client.js';
import { expectProblem } from '../../support/problem.js';

/** The envelope without its content. */
function envelopeOf(answer: Answer): Record<string, unknown> {
  const { content, ...envelope } = entityOf(answer);
  expect(Array.isArray(content)).toBe(true);
  return envelope;
}

function cursorOf(answer: Answer, name: 'next_cursor' | 'prev_cursor' = 'next_cursor'): string {
  const cursor = entityOf(answer)[name];
  if (typeof cursor !== 'string') throw new Error(`No ${name}: ${answer.text.slice(0, 300)}`);
  expect(cursor).toMatch(/^[A-Za-z0-9_-]{27,1700}$/);
  return cursor;
}

type Client = Pick<Stage['client'], 'get'>;

/** The ids of a whole list, by `next_cursor`; `key` names a row. */
async function walk(client: Client, target: string, perPage: number, key = 'id'): Promise<unknown[]> {
  const found: unknown[] = [];
  const joint = target.includes('?') ? '&' : '?';
  for (let place = ''; ;) {
    const answer = await client.get(`${target}${joint}per_page=${perPage}${place}`);
    expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, '']);
    found.push(...valuesOf(answer, key));
    if (entityOf(answer).next_cursor === null) return found;
    place = `&after=${cursorOf(answer)}`;
    if (found.length > 100) throw new Error(`The walk of ${target} does not end.`);
  }
}

async function expectInvalid(client: Client, target: string, side = 'after'): Promise<void> {
  const detail = `'${side}' is not a valid cursor for this list and sort order.`;
  const answer = await client.get(target);
  expect(expectProblem(answer, 400, 'invalid_request')).toEqual([
    { parameter: side, code: 'invalid_cursor', detail },
  ]);
  expect(entityOf(answer).detail).toBe(detail);
}

forEachDatabase(letters, (stage) => {
  const get = (target: string) => stage.client.get(target);

  test('a page, the pages after it, and the way back', async () => {
    const first = await get('/letters?sort=weight&per_page=5');
    expect(valuesOf(first, 'id')).toEqual([1, 4, 7, 10, 2]);
    expect(envelopeOf(first)).toEqual({
      page: 1,
      total_count: null,
      total_is_exact: false,
      last_page: null,
      is_last_page: false,
      prev_cursor: null,
      next_cursor: cursorOf(first),
    });
    const second = await get(`/letters?sort=weight&per_page=5&after=${cursorOf(first)}`);
    expect(valuesOf(second, 'id')).toEqual([5, 8, 11, 3, 6]);
    expect(envelopeOf(second)).toMatchObject({ page: null, last_page: null, is_last_page: false });
    const third = await get(`/letters?sort=weight&per_page=5&after=${cursorOf(second)}`);
    expect(valuesOf(third, 'id')).toEqual([9]);
    expect(envelopeOf(third)).toMatchObject({ next_cursor: null, is_last_page: true });
    const back = await get(`/letters?sort=weight&per_page=5&before=${cursorOf(third, 'prev_cursor')}`);
    expect(valuesOf(back, 'id')).toEqual([5, 8, 11, 3, 6]);
    expect(envelopeOf(back)).toMatchObject({ page: null, is_last_page: false });
    expect(back.text).toBe(second.text);
    const start = await get(`/letters?sort=weight&per_page=5&before=${cursorOf(back, 'prev_cursor')}`);
    expect(valuesOf(start, 'id')).toEqual([1, 4, 7, 10, 2]);
    expect(envelopeOf(start)).toMatchObject({ prev_cursor: null, is_last_page: false });
    expect(cursorOf(start)).toBe(cursorOf(first));
  });

  test('links lead by page or by cursor, as the request does', async () => {
    const first = await get('/letters?per_page=4&sort=weight');
    const next = cursorOf(first);
    expect(first.headers.link).toBe(
      '</letters?per_page=4&sort=weight>; rel="first", </letters?per_page=4&sort=weight&page=2>; rel="next"',
    );
    const second = await get(`/letters?per_page=4&after=${next}&sort=weight`);
    expect(second.headers.link).toBe(
      `</letters?per_page=4&sort=weight>; rel="first", </letters?per_page=4&sort=weight&before=${cursorOf(second, 'prev_cursor')}>; rel="prev", </letters?per_page=4&sort=weight&after=${cursorOf(second)}>; rel="next"`,
    );
    expect((await get(second.headers.link?.split('<')[1]?.split('>')[0] ?? '')).status).toBe(200);
    const paged = await get('/letters?per_page=4&page=2&count=exact');
    expect(paged.headers.link).toBe(
      '</letters?per_page=4&count=exact>; rel="first", </letters?per_page=4&count=exact&page=1>; rel="prev", </letters?per_page=4&count=exact&page=3>; rel="next", </letters?per_page=4&count=exact&page=3>; rel="last"',
    );
  });

  test('a count may be asked for on the way, and on a page without rows', async () => {
    const first = await get('/letters?per_page=11');
    const after = cursorOf(await get('/letters?per_page=10'));
    expect(envelopeOf(first)).toMatchObject({ next_cursor: null });
    const counted = await get(`/letters?per_page=10&count=exact&after=${after}`);
    expect(envelopeOf(counted)).toMatchObject({ total_count: 11, total_is_exact: true, last_page: null });
    expect(counted.headers['x-total-count']).toBe('11');
    await stage.client.delete('/letters/11');
    const empty = await get(`/letters?count=exact&after=${after}`);
    expect(envelopeOf(empty)).toEqual({
      page: null,
      total_count: 10,
      total_is_exact: true,
      last_page: null,
      is_last_page: true,
      prev_cursor: null,
      next_cursor: null,
    });
    expect(envelopeOf(await get(`/letters?count=limited&after=${after}`))).toMatchObject({
      total_count: 5,
      total_is_exact: false,
    });
  });

  test('the size of pages, the count and pretty may change', async () => {
    const after = cursorOf(await get('/letters?per_page=2&sort=-price&count=exact'));
    const answer = await get(`/letters?pretty=true&after=${after}&per_page=3&sort=-price&count=limited`);
    const all = valuesOf(await get('/letters?sort=-price&per_page=20'), 'id');
    expect(valuesOf(answer, 'id')).toEqual(all.slice(2, 5));
  });

  test.each([
    ['after=A&before=B', ['before conflict', 'after invalid_cursor']],
    ['page=3&after=A', ['page conflict', 'after invalid_cursor']],
    ['page=2&before=A', ['page conflict', 'before invalid_cursor']],
    ['sort=random&after=A', ['sort conflict']],
    ['sort=stamps.value.sum&after=A', ['sort conflict']],
    ['sort=nosuch&after=A', ['sort malformed_parameter', 'after invalid_cursor']],
    ['after=A&after=B', ['after duplicate_parameter', 'after invalid_cursor']],
  ])('%s is refused', async (query, expected) => {
    const faults = expectProblem(await get(`/letters?${query}`), 400, 'invalid_request');
    expect(faults.map(({ parameter, code }) => `${String(parameter)} ${code}`)).toEqual(expected);
  });

  test('lists without cursors do not know the parameters; orders without cursors have none', async () => {
    for (const name of ['after', 'before'])
      expect(expectProblem(await get(`/writers?${name}=x`), 400, 'invalid_request')).toMatchObject([
        { parameter: name, code: 'unknown_parameter' },
      ]);
    for (const sort of ['random', 'stamps.value.sum'])
      expect(envelopeOf(await get(`/letters?per_page=2&page=2&sort=${sort}`))).toMatchObject({
        page: 2,
        prev_cursor: null,
        next_cursor: null,
        is_last_page: false,
      });
  });

  test('a cursor is bound to its path, order and filters', async () => {
    const cursor = cursorOf(await get('/letters?per_page=2&sort=weight'));
    for (const query of ['', 'sort=-weight', 'sort=weight,-id', 'sort=weight&weight.gt=0', 'sort=id'])
      await expectInvalid(stage.client, `/letters?${query}&after=${cursor}`);
    const filtered = cursorOf(
      await get('/letters?per_page=2&weight.in=0&weight.in=1&price.eq=1&filter_op=or'),
    );
    await expectInvalid(stage.client, `/letters?weight.in=0&weight.in=1&price.eq=1&after=${filtered}`);
    await expectInvalid(stage.client, `/letters?weight.in=0&price.eq=1&filter_op=or&after=${filtered}`);
    // Neither the order of parameters nor that of values counts.
    const same = `/letters?after=${filtered}&price.eq=1&filter_op=or&weight.in=1&weight.in=0`;
    expect((await get(same)).status).toBe(200);
    const ofFirst = cursorOf(await get('/writers/1/letters?per_page=1'));
    await expectInvalid(stage.client, `/writers/2/letters?per_page=1&after=${ofFirst}`);
    await expectInvalid(stage.client, `/letters?per_page=1&before=${ofFirst}`, 'before');
  });

  test('a damaged cursor is refused in one wording', async () => {
    const cursor = cursorOf(await get('/letters?per_page=2'));
    const damaged = Array.from(cursor).map(
      (char, at) => `${cursor.slice(0, at)}${char === 'A' ? 'B' : 'A'}${cursor.slice(at + 1)}`,
    );
    const others = [
      '',
      'x',
      cursor.slice(1),
      cursor.slice(0, -1),
      `${cursor}A`,
      'A'.repeat(1701),
      'A'.repeat(5000),
    ];
    for (const text of [...damaged, ...others]) await expectInvalid(stage.client, `/letters?after=${text}`);
  });

  test('equal pages have equal cursors, which show no value', async () => {
    await stage.dataSource.getRepository(Letter).update({ id: 2 }, { body: 'aaa-secret@example.com' });
    const [one, two] = [
      await get('/letters?sort=body&per_page=1'),
      await get('/letters?sort=body&per_page=1'),
    ];
    expect(one.text).toBe(two.text);
    expect(Buffer.from(cursorOf(one), 'base64url').toString('latin1')).not.toContain('secret');
  });

  test('secrets rotate: the first seals, all open', async () => {
    const [old, fresh] = ['the old secret of all', 'the new secret of all'];
    const clientOf = (...cursorSecrets: string[]) =>
      DirectClient.of(stage.dataSource, { ...stage.options, cursorSecrets });
    const target = '/letters?per_page=2';
    const ofOld = cursorOf(await clientOf(old).get(target));
    const ofFresh = cursorOf(await clientOf(fresh, old).get(target));
    expect(ofFresh).not.toBe(ofOld);
    expect((await clientOf(fresh, old).get(`${target}&after=${ofOld}`)).status).toBe(200);
    expect((await clientOf(fresh).get(`${target}&after=${ofFresh}`)).status).toBe(200);
    await expectInvalid(clientOf(fresh), `${target}&after=${ofOld}`);
    await expectInvalid(stage.client, `${target}&after=${ofOld}`);
    expect(JSON.stringify(createApi(stage.dataSource, { cursorSecrets: [old] }).model)).not.toContain(old);
  });

  test('the walk goes on from the place of a row that is gone', async () => {
    const first = await get('/letters?sort=-weight&per_page=3');
    await stage.client.delete(`/letters/${String(valuesOf(first, 'id')[2])}`);
    const second = await get(`/letters?sort=-weight&per_page=2&after=${cursorOf(first)}`);
    expect(valuesOf(first, 'id').concat(valuesOf(second, 'id'))).toEqual([9, 6, 3, 11, 8]);
  });

  test.each([1, 2, 3, 11])('texts too long for a cursor are those of its row, %i a page', async (perPage) => {
    for (const sort of ['body', '-body', 'writer.name', '-writer.name', 'writer.name,body']) {
      const all = valuesOf(await get(`/letters?sort=${sort}&per_page=20`), 'id');
      expect([sort, await walk(stage.client, `/letters?sort=${sort}`, perPage)]).toEqual([sort, all]);
    }
  });

  test('such a cursor ends with its row', async () => {
    const first = await get('/letters?sort=-body&per_page=2');
    const [, last] = contentOf(first);
    const after = cursorOf(first);
    // MySQL and MariaDB sort by the first 255 characters, which fit into a cursor.
    const isCut = stage.database === 'mariadb' || stage.database === 'mysql';
    expect(after.length).toBeLessThan(isCut ? 500 : 200);
    await stage.client.delete(`/letters/${String(last?.id)}`);
    const expectEnd = async (next: string) => {
      if (isCut) expect((await get(next)).status).toBe(200);
      else await expectInvalid(stage.client, next);
    };
    await expectEnd(`/letters?sort=-body&after=${after}`);
    const ofWriter = cursorOf(await get('/letters?sort=-writer.name&per_page=1'));
    await stage.dataSource.getRepository(Letter).update({ writer: { id: 3 } }, { writer: null });
    await expectEnd(`/letters?sort=-writer.name&after=${ofWriter}`);
  });

  test('an edge is walked alone; embedded entities come with each page, for one statement more', async () => {
    const all = valuesOf(await get('/writers/1/letters?sort=-weight'), 'id');
    expect(await walk(stage.client, '/writers/1/letters?sort=-weight', 2)).toEqual(all);
    expect(await walk(stage.client, '/writers/1/letters?sort=stamps.count', 1)).toHaveLength(3);
    expectProblem(await get('/writers/9/letters'), 404, 'not_found');
    const after = cursorOf(await get('/letters?per_page=2'));
    stage.statements.clear();
    const second = await get(`/letters?per_page=2&after=${after}`);
    const selects = stage.statements.texts.filter((text) => text.startsWith('SELECT'));
    expect(selects.length).toBeLessThanOrEqual(2);
    const whole = contentOf(await get('/letters?per_page=20'));
    expect(contentOf(second)).toEqual(whole.slice(2, 4));
  });

  test('keys of several columns, embedded columns and classes of one table', async () => {
    const seatsOf = async (client: Client, sort: string, perPage: number) => {
      const seats: string[] = [];
      for (let place = ''; ;) {
        const answer = await client.get(`/seats?sort=${sort}&per_page=${perPage}${place}`);
        seats.push(...contentOf(answer).map(({ row, place: at }) => `${String(row)}-${String(at)}`));
        if (entityOf(answer).next_cursor === null) return seats;
        place = `&after=${cursorOf(answer)}`;
      }
    };
    for (const sort of ['price', '-price', '-id', 'id'])
      for (const perPage of [1, 2, 4])
        expect(await seatsOf(stage.client, sort, perPage)).toEqual(await seatsOf(stage.client, sort, 50));
    for (const target of [
      '/letters?sort=place.city',
      '/letters?sort=-place.city,price',
      '/parcels?sort=-kind',
      '/crates?sort=slats',
      '/crates?sort=-slats',
    ])
      for (const perPage of [1, 2, 3]) {
        const all = valuesOf(await get(`${target}&per_page=50`), 'id');
        expect([target, await walk(stage.client, target, perPage)]).toEqual([target, all]);
      }
  });

  test('an empty list', async () => {
    expect(envelopeOf(await get('/letters?weight.gt=50'))).toMatchObject({
      page: 1,
      prev_cursor: null,
      next_cursor: null,
      is_last_page: true,
    });
    const strict = DirectClient.of(stage.dataSource, { ...stage.options, listNotFound: true });
    expectProblem(await strict.get('/letters?weight.gt=50'), 404, 'not_found');
    const after = cursorOf(await strict.get('/letters?per_page=10'));
    await stage.client.delete('/letters/11');
    expect((await strict.get(`/letters?after=${after}`)).status).toBe(200);
    await stage.dataSource
      .getRepository(Letter)
      .softDelete(valuesOf(await get('/letters?per_page=50'), 'id') as number[]);
    expectProblem(await strict.get(`/letters?count=exact&after=${after}`), 404, 'not_found');
  });

  test('a page whose one further row does not fit is a page', async () => {
    const clients = DirectClient.of(stage.dataSource, {
      ...stage.options,
      limits: { responseBytes: 40_000 },
    });
    await stage.dataSource.getRepository(Letter).update({ id: 3 }, { body: 'y'.repeat(60_000) });
    const answer = await clients.get('/letters?per_page=2');
    expect([answer.status, valuesOf(answer, 'id')]).toEqual([200, [1, 2]]);
    const after = cursorOf(answer);
    expectProblem(await clients.get(`/letters?per_page=1&after=${after}`), 400, 'response_too_large');
    const writer = await stage.dataSource.getRepository(Writer).save({ name: 'Dee' });
    expect(writer.id).toBe(4);
  });
});
