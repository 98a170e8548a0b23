import type { Schema } from './schema-object.js';
import { uniteBodies } from './merged-body.js';

const bodyOf = (name: string, same: Schema) => ({
  name,
  schema: { type: 'object' as const, properties: { same } },
});

test('null is a branch of its own where the rules of classes differ', () => {
  const { properties } = uniteBodies([
    bodyOf('Card', { type: ['integer', 'null'], minimum: 0 }),
    bodyOf('Cash', { type: ['integer', 'null'] }),
    bodyOf('Coin', { type: 'integer' }),
  ]);
  expect(properties?.same).toEqual({
    anyOf: [{ type: 'integer', minimum: 0 }, { type: 'integer' }, { type: 'null' }],
    description: 'Its rules differ between `Card`, `Cash`, `Coin`.',
  });
});

test('a branch that may refuse null stays whole', () => {
  const one: Schema = { type: ['string', 'null'], enum: ['a', null] };
  const { properties } = uniteBodies([bodyOf('Card', one), bodyOf('Cash', { type: 'string' })]);
  expect(properties?.same).toMatchObject({ anyOf: [one, { type: 'string' }] });
});
