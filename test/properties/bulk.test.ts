// Many rows at once are as the same rows one by one: the same answers, the same rows, or the same fault with its place.
import fc from 'fast-check';
import { petstore } from '../support/fixtures/petstore.js';
import { forEachDatabase, type Fixture } from '../support/for-each-database.js';
import { holds } from '../support/property.js';

const bulk: Fixture = { ...petstore, options: { ...petstore.options, bulk: ['create', 'update', 'delete'] } };

/** A body that may have faults, an owner that may not exist. */
const body = fc.record(
  {
    name: fc.constantFrom('Rex', 'Mia', '', 7),
    age: fc.constantFrom(0, 3, 201, '3'),
    type: fc.constantFrom('DOG', 'CAT', 'WOLF'),
    owner: fc.constantFrom(1, 2, 99, null),
    colour: fc.constant('red'),
  },
  { requiredKeys: ['name', 'age', 'type'] },
);
const soundBody = fc.record(
  {
    name: fc.constantFrom('Rex', 'Mia'),
    age: fc.constantFrom(0, 3),
    type: fc.constantFrom('DOG', 'CAT'),
    owner: fc.constantFrom(1, 2, 99, null),
  },
  { requiredKeys: ['name', 'age', 'type'] },
);

interface Faulty {
  readonly errors?: readonly { readonly pointer: string; readonly code: string }[];
}

const placesOf = (json: unknown, prefix = '') =>
  ((json as Faulty).errors ?? []).map(({ pointer, code }) => `${prefix}${pointer} ${code}`);

forEachDatabase(bulk, (stage) => {
  const readPets = async () => (await stage.client.get('/pets?per_page=100&sort=id')).text;

  test('creates', async () => {
    await holds(
      fc.asyncProperty(
        fc.array(fc.oneof(soundBody, body), { minLength: 1, maxLength: 4 }),
        async (bodies) => {
          await stage.refill();
          const before = await readPets();
          const together = await stage.client.post('/pets/bulk', bodies);
          const after = await readPets();
          await stage.refill();
          const alone = [];
          for (const one of bodies) alone.push(await stage.client.post('/pets', one));
          if (together.status === 201) {
            expect(alone.map(({ status }) => status)).toEqual(bodies.map(() => 201));
            expect(after).toBe(await readPets());
            expect(together.text).toBe(`[${alone.map(({ text }) => text).join()}]`);
            return;
          }
          expect(after).toBe(before);
          const faults = alone.map(({ json, status }, at) =>
            status === 201 ? [] : placesOf(json, `/${at}`),
          );
          const isOfDatabase = (one: string) => one.endsWith(' not_found');
          const early = faults.flat().filter((one) => !isOfDatabase(one));
          // Faults that need the database are those of the first item that has some, once there are no others.
          const expected = early.length > 0 ? early : (faults.find((of) => of.length > 0) ?? []);
          expect(placesOf(together.json)).toEqual(expected);
        },
      ),
      30,
    );
  });

  test('updates by filters are those of the rows that a list finds', async () => {
    const filter = fc.constantFrom(
      'type.eq=DOG',
      'age.gte=3',
      'owner.username.eq=ada',
      'id.in=1&id.in=9',
      'name.eq=x',
    );
    const change = fc.record(
      { name: fc.constant('Bo'), age: fc.constantFrom(8, 9), owner: fc.constantFrom(3, null) },
      { requiredKeys: [] },
    );
    await holds(
      fc.asyncProperty(filter, change, async (query, keys) => {
        await stage.refill();
        const together = await stage.client.patch(`/pets?${query}`, keys);
        const after = await readPets();
        await stage.refill();
        const ids = query.startsWith('id.in') ? [1] : await idsOf(query);
        for (const id of ids) await stage.client.patch(`/pets/${String(id)}`, keys);
        expect(together.json).toEqual({ affected: ids.length });
        expect(after).toBe(await readPets());
      }),
      20,
    );
  });

  const idsOf = async (query: string) => {
    const { json } = await stage.client.get(`/pets?${query}&per_page=100`);
    return (json as { readonly content: readonly { readonly id: number }[] }).content.map(({ id }) => id);
  };
});
