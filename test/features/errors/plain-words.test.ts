// Errors say in plain words what is wrong, and name what is there to be named; nothing of what is hidden.
import { festival } from '../../support/fixtures/festival.js';
import { petstore } from '../../support/fixtures/petstore.js';
import { forEachDatabase } from '../../support/for-each-database.js';
import type { Answer } from '../../support/http-client.js';

interface Problem {
  readonly detail: string;
  readonly errors?: readonly { readonly detail: string; readonly code: string }[];
}

const problemOf = ({ json }: Answer): Problem => json as Problem;

forEachDatabase(festival, (stage) => {
  test.each<[string, Record<string, unknown>, string]>([
    ['a field that is shown and never taken', { slug: 'x' }, "'slug' cannot be written here."],
    ['the id', { id: 7 }, "'id' cannot be written here."],
    ['the edges of an answer', { edges: {} }, 'An edge is written by its own name, outside of `edges`.'],
    ['a hidden field', { internalNotes: 'x' }, "There is no key 'internalNotes' here."],
    ['a key that is nowhere', { nosuch: 1 }, "There is no key 'nosuch' here."],
  ])('%s', async (_, body, detail) => {
    const { errors } = problemOf(await stage.client.patch('/festivals/1', body));
    expect(errors).toMatchObject([{ code: 'unknown_key', detail }]);
  });

  test.each([
    ['startsOn', 'soon', 'The value must be a date, such as "2026-11-21".'],
    [
      'budget',
      '1,50',
      'The value must be a decimal number as text, such as "12.50", with no more digits than are kept.',
    ],
  ])('how %s is written', async (key, value, detail) => {
    const { errors } = problemOf(await stage.client.patch('/festivals/1', { [key]: value }));
    expect(errors).toMatchObject([{ code: 'wrong_format', detail }]);
  });
});

forEachDatabase(petstore, (stage) => {
  test.each([
    ['/pets/99', 'There is no Pet 99.'],
    ['/users/99/pets', 'There is no User 99.'],
    ['/pets/99/owner', 'There is no Pet 99, or its owner is empty.'],
    ['/pets/4/owner', 'There is no Pet 4, or its owner is empty.'],
    ['/nosuch/1', 'Nothing is at this path.'],
  ])('GET %s: %s', async (path, detail) => {
    expect(problemOf(await stage.client.get(path)).detail).toBe(detail);
  });

  test('what cannot be changed or deleted is named too', async () => {
    expect(problemOf(await stage.client.patch('/pets/99', { age: 1 })).detail).toBe('There is no Pet 99.');
    expect(problemOf(await stage.client.delete('/pets/99')).detail).toBe('There is no Pet 99.');
  });

  test('an email address that is none', async () => {
    const { errors } = problemOf(await stage.client.patch('/users/1', { email: 'nobody' }));
    expect(errors?.map(({ detail }) => detail)).toContain('The value must be an email address.');
  });
});
