// Paths and ids: their spelling, HEAD and OPTIONS, and what does not exist.
import { DirectClient } from '../../support/direct-client.js';
import { festival, stages } from '../../support/fixtures/festival.js';
import { petstore } from '../../support/fixtures/petstore.js';
import { forEachMount } from '../../support/for-each-database.js';
import { expectProblem } from '../../support/problem.js';

forEachMount(petstore, (stage) => {
  describe('Endpoints', () => {
    test('DELETE of what is still referenced is 409', async () => {
      expectProblem(await stage.client.delete('/users/1'), 409, 'still_referenced');
    });

    test.each(['abc', '01', '1.0', '+1', '%201', '-0', '1e0', '99999999999999999999'])(
      'an id spelled %s is 404',
      async (id) => {
        expectProblem(await stage.client.get(`/pets/${id}`), 404, 'not_found');
      },
    );

    test.each(['/Pets', '/pets/', '/pets/1/', '/pets/1/Owner', '/nosuch'])('%s is 404', async (target) => {
      expectProblem(await stage.client.get(target), 404, 'not_found');
    });

    test('HEAD works where GET does', async () => {
      for (const target of ['/pets', '/pets/1', '/pets/1/owner']) {
        const answer = await stage.client.send('HEAD', target);
        expect([answer.status, answer.text]).toEqual([200, '']);
      }
    });

    test('OPTIONS is 204 with Allow, another method 405 with the same', async () => {
      const options = await stage.client.send('OPTIONS', '/pets');
      expect([options.status, options.headers.allow]).toEqual([204, 'GET, HEAD, POST, OPTIONS']);
      const put = await stage.client.send('PUT', '/pets', { body: {} });
      expectProblem(put, 405, 'method_not_allowed');
      expect(put.headers.allow).toBe(options.headers.allow);
    });
  });
});

forEachMount(festival, (stage) => {
  describe('Paths', () => {
    test.each(['/festivals', '/solo-artists', '/sound-checks', '/line-up'])('%s', async (path) => {
      expect((await stage.client.get(path)).status).toBe(200);
    });

    test('an edge is spelled in kebab case', async () => {
      const { routes } = DirectClient.of(stage.dataSource, stage.options).api;
      expect(routes.list.map(({ path }) => path)).toContain('/visitors/{id}/friend-of');
    });

    test('the option paths replaces the plural', async () => {
      expectProblem(await stage.client.get('/acts'), 404, 'not_found');
    });
  });

  describe('Identifiers of other types', () => {
    test.each([
      ['uuid', `/stages/${stages.main}`, '/stages/1'],
      ['bigint beyond a number', '/wristbands/9007199254740993', '/wristbands/9007199254740992'],
      ['bigint, spelled as printed', '/wristbands/7', '/wristbands/07'],
      ['string', '/genres/rock', '/genres/Rock'],
    ])('%s', async (_, found, missing) => {
      expect((await stage.client.get(found)).status).toBe(200);
      expectProblem(await stage.client.get(missing), 404, 'not_found');
    });
  });
});
