// H. Bodies. Lines 96 to 106 of robustness.md, section 3.
import { AsyncLocalStorage } from 'node:async_hooks';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { entityOf } from '../support/collection.js';
import { malformedJson } from '../support/hostile-input.js';
import { expectProblem, places } from '../support/problem.js';
import { onAbuseStage } from './abuse-stage.js';
import { untilClosed, words } from './raw-connection.js';
import { expectNoStatement, refusedBody } from './refusal.js';

const valid = '{"username":"a","display_name":"a","email":"a@x.co"}';
/** A valid body with more in front. */
const with_ = (more: string) => valid.replace('{', `{${more},`);

/** Made before any server listens: it takes longer than a connection is kept. */
const bombs = bombsOf(Buffer.alloc(200 * 1024 * 1024, ' '));

function bombsOf(plain: Buffer): Readonly<Record<string, Buffer>> {
  return {
    gzip: gzipSync(plain),
    br: brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  };
}

onAbuseStage((stage) => {
  test('96. __proto__ is an unknown key', async () => {
    const body = with_('"__proto__":{"type":"SYSTEM"}');
    expect(await refusedBody(stage, 'POST', '/users', body)).toEqual(['/__proto__']);
    expect({}).not.toHaveProperty('type');
  });

  test.each([
    '"constructor":{"prototype":{"polluted":1}}',
    '"prototype":{}',
    '"toString":"x"',
    '"hasOwnProperty":1',
    '"toJSON":1',
    '"then":1',
    '"valueOf":1',
    '"":1',
    '"a/b~c":1',
  ])('97. %s is an unknown key', async (member) => {
    expect(await refusedBody(stage, 'POST', '/users', with_(member))).toHaveLength(1);
    expect(await refusedBody(stage, 'PATCH', '/users/1', `{${member}}`)).toHaveLength(1);
  });

  test('98. an object is no list, whatever its prototype', async () => {
    const body = '{"add_categories":{"__proto__":[1],"length":1}}';
    expect(await refusedBody(stage, 'PATCH', '/pets/1', body)).toEqual(['/add_categories']);
  });

  test.each([
    ['arrays', `{"username":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    ['objects', `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`],
    ['arrays that never end', '['.repeat(500_000)],
    ['arrays seventeen deep', `{"username":${'['.repeat(16)}${']'.repeat(16)}}`],
  ])('99, 100. %s in each other', async (_, body) => {
    const storage = new AsyncLocalStorage();
    await storage.run({}, () => refusedBody(stage, 'POST', '/users', body));
  });

  test.each([
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/plain',
    'application/csp-report',
    'application/merge-patch+json',
    'application/json; charset=utf-7',
    'application/json; charset=utf-16',
    'application/json, text/plain',
    'application/jsonx',
    '',
  ])('101. the type "%s" is a 415', async (type) => {
    const answer = await stage.plain.post('/users', valid, { 'content-type': type });
    expectProblem(answer, 415, 'unsupported_media_type');
    expectNoStatement(stage);
  });

  test('101. no type at all is a 415', async () => {
    const [answer] = await untilClosed(
      stage.plain.port,
      words('POST /users HTTP/1.1', 'host: a', 'connection: close', `content-length: ${valid.length}`) +
        valid,
    );
    expect(answer?.status).toBe(415);
  });

  test.each(['null', '[]', `[${valid}]`, '"x"', '1', 'true', '{}'])('102. %s is no user', async (body) => {
    await refusedBody(stage, 'POST', '/users', body);
    if (body !== '{}') await refusedBody(stage, 'PATCH', '/users/1', body);
  });

  test('103. of a key given twice the last value counts, everywhere', async () => {
    const body = with_('"username":"b","username":"ada"');
    expect(entityOf(await stage.plain.post('/users', body)).username).toBe('a');
    const taken = '{"username":"free","display_name":"a","email":"b@x.co","username":"ada"}';
    expect(places(expectProblem(await stage.plain.post('/users', taken), 409, 'already_exists'))).toEqual([
      '/username',
    ]);
    const long = `{"username":"free","display_name":"a","email":"c@x.co","username":"${'x'.repeat(81)}"}`;
    expect(await refusedBody(stage, 'POST', '/users', long)).toEqual(['/username']);
  });

  test.each([
    ...malformedJson,
    `${valid}x`,
    '{"secret":"CANARY',
    '\u00a0{}',
    '{"a":1}{"a":1}',
    '{"a":+1}',
    'Infinity',
  ])('104. %j is no JSON, and is not echoed', async (body) => {
    const answer = await stage.plain.post('/users', body);
    expectProblem(answer, 400, 'malformed_body');
    expectNoStatement(stage);
    expect(answer.text).not.toContain('CANARY');
  });

  test('104. nor are UTF-16 and a byte order mark UTF-8', async () => {
    for (const body of [Buffer.from(valid, 'utf16le'), Buffer.from(`\ufeff${valid}`)])
      expectProblem(await stage.plain.post('/users', body), 400, 'malformed_body');
  });

  test.each([
    ['gzip', 400],
    ['br', 400],
    ['deflate', 400],
    ['gzip, gzip', 415],
    ['bogus', 415],
    ['__proto__', 415],
    ['x-gzip', 415],
  ])('105. garbage said to be %s is a %i', async (encoding, status) => {
    const headers = { 'content-encoding': encoding };
    const answer = await stage.plain.post('/users', 'garbage', headers);
    expect(answer.status).toBe(status);
    expectNoStatement(stage);
    const cut = gzipSync(valid).subarray(0, 20);
    if (encoding === 'gzip') expect((await stage.plain.post('/users', cut, headers)).status).toBe(400);
  });

  test('105. what is really compressed is read', async () => {
    const compressed = {
      gzip: gzipSync(valid),
      br: brotliCompressSync(valid.replace('a@', 'b@').replace('"a"', '"b"')),
    };
    for (const [encoding, body] of Object.entries(compressed))
      expect((await stage.plain.post('/users', body, { 'content-encoding': encoding })).status).toBe(201);
  });

  test.each(Object.entries(bombs))(
    '106. a bomb of 200 MiB in %s is a 413, and never unpacked',
    async (encoding, bomb) => {
      const before = process.memoryUsage().external;
      const answer = await stage.plain.post('/users', bomb, { 'content-encoding': encoding });
      expectProblem(answer, 413, 'body_too_large');
      expect(process.memoryUsage().external - before).toBeLessThan(32 * 1024 * 1024);
    },
  );

  test('106. a body is as long as the limit, or refused', async () => {
    const filled = (length: number) => with_(`"display_name":"${'x'.repeat(length - valid.length - 18)}"`);
    expect(filled(1_048_576)).toHaveLength(1_048_576);
    expect(
      await refusedBody(stage, 'POST', '/users', filled(1_048_576).replace(',"display_name":"a"', '')),
    ).toEqual(['/display_name']);
    expectProblem(await stage.plain.post('/users', filled(1_048_577)), 413, 'body_too_large');
  });

  test('106. an absurd length is refused before its body comes', async () => {
    const head = words(
      'POST /users HTTP/1.1',
      'host: a',
      'content-type: application/json',
      'content-length: 99999999999',
      'connection: close',
    );
    const [answer] = await untilClosed(stage.plain.port, head);
    expect(answer?.status).toBe(413);
  });

  test('a list of half a million members is one fault', async () => {
    const body = `{"add_categories":[${'1,'.repeat(400_000)}1]}`;
    expect(await refusedBody(stage, 'PATCH', '/pets/1', body)).toEqual(['/add_categories']);
  });
});
