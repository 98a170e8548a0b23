// What HTTP itself asks of an API: methods, content types, HEAD, OPTIONS, and the parameter pretty.
import { petstore } from '../../support/fixtures/petstore.js';
import { forEachDatabase } from '../../support/for-each-database.js';
import { expectProblem, places } from '../../support/problem.js';

const pet = { name: 'Yoshi', age: 2, type: 'REPTILE' };
const indented = (text: string) => JSON.stringify(JSON.parse(text), null, 2);

forEachDatabase(petstore, (stage) => {
  describe('pretty', () => {
    test.each([
      '/pets/1',
      '/pets',
      '/users/1/pets',
      '/pets/1/owner',
      '/pets?per_page=1',
      '/pets?name.eq=nobody',
    ])('%s is indented by two spaces with pretty=true', async (target) => {
      const plain = await stage.client.get(target);
      const separator = target.includes('?') ? '&' : '?';
      const pretty = await stage.client.get(`${target}${separator}pretty=true`);
      expect(pretty.text.replaceAll('&pretty=true', '')).toBe(indented(plain.text));
      expect((await stage.client.get(`${target}${separator}pretty=false`)).text).toBe(plain.text);
    });

    test('writes and errors are indented too', async () => {
      const created = await stage.client.post('/pets?pretty=true', pet);
      expect(created.text).toBe(indented(created.text));
      const changed = await stage.client.patch('/pets/1?pretty=true', { age: 4 });
      expect(changed.text).toBe(indented(changed.text));
      const missing = await stage.client.get('/pets/99?pretty=true');
      expect(missing.text).toBe(indented(missing.text));
      const refused = await stage.client.get('/pets?nosuch=1&pretty=true');
      expect(refused.text).toBe(indented(refused.text));
    });

    test('a delete takes it and answers nothing all the same', async () => {
      expect(await stage.client.send('DELETE', '/pets/1?pretty=true')).toMatchObject({
        status: 204,
        text: '',
      });
    });
  });

  describe('HEAD', () => {
    test.each([
      '/pets/1',
      '/pets?per_page=2',
      '/users/1/pets',
      '/pets/1/owner',
      '/pets/99',
      '/pets?nosuch=1',
    ])('%s has the status and headers of GET, and no body', async (target) => {
      const fixed = { headers: { 'x-request-id': 'same' } };
      const get = await stage.client.send('GET', target, fixed);
      const head = await stage.client.send('HEAD', target, fixed);
      expect(head.text).toBe('');
      expect(head.status).toBe(get.status);
      expect({ ...head.headers, date: '' }).toEqual({ ...get.headers, date: '' });
    });
  });

  describe('methods', () => {
    test.each([
      ['/pets', 'GET, HEAD, POST, OPTIONS'],
      ['/pets/1', 'GET, HEAD, PATCH, DELETE, OPTIONS'],
      ['/pets/99', 'GET, HEAD, PATCH, DELETE, OPTIONS'],
      ['/pets/1/owner', 'GET, HEAD, OPTIONS'],
      ['/users/1/pets', 'GET, HEAD, OPTIONS'],
    ])('OPTIONS %s is a 204 that allows %s', async (target, allow) => {
      const answer = await stage.client.send('OPTIONS', target);
      expect(answer).toMatchObject({ status: 204, text: '' });
      expect(answer.headers.allow).toBe(allow);
      expect(stage.statements.texts).toEqual([]);
    });

    test.each([
      ['PUT', '/pets/1', 'GET, HEAD, PATCH, DELETE, OPTIONS'],
      ['POST', '/pets/1', 'GET, HEAD, PATCH, DELETE, OPTIONS'],
      ['PATCH', '/pets', 'GET, HEAD, POST, OPTIONS'],
      ['DELETE', '/pets', 'GET, HEAD, POST, OPTIONS'],
      ['PUT', '/users/1/pets', 'GET, HEAD, OPTIONS'],
      ['POST', '/users/1/pets', 'GET, HEAD, OPTIONS'],
      ['DELETE', '/pets/1/owner', 'GET, HEAD, OPTIONS'],
      ['PROPFIND', '/pets', 'GET, HEAD, POST, OPTIONS'],
    ])('%s %s is a 405 that allows the others', async (method, target, allow) => {
      const answer = await stage.client.send(method, target, { body: pet });
      expectProblem(answer, 405, 'method_not_allowed');
      expect(answer.headers.allow).toBe(allow);
      expect(stage.statements.texts).toEqual([]);
    });

    test('no header and no parameter turns one method into another', async () => {
      const headers = { 'x-http-method-override': 'DELETE' };
      expect((await stage.client.get('/pets/1', headers)).status).toBe(200);
      expect(
        places(expectProblem(await stage.client.get('/pets/1?_method=DELETE'), 400, 'invalid_request')),
      ).toEqual(['_method']);
      expect((await stage.client.get('/pets/1')).status).toBe(200);
    });
  });

  describe('Accept', () => {
    test.each([
      '*/*',
      'application/json',
      'application/*',
      'text/html, */*;q=0.1',
      'application/json;q=0.5, text/html',
    ])('%s is answered with JSON', async (accept) => {
      const answer = await stage.client.get('/pets/1', { accept });
      expect(answer.status).toBe(200);
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    });

    test.each(['text/html', 'application/xml', 'image/*', 'application/json;q=0'])(
      '%s is a 406',
      async (accept) => {
        expectProblem(await stage.client.get('/pets/1', { accept }), 406, 'not_acceptable');
        expect(stage.statements.texts).toEqual([]);
      },
    );

    test('a write that could not be answered is not done', async () => {
      expectProblem(await stage.client.post('/pets', pet, { accept: 'text/html' }), 406, 'not_acceptable');
      expect(stage.statements.texts).toEqual([]);
    });
  });

  describe('Content-Type', () => {
    test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset=UTF-8'])(
      '%s is read',
      async (type) => {
        expect((await stage.client.post('/pets', pet, { 'content-type': type })).status).toBe(201);
      },
    );

    test.each([
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/csp-report',
      'application/merge-patch+json',
      'application/json; charset=utf-7',
      'nonsense',
      '',
    ])('"%s" is a 415', async (type) => {
      for (const send of [
        stage.client.post('/pets', pet, { 'content-type': type }),
        stage.client.patch('/pets/1', pet, { 'content-type': type }),
      ]) {
        expectProblem(await send, 415, 'unsupported_media_type');
      }
      expect(stage.statements.texts).toEqual([]);
    });
  });

  describe('paths', () => {
    test.each([
      '/',
      '/nosuch',
      '/PETS',
      '/Pets/1',
      '/pets/',
      '/pets//',
      '/pets/1/',
      '//pets',
      '/pets;x=1',
      '/pet',
      '/pets/1/owner/x',
    ])('%s is a 404', async (target) => {
      expectProblem(await stage.client.get(target), 404, 'not_found');
      expect(stage.statements.texts).toEqual([]);
    });
  });

  test('no answer can be taken for anything but JSON', async () => {
    for (const target of ['/pets/1', '/pets', '/pets/99', '/nosuch', '/pets?nosuch=1']) {
      expect((await stage.client.get(target)).headers['x-content-type-options']).toBe('nosniff');
    }
  });
});
