// Bad input: refused by name, all faults at once, before any statement, and never with a 5xx.
import { library } from '../../support/fixtures/library.js';
import { petstore } from '../../support/fixtures/petstore.js';
import { forEachDatabase } from '../../support/for-each-database.js';
import { malformedJson, misspelledIds } from '../../support/hostile-input.js';
import { expectProblem, places } from '../../support/problem.js';

forEachDatabase(petstore, (stage) => {
  afterEach(() => {
    expect(stage.statements.texts).toEqual([]);
  });

  test.each([
    'nosuch=1',
    'nosuch.eq=1',
    'id.eq=1',
    'NAME.eq=x',
    'name.EQ=x',
    'name.like=%25',
    'name.eq.eq=x',
    'name..eq=x',
    'name.=x',
    '.eq=x',
    'age.ihas=1',
    'owner.eq=1',
    'owner.pets.name.eq=x',
    'owner.nosuch.eq=x',
    'has.nosuch=true',
    'search.ihas=x',
    'display_name.eq=x',
    '__proto__.eq=1',
    'constructor.eq=1',
    'name.__proto__=1',
    'name.eq%5B%5D=x',
    'name%5Beq%5D=x',
    'where=%7B%7D',
    'fields=name',
    'PAGE=1',
  ])('an unknown parameter: /pets?%s', async (query) => {
    const faults = expectProblem(await stage.client.get(`/pets?${query}`), 400, 'invalid_request');
    expect(faults.map((fault) => fault.code)).toEqual(['unknown_parameter']);
    expect(places(faults)).toEqual([decodeURIComponent(query.split('=')[0] ?? '')]);
  });

  test.each([
    'age.eq=12abc',
    'age.eq=',
    'age.eq=1.5',
    'age.eq=1e400',
    'age.eq=NaN',
    'age.gt=99999999999999999',
    'age.eq=%201',
    'age.eq=1%20or%201=1',
    'age.in=1&age.in=',
    'age.in=1&age.in=2);--',
    'type.eq=DRAGON',
    'type.eq=dog',
    'type.in=DOG&type.in=DRAGON',
    'has.owner=1',
    'has.owner=',
    'owner.type.eq=ADMIN',
    'filter_op=xor',
    'filter_op=or);--',
    'name.eq=a%00b',
    'name.eq=%zz',
    'name.eq=%ff',
    `name.prefix=${'x'.repeat(1025)}`,
    'name.eq=a&name.eq=b',
    'filter_op=or&filter_op=and',
    'pretty=1',
    'pretty=',
    'pretty=true&pretty=true',
  ])('a value that cannot be: /pets?%s', async (query) => {
    const faults = expectProblem(await stage.client.get(`/pets?${query}`), 400, 'invalid_request');
    expect(places(faults)).toEqual([query.split('=')[0]]);
  });

  test('one answer lists every faulty parameter', async () => {
    const answer = await stage.client.get('/pets?nosuch=1&age.eq=x&per_page=0&sort=nope&page=1');
    const faults = expectProblem(answer, 400, 'invalid_request');
    expect(places(faults)).toEqual(['age.eq', 'nosuch', 'per_page', 'sort']);
  });

  test('one answer lists the faults of parameters and of the body', async () => {
    const answer = await stage.client.post('/pets?nosuch=1', { name: 1 });
    const faults = expectProblem(answer, 400, 'invalid_request');
    expect(places(faults)).toEqual(['/age', '/name', '/type', 'nosuch']);
  });

  test('more values or filters than the limits are refused', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, n) => `age.in=${String(n)}`).join('&');
    expect((await stage.client.get(`/pets?${many(101)}`)).status).toBe(400);
    const filters = ['name', 'owner.username', 'owner.display_name', 'owner.email'].flatMap((field) =>
      ['eq', 'neq', 'ieq', 'has', 'ihas', 'prefix', 'suffix'].map((predicate) => `${field}.${predicate}=x`),
    );
    expect((await stage.client.get(`/pets?${filters.slice(0, 21).join('&')}`)).status).toBe(400);
  });

  test.each(misspelledIds)('an id that is spelled otherwise is a 404: /pets/%s', async (id) => {
    for (const target of [`/pets/${id}`, `/pets/${id}/owner`, `/users/${id}/pets`]) {
      expectProblem(await stage.client.get(target), 404, 'not_found');
    }
    expectProblem(await stage.client.patch(`/pets/${id}`, { age: 1 }), 404, 'not_found');
    expectProblem(await stage.client.delete(`/pets/${id}`), 404, 'not_found');
  });

  test.each(malformedJson)('malformed JSON: %j', async (body) => {
    expectProblem(await stage.client.post('/pets', body), 400, 'malformed_body');
  });

  test('a malformed body is not echoed', async () => {
    expect((await stage.client.post('/pets', '{"name": CANARY')).text).not.toContain('CANARY');
  });

  test('bytes that are not UTF-8 are refused, not replaced', async () => {
    const body = Buffer.from('{"name":"\u00ff","age":1,"type":"DOG"}', 'latin1');
    expect((await stage.client.post('/pets', body)).status).toBe(400);
  });

  test('a body nested too deeply is refused', async () => {
    const body = `{"name":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
    expect((await stage.client.post('/pets', body)).status).toBe(400);
  });

  test('a body over the limit is a 413', async () => {
    const body = JSON.stringify({ name: 'x'.repeat(1024 * 1024) });
    expectProblem(await stage.client.post('/pets', body), 413, 'body_too_large');
  });

  test('keys that name the prototype are unknown keys', async () => {
    const body =
      '{"name":"x","age":1,"type":"DOG","__proto__":{"type":"CAT"},"constructor":{"prototype":{"polluted":1}}}';
    const faults = expectProblem(await stage.client.post('/pets', body), 400, 'invalid_request');
    expect(places(faults)).toEqual(['/__proto__', '/constructor']);
    expect({}).not.toHaveProperty('polluted');
  });
});

forEachDatabase(library, (stage) => {
  test('the same answer for a field that is skipped, hidden, not filterable or not there', async () => {
    const answers = ['secret', 'pin', 'id', 'nosuch'].map(async (field) => {
      const answer = await stage.client.get(`/authors?${field}.eq=1`);
      const faults = expectProblem(answer, 400, 'invalid_request');
      return JSON.stringify(faults).replaceAll(field, 'FIELD');
    });
    expect(new Set(await Promise.all(answers)).size).toBe(1);
    expect(stage.statements.texts).toEqual([]);
  });

  test.each(['aaaaaaaa00004000800000000000000001', '{aaaaaaaa-0000-4000-8000-000000000001}', '1', 'nosuch'])(
    'a uuid that is spelled otherwise is a 404: /books/%s',
    async (id) => {
      expectProblem(await stage.client.get(`/books/${id}`), 404, 'not_found');
      expect(stage.statements.texts).toEqual([]);
    },
  );

  test.each([
    'published.eq=2001-2-3',
    'published.eq=2001-02-30',
    'published.eq=today',
    'inPrint.eq=1',
    'inPrint.eq=TRUE',
  ])('a value that cannot be: /books?%s', async (query) => {
    expectProblem(await stage.client.get(`/books?${query}`), 400, 'invalid_request');
    expect(stage.statements.texts).toEqual([]);
  });
});
