// The section "Resources and their fields" of the specification: the tables of User, Pet, edges and the envelope, row by row.
import { contentOf, edgesOf, entityOf } from '../support/collection.js';
import { DirectClient } from '../support/direct-client.js';
import { propertyIn } from '../support/document-parts.js';
import { petstore, userJson } from '../support/fixtures/petstore.js';
import { forEachMount } from '../support/for-each-database.js';

const user = { username: 'dan', display_name: 'Dan', email: 'dan@example.com' };
const pet = { name: 'Yoshi', age: 2, type: 'DOG' };

forEachMount(petstore, (stage) => {
  const { options } = petstore;
  const created = async (path: string, body: object) => entityOf(await stage.client.post(path, body));
  const statusOf = async (path: string, body: object) => (await stage.client.post(path, body)).status;

  describe('User', () => {
    test('id: an integer that the service assigns', async () => {
      expect(await created('/users', user)).toMatchObject({ id: 4 });
      expect(await statusOf('/users', { ...user, id: 9 })).toBe(400);
    });

    test('id: unless client-supplied ids are allowed', async () => {
      const client = DirectClient.of(stage.dataSource, { ...options, allowClientIDs: true });
      expect((await client.post('/users', { ...user, id: 90 })).json).toMatchObject({ id: 90 });
    });

    test.each(['username', 'display_name', 'email'])('%s: a string sent on create', async (field) => {
      expect((await created('/users', user))[field]).toBe(user[field as keyof typeof user]);
      expect(await statusOf('/users', { ...user, [field]: 1 })).toBe(400);
      expect(await statusOf('/users', { ...user, [field]: undefined })).toBe(400);
    });

    test('type: an enum of SYSTEM and USER', async () => {
      expect(await created('/users', { ...user, type: 'SYSTEM' })).toMatchObject({ type: 'SYSTEM' });
      expect(await statusOf('/users', { ...user, type: 'System' })).toBe(400);
    });

    test('type: USER is the default', async () => {
      expect(await created('/users', user)).toMatchObject({ type: 'USER' });
    });

    test('edges: an empty object when none are loaded', async () => {
      expect(edgesOf(await created('/users', user))).toEqual({});
    });
  });

  describe('Pet', () => {
    test('id: an integer that the service assigns', async () => {
      expect(await created('/pets', pet)).toMatchObject({ id: 6 });
      expect(await statusOf('/pets', { ...pet, id: 9 })).toBe(400);
    });

    test.each([
      ['name', 1],
      ['age', '2'],
      ['age', 2.5],
      ['type', 'UNICORN'],
    ])('%s: sent on create, and never as %j', async (field, wrong) => {
      expect((await created('/pets', pet))[field]).toBe(pet[field as keyof typeof pet]);
      expect(await statusOf('/pets', { ...pet, [field]: wrong })).toBe(400);
    });

    test('owner: the id of a user in the payload, edges.owner in the response', async () => {
      const json = await created('/pets', { ...pet, owner: 1 });
      expect(json).not.toHaveProperty('owner');
      expect(edgesOf(json)).toEqual({ owner: userJson[1] });
    });
  });

  describe('Edges', () => {
    test('owner: from pet to user, unique, eager-loaded, filterable, with its comment', async () => {
      expect((await stage.client.get('/pets/1/owner')).json).toEqual(userJson[1]);
      expect((await stage.client.get('/pets?owner.username.eq=ben')).json).toMatchObject({ total_count: 2 });
      const { document } = DirectClient.of(stage.dataSource, options);
      expect(propertyIn(document, 'PetEdges', 'owner')).toMatchObject({
        description: 'the user that owns the pet',
      });
    });

    test('pets: from user to pet, non-unique, the inverse side', async () => {
      const pets = contentOf(await stage.client.get('/users/1/pets'));
      expect(pets.map(({ id }) => id)).toEqual([1, 2]);
    });
  });

  describe('Collection envelope (paginated responses)', () => {
    test('page, total_count, last_page, is_last_page and content, in this order', async () => {
      const { json } = await stage.client.get('/pets?per_page=2');
      expect(Object.keys(json as object)).toEqual([
        'page',
        'total_count',
        'last_page',
        'is_last_page',
        'content',
      ]);
      expect(json).toMatchObject({ page: 1, total_count: 5, last_page: 3, is_last_page: false });
    });

    test('is_last_page is true on the last page', async () => {
      const { json } = await stage.client.get('/pets?per_page=2&page=3');
      expect(json).toMatchObject({ page: 3, last_page: 3, is_last_page: true, content: [{ id: 5 }] });
    });

    test('each entity of content carries its own edges object', async () => {
      for (const entity of contentOf(await stage.client.get('/pets'))) expect(edgesOf(entity)).toBeDefined();
    });

    test('an empty collection is one empty page', async () => {
      expect((await stage.client.get('/pets?name.eq=nobody')).json).toEqual({
        page: 1,
        total_count: 0,
        last_page: 1,
        is_last_page: true,
        content: [],
      });
    });
  });
});
