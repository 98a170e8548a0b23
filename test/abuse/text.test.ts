// E. Text, Unicode, LIKE. Lines 60 to 73 of robustness.md, section 3.
import { contentOf, entityOf, valuesOf } from '../support/collection.js';
import { expectProblem, places } from '../support/problem.js';
import { folded } from '../properties/comparison.js';
import { onAbuseStage } from './abuse-stage.js';
import { expectNoStatement, refusedBody, refusedQuery } from './refusal.js';
import { usernames } from './rows.js';

const q = encodeURIComponent;
const user = (username: string, email = 'a@x.co') => ({ username, display_name: 'a', email });
const pet = (name: string) => ({ name, age: 1, type: 'DOG' });

/** TypeORM's own twelve, and a few that its twelve forgot. */
const injections = [
  "'; DROP TABLE post; --",
  "test' OR '1'='1",
  "\\'; DROP TABLE post; --",
  '"; DROP TABLE post; --',
  '0x27 OR 1=1--',
  "' OR SLEEP(5)--",
  "' UNION SELECT * FROM users--",
  "1; DELETE FROM users WHERE '1'='1",
  "admin'--",
  "' OR 1=1#",
  "') OR ('a'='a",
  '`; DROP TABLE post; --',
  "%' OR username LIKE '%",
  '$1',
  ':name',
  '?',
  '{{7*7}}${7*7}',
];

onAbuseStage((stage) => {
  test.each(['%', '_', '\\', '!', '\\%', '[a]', '%_', '!%', '*', '?', '50%', 'a_'])(
    '60, 61. has=%s finds the names that hold just that',
    async (text) => {
      for (const filter of ['has', 'ihas']) {
        const answer = await stage.plain.get(`/users?per_page=100&username.${filter}=${q(text)}`);
        expect(valuesOf(answer, 'username')).toEqual(usernames.filter((name) => name.includes(text)));
      }
      const answer = await stage.plain.get(`/users?per_page=100&username.prefix=${q(text)}`);
      expect(valuesOf(answer, 'username')).toEqual(usernames.filter((name) => name.startsWith(text)));
    },
  );

  test('62. a prefix of 1,025 characters is too long, one of 1,024 wildcards finds nothing', async () => {
    expect(await refusedQuery(stage, `/users?username.prefix=${'x'.repeat(1_025)}`)).toEqual([
      'username.prefix',
    ]);
    for (const filter of ['prefix', 'has', 'ihas']) {
      const answer = await stage.plain.get(`/users?username.${filter}=${q('%_'.repeat(512))}`);
      expect(answer.json).toMatchObject({ total_count: 0 });
    }
  });

  test('63. NUL is refused everywhere', async () => {
    expect(await refusedBody(stage, 'POST', '/users', user('a\0b'))).toEqual(['/username']);
    expect(await refusedQuery(stage, '/users?username.eq=a%00b')).toEqual(['username.eq']);
    expectProblem(await stage.plain.get('/users/1%00'), 404, 'not_found');
    expectNoStatement(stage);
  });

  test('65. text that is no Unicode is refused, not replaced', async () => {
    const surrogate = '{"username":"x\\ud800y","display_name":"a","email":"a@x.co"}';
    expect(await refusedBody(stage, 'POST', '/users', surrogate)).toEqual(['/username']);
    const bytes = Buffer.from('{"username":"x\u00ffy","display_name":"a","email":"a@x.co"}', 'latin1');
    expect(await refusedBody(stage, 'POST', '/users', bytes)).toEqual([]);
    expect(await refusedQuery(stage, '/users?username.eq=%ED%A0%80')).toEqual(['username.eq']);
    expect(await refusedQuery(stage, '/users?username.eq=%C0%AF')).toEqual(['username.eq']);
  });

  test.each([
    '🐕‍🦺',
    '\u03a9',
    '\u2126',
    '\u00e9',
    'e\u0301',
    '\u202egnp.exe',
    `a${'\u0300'.repeat(200)}`,
    '\u200d\ufe0f\u200d\ufe0f\u200d',
    '\u{10ffff}\u{e000}\ufffe',
    '\u2028\u2029\u0085',
    '\x01\x1f\x7f\t\r\n',
    ' spaces around ',
    '"quotes"\\/\u0008',
    '</script>&amp;<!--',
  ])('66. the name %j comes back as it was sent', async (name) => {
    const created = await stage.plain.post('/pets', pet(name));
    expect(created.status).toBe(201);
    const read = await stage.plain.get(`/pets/${String(entityOf(created).id)}`);
    expect(entityOf(read).name).toBe(name);
    const found = await stage.plain.get(`/pets?name.eq=${q(name)}`);
    expect(valuesOf(found, 'name')).toContain(name);
  });

  test('67. length counts code points, and nothing hides from it', async () => {
    expect((await stage.plain.post('/users', user('\u{1f600}'.repeat(80)))).status).toBe(201);
    for (const name of ['\u{1f600}'.repeat(81), `${'a'.repeat(80)}${'\ufe0f'.repeat(10_000)}`, ''])
      expect(await refusedBody(stage, 'POST', '/users', user(name, 'b@x.co'))).toContain('/username');
  });

  test('68. what is equal in a filter is equal to the unique column', async () => {
    for (const name of ['trail', 'Trail ', 'ADA', 'A_b', 'orger']) {
      const found = contentOf(await stage.plain.get(`/users?username.eq=${q(name)}`)).length;
      const { status } = await stage.plain.post('/users', user(name, `${name}@x.co`));
      expect({ name, status }).toEqual({ name, status: found === 0 ? 201 : 409 });
    }
  });

  test.each(['ÖRGER', 'örger', 'Örg', 'ORGER', 'ADA', 'display 4', 'EXAMPLE.COM'])(
    '69. a search folds case as its database does: %s',
    async (text) => {
      const fold = (value: unknown) => folded(stage.database, String(value));
      const all = contentOf(await stage.plain.get('/users?per_page=100'));
      const answer = await stage.plain.get(`/users?per_page=100&search.ihas=${q(text)}`);
      const expected = all.filter((one) =>
        [one.username, one.display_name, one.email].some((value) => fold(value).includes(fold(text))),
      );
      expect(valuesOf(answer, 'id')).toEqual(expected.map(({ id }) => id));
    },
  );

  test('70. markup is data: stored, and only ever sent as JSON with nosniff', async () => {
    const email = '"><img src=x onerror=1>"@x.co';
    const created = await stage.plain.post('/users', user('markup', email));
    expect(created.status).toBe(201);
    for (const accept of ['*/*', 'application/json', 'text/html, */*;q=0.1']) {
      const answer = await stage.plain.get('/users/41', { accept });
      expect(entityOf(answer).email).toBe(email);
      expect(answer.headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'x-content-type-options': 'nosniff',
      });
    }
  });

  test.each(injections)('72. %s is a text like any other', async (text) => {
    const created = await stage.plain.post('/users', { username: text, display_name: text, email: text });
    expect(entityOf(created)).toMatchObject({ username: text, display_name: text, email: text });
    for (const name of ['username.eq', 'username.in', 'search.ihas', 'username.has', 'email.eq']) {
      const found = contentOf(await stage.plain.get(`/users?per_page=100&${name}=${q(text)}`));
      const holding = [...usernames, text].filter((one) => one.includes(text)).length;
      expect({ name, found: found.length }).toEqual({ name, found: /eq|in$/.test(name) ? 1 : holding });
    }
    const patched = await stage.plain.patch('/pets/1', { name: text });
    expect(entityOf(patched).name).toBe(text);
    expect(contentOf(await stage.plain.get(`/pets?per_page=100&name.eq=${q(text)}`))).toHaveLength(1);
    expect(contentOf(await stage.plain.get(`/pets?per_page=100&owner.username.eq=${q(text)}`))).toEqual([]);
  });

  test('73. a list is its values and nothing else', async () => {
    const names = ['ada', 'ben', "'),('1"].map((name) => `username.in=${q(name)}`).join('&');
    expect(valuesOf(await stage.plain.get(`/users?${names}`), 'username')).toEqual(['ada', 'ben']);
    expect(await refusedQuery(stage, `/users?id.in=1&id.in=${q('2);--')}`)).toEqual(['id.in']);
  });

  test('a value that is taken is a 409 that names the field, whatever it holds', async () => {
    for (const name of ['50%off', 'back\\slash', 'a,,b']) {
      const answer = await stage.plain.post('/users', user(name));
      expect(places(expectProblem(answer, 409, 'already_exists'))).toEqual(['/username']);
    }
  });
});
