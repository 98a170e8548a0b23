// Embedded columns: one nested object in answers and bodies, a path in filters and sort keys.
import { entityOf, valuesOf } from '../../support/collection.js';
import { DirectClient } from '../../support/direct-client.js';
import { propertyIn, schemaIn } from '../../support/document-parts.js';
import { festival } from '../../support/fixtures/festival.js';
import { newsroom } from '../../support/fixtures/newsroom.js';
import { forEachDatabase, forEachMount } from '../../support/for-each-database.js';
import { expectProblem, places } from '../../support/problem.js';

const address = { street: 'Quay 1', city: 'Port', postcode: null };
const newFestival = { name: 'New Fest', startsOn: '2028-01-01', address };

forEachMount(festival, (stage) => {
  const document = () => DirectClient.of(stage.dataSource, stage.options).document;
  const property = (schema: string, name: string) => propertyIn(document(), schema, name);
  const refusedKeys = async (method: 'POST' | 'PATCH', target: string, body: object) =>
    places(expectProblem(await stage.client.send(method, target, { body }), 400, 'invalid_request'));

  describe('embedded columns', () => {
    test('are one nested object, in answers and bodies', async () => {
      const created = entityOf(await stage.client.post('/festivals', newFestival));
      expect(created.address).toEqual(address);
      const moved = await stage.client.patch(`/festivals/${String(created.id)}`, {
        address: { city: 'Bay' },
      });
      expect(moved.json).toMatchObject({ address: { street: 'Quay 1', city: 'Bay', postcode: null } });
    });

    test('are validated and documented like any other', async () => {
      const long = { ...address, street: '' };
      expect(await refusedKeys('POST', '/festivals', { ...newFestival, address: long })).toEqual([
        '/address/street',
      ]);
      const incomplete = { street: 'Quay 1' };
      expect(await refusedKeys('POST', '/festivals', { ...newFestival, address: incomplete })).toEqual([
        '/address/city',
      ]);
      expect(await refusedKeys('PATCH', '/festivals/1', { address: { planet: 'x' } })).toEqual([
        '/address/planet',
      ]);
      expect(property('Festival', 'address')).toEqual({ $ref: '#/components/schemas/FestivalAddress' });
      expect(schemaIn(document(), 'FestivalAddress')).toMatchObject({
        type: 'object',
        properties: {
          street: { examples: ['Mill Lane 1'] },
          city: {},
          postcode: { type: ['string', 'null'] },
        },
      });
    });

    test('are filtered and sorted by their path', async () => {
      expect(valuesOf(await stage.client.get('/festivals?address.city.prefix=Riv'), 'id')).toEqual([1]);
      expect(valuesOf(await stage.client.get('/festivals?sort=-address.city'), 'id')).toEqual([1, 2]);
    });
  });
});

forEachDatabase(newsroom, (stage) => {
  describe('embedded columns', () => {
    test('are one nested object', async () => {
      expect((await stage.client.get('/authors/1')).json).toEqual({
        id: 1,
        name: 'Ada',
        deletedAt: null,
        address: { city: 'Rome', zip: 100 },
        edges: {},
      });
    });

    test('are written as an object, each of its keys by itself on update', async () => {
      const made = await stage.client.post('/authors', { name: 'Cy', address: { city: 'Bonn', zip: 5 } });
      expect(made.json).toMatchObject({ id: 3, address: { city: 'Bonn', zip: 5 } });
      const changed = await stage.client.patch('/authors/3', { address: { zip: null } });
      expect(changed.json).toMatchObject({ address: { city: 'Bonn', zip: null } });
    });

    test('have their faults at the place inside the object', async () => {
      const wrong = { name: 'Cy', address: { city: 'B', zip: 1_000_000, doorCode: 'x' } };
      const faults = expectProblem(await stage.client.post('/authors', wrong), 400, 'invalid_request');
      expect(places(faults).sort()).toEqual(
        expect.arrayContaining(['/address/city', '/address/doorCode', '/address/zip']),
      );
      expect(
        places(expectProblem(await stage.client.post('/authors', { name: 'C' }), 400, 'invalid_request')),
      ).toEqual(['/address']);
    });

    test('are filtered and sorted by their path', async () => {
      expect(valuesOf(await stage.client.get('/authors?address.city.eq=Oslo'), 'name')).toEqual(['Ben']);
      expect(valuesOf(await stage.client.get('/authors?sort=address.city'), 'name')).toEqual(['Ben', 'Ada']);
    });
  });
});
