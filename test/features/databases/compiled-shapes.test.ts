// Statements are compiled once per shape of request, not once per request.
import type { JsonValue } from '@decorest/core';
import { createPipeline } from '../../../packages/core/src/rest-api.js';
import { petstore } from '../../support/fixtures/petstore.js';
import { forEachDatabase } from '../../support/for-each-database.js';

forEachDatabase(petstore, (stage) => {
  test('the second request of a shape compiles nothing', async () => {
    const { api, programs } = createPipeline(stage.dataSource, petstore.options);
    const ask = (method: string, path: string, query: string, body?: JsonValue) =>
      api.handle({ method, path, query, headers: { 'content-type': 'application/json' }, body });
    const everyShape = async (age: number, type: string) => {
      const answers = [
        await ask('GET', '/pets', `type.eq=${type}&age.gt=${age}&sort=-name`),
        await ask('GET', '/pets/1', ''),
        await ask('GET', '/pets/1/owner', ''),
        await ask('GET', '/users/1/pets', `age.in=${age}`),
        await ask('POST', '/pets', '', { name: 'Rex', age, type, owner: 1 }),
        await ask('PATCH', '/pets/1', '', { age }),
        await ask('PATCH', '/users/1', '', { add_pets: [age] }),
      ];
      return answers.map(({ status }) => status);
    };
    expect(await everyShape(1, 'DOG')).toEqual([200, 200, 200, 200, 201, 200, 200]);
    const compiled = programs.compilations;
    expect(compiled).toBeGreaterThan(0);
    expect(await everyShape(2, 'CAT')).toEqual([200, 200, 200, 200, 201, 200, 200]);
    expect(programs.compilations).toBe(compiled);
  });

  test('requests that differ in values only send the same statement', async () => {
    const textsOf = async (target: string) => {
      stage.statements.clear();
      expect((await stage.client.get(target)).status).toBe(200);
      return stage.statements.texts.map((text) => text.replaceAll(/'[^']*'|\b\d+(\.\d+)?\b/g, '?'));
    };
    // On SQLite the first list looks at the schema, too.
    await textsOf('/pets?name.eq=Leo&age.gt=0');
    expect(await textsOf('/pets?name.eq=Mia&age.gt=1')).toEqual(await textsOf('/pets?age.gt=2&name.eq=Rex'));
  });
});
