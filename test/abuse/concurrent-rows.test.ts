// L. Concurrency: rows. Lines 151, 152, 158, 160, 161, 162 and 164 of robustness.md, section 3.
import { IsNull } from 'typeorm';
import { contentOf, entityOf, valuesOf } from '../support/collection.js';
import { onAbuseStage } from './abuse-stage.js';
import { nonSerialOutcomes, statusesOf, unless } from './rounds.js';
import { petCount } from './rows.js';

const user = (username: string, email = `${username}@x.co`) => ({ username, display_name: username, email });
const times = <T>(count: number, make: (at: number) => T) =>
  Array.from({ length: count }, (_, at) => make(at));

jest.setTimeout(300_000);

onAbuseStage((stage) => {
  const quick = (method: string, target: string, body?: unknown) => stage.plain.quick(method, target, body);

  test('151. one of twenty gets the name', async () => {
    const race = async (round: number) => {
      const name = `same${round}`;
      const answers = await Promise.all(
        times(20, (at) => quick('POST', '/users', user(name, `${name}-${at}@x.co`))),
      );
      const rows = contentOf(await quick('GET', `/users?username.eq=${name}`)).length;
      return unless(statusesOf(answers) === '201x1 409x19' && rows === 1, statusesOf(answers), rows);
    };
    expect(await nonSerialOutcomes(stage, race)).toEqual([]);
  });

  test('152. two fields of one row are both kept', async () => {
    const race = async (round: number) => {
      const id = 1 + (round % 40);
      const [name, mail] = [`name ${round}`, `mail${round}@x.co`];
      const answers = await Promise.all([
        quick('PATCH', `/users/${id}`, { display_name: name }),
        quick('PATCH', `/users/${id}`, { email: mail }),
      ]);
      const { display_name, email } = entityOf(await quick('GET', `/users/${id}`));
      return unless(
        statusesOf(answers) === '200x2' && display_name === name && email === mail,
        statusesOf(answers),
        [display_name, email],
      );
    };
    expect(await nonSerialOutcomes(stage, race)).toEqual([]);
  });

  test('158. no pet is left with an owner that is gone', async () => {
    const race = async (round: number) => {
      const { id } = entityOf(await quick('POST', '/users', user(`owner${round}`)));
      const pet = { name: 'p', age: 1, type: 'DOG', owner: id };
      const [created, deleted] = await Promise.all([
        quick('POST', '/pets', pet),
        quick('DELETE', `/users/${String(id)}`),
      ]);
      const left = (await quick('GET', `/users/${String(id)}`)).status;
      const outcome = [created.status, deleted.status, left].join();
      return unless(['201,409,200', '400,204,404', '409,204,404'].includes(outcome), outcome);
    };
    expect(await nonSerialOutcomes(stage, race)).toEqual([]);
    const orphans =
      'SELECT 1 FROM pets p LEFT JOIN users u ON u.id = p.%s WHERE p.%s IS NOT NULL AND u.id IS NULL';
    const column = stage.dataSource.driver.escape('ownerId');
    expect(await stage.dataSource.query(orphans.replaceAll('%s', column))).toEqual([]);
  });

  test('160. a write that fails takes no other with it', async () => {
    const race = async (round: number) => {
      const good = times(50, (at) => quick('POST', '/users', user(`good${round}-${at}`)));
      const bad = quick('POST', '/users', {
        ...user(`bad${round}`),
        username: 'ada',
        pets: [1 + (round % petCount)],
      });
      const answers = await Promise.all([...good, bad]);
      const kept = contentOf(await quick('GET', `/users?per_page=100&username.prefix=good${round}-`)).length;
      return unless(/^201x50 409x1$/.test(statusesOf(answers)) && kept === 50, statusesOf(answers), kept);
    };
    expect(await nonSerialOutcomes(stage, race)).toEqual([]);
  });

  test('161. twenty twins with one key make one row and get one answer', async () => {
    const race = async (round: number) => {
      const headers = { 'idempotency-key': `key-${round}` };
      const send = (body: object) => stage.keyed.quick('POST', '/users', body, headers);
      const body = user(`twin${round}`);
      const answers = await Promise.all(times(20, () => send(body)));
      const made = answers.filter(({ status }) => status === 201);
      const waiting = answers.filter(({ status }) => status === 409);
      const rows = contentOf(await quick('GET', `/users?username.eq=twin${round}`)).length;
      const other = await send(user(`other${round}`));
      return unless(
        made.length > 0 &&
          made.length + waiting.length === 20 &&
          new Set(made.map(({ text }) => text)).size === 1 &&
          waiting.every(({ headers: { 'retry-after': after } }) => after === '1') &&
          rows === 1 &&
          other.status === 422,
        statusesOf(answers),
        rows,
        other.status,
      );
    };
    expect(await nonSerialOutcomes(stage, race, 20)).toEqual([]);
    const unanswered = await stage.dataSource
      .getRepository('DecorestIdempotency')
      .countBy({ answer: IsNull() });
    expect(unanswered).toBe(0);
  });

  test('162. every list agrees with itself while rows come and go', async () => {
    const strange: string[] = [];
    let writing = true;
    const writer = async (which: number) => {
      for (let at = 0; at < 250; at++) {
        const { json } = await quick('POST', '/categories', { name: `w${which}-${at}` });
        if (at % 2 === 0) await quick('DELETE', `/categories/${String((json as { id: number }).id)}`);
      }
    };
    const reader = async () => {
      for (let page = 1; writing; page = (page % 5) + 1) {
        const answer = await quick('GET', `/categories?per_page=7&page=${page}`);
        if (answer.status === 200) strange.push(...strangenessOf(answer.json as Envelope, 7));
      }
    };
    const reading = [reader(), reader()];
    await Promise.all(times(4, writer));
    writing = false;
    await Promise.all(reading);
    expect(strange).toEqual([]);
  });

  // Pages are counted from the start of the list, so a row may only be missed when another is put before it: the writers
  // change what the list is not sorted by, as many rows as there are, and other tables.
  test('164. a walk through the pages sees every row once while others write', async () => {
    let walking = true;
    let writes = 0;
    const writer = async (which: number) => {
      for (let at = 0; walking || writes < 1_000; at++, writes++) {
        await quick('PATCH', `/pets/${1 + ((at * 31 + which * 97) % petCount)}`, {
          name: `walked ${which} ${at}`,
        });
        if (at % 10 === 0) await quick('POST', '/categories', { name: 'walked' });
      }
    };
    const writing = times(4, writer);
    for (const [sort, order] of [
      ['age', 'asc'],
      ['age', 'desc'],
    ]) {
      const seen: unknown[] = [];
      for (let page = 1; page <= 19; page++)
        seen.push(
          ...valuesOf(
            await quick('GET', `/pets?sort=${sort}&order=${order}&per_page=100&page=${page}`),
            'id',
          ),
        );
      expect({ seen: seen.length, different: new Set(seen).size }).toEqual({ seen: 1_900, different: 1_900 });
    }
    walking = false;
    await Promise.all(writing);
    expect(writes).toBeGreaterThanOrEqual(1_000);
  });
});

interface Envelope {
  readonly page: number;
  readonly total_count: number;
  readonly last_page: number;
  readonly is_last_page: boolean;
  readonly content: readonly unknown[];
}

function strangenessOf(list: Envelope, perPage: number): string[] {
  const { page, total_count: total, last_page: last, content } = list;
  const rows = Math.max(0, Math.min(perPage, total - (page - 1) * perPage));
  const right = last === Math.max(1, Math.ceil(total / perPage)) && list.is_last_page === (page === last);
  return right && content.length === rows ? [] : [JSON.stringify({ ...list, content: content.length })];
}
