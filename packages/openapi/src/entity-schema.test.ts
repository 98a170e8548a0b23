import type { EntityModel, JsonSchema } from '@decorest/core';
import { edge, entity, field, idField, model, pet, pets, user, vote } from '../../../test/support/pet-api.js';
import { createDocumentContext } from './document-context.js';
import { buildEntitySchema } from './entity-schema.js';

/** The schemas that an entity's schema leads to, its own under its name. */
function schemasOf(of: EntityModel, others: readonly EntityModel[] = [pet, user]) {
  const context = createDocumentContext(model([of, ...others.filter(({ name }) => name !== of.name)]), {});
  buildEntitySchema(of, context);
  return context.components.complete({}).components.schemas ?? {};
}

test('all readable fields are required, and no other member is allowed', () => {
  expect(schemasOf(pet).Pet).toMatchObject({
    required: ['id', 'name', 'age', 'type', 'edges'],
    additionalProperties: false,
  });
});

test('a field that is only written is not there', () => {
  expect(schemasOf(user).User).not.toHaveProperty('properties.password');
});

test('a nullable field may be null', () => {
  expect(schemasOf(pet).Pet).toHaveProperty('properties.age.type', ['integer', 'null']);
});

test('an enum has a name of its own, and null beside it where it is nullable', () => {
  expect(schemasOf(pet).PetType).toEqual({ type: 'string', enum: ['DOG', 'CAT'] });
  expect(schemasOf(pet).Pet).toHaveProperty('properties.type', { $ref: '#/components/schemas/PetType' });
  const size = field('size', 'enum', { type: 'string', enum: ['S', 'L'] }, { nullable: true });
  expect(schemasOf(entity('Box', [idField(), size])).Box).toHaveProperty('properties.size.oneOf', [
    { $ref: '#/components/schemas/BoxSize' },
    { type: 'null' },
  ]);
});

test('of two enums with one name, one is named in other words', () => {
  const kind = (values: string[]) => ({ type: 'string', enum: values });
  const other = entity('Pet', [idField(), field('typeKind', 'enum', kind(['A']))], {
    edges: [edge('typed', 'PetType', { eager: true })],
  });
  const different = entity('PetType', [idField(), field('kind', 'enum', kind(['B']))]);
  expect(schemasOf(other, [different])).toMatchObject({
    PetTypeKind: { enum: ['A'] },
    KindOfPetType: { enum: ['B'] },
  });
});

test('a rule for new values is no promise about stored ones', () => {
  const schemas = schemasOf(pet);
  expect(schemas.Pet).not.toHaveProperty('properties.name.maxLength');
  expect(schemas.Pet).toMatchObject({
    properties: { age: { minimum: -2147483648, maximum: 2147483647 } },
  });
});

test('the schema of a JSON column is as the author wrote it, under a name of its own', () => {
  const shape = { type: 'object', properties: { size: { type: 'integer', minimum: 1 } } };
  const schemas = schemasOf(entity('Box', [idField(), field('content', 'json', shape)]));
  expect(schemas.Box).toHaveProperty('properties.content', { $ref: '#/components/schemas/BoxContent' });
  expect(schemas.BoxContent).toEqual(shape);
});

test('objects within objects, lists and alternatives have names, and null stands beside them', () => {
  const object = (properties: Readonly<Record<string, JsonSchema>>) => ({
    type: ['object', 'null'],
    properties,
  });
  const shape = object({
    list: { type: 'array', items: object({ deep: { type: 'boolean' } }) },
    some: { oneOf: [object({ one: {} }), { type: 'string' }] },
    'other-one': { ...object({}), description: 'Another.' },
  });
  const schemas = schemasOf(entity('Box', [idField(), field('content', 'json', shape)]));
  const named = (name: string) => ({ oneOf: [{ $ref: `#/components/schemas/${name}` }, { type: 'null' }] });
  expect(schemas.Box).toHaveProperty('properties.content', named('BoxContent'));
  expect(schemas.BoxContent).toEqual({
    type: 'object',
    properties: {
      list: { type: 'array', items: named('BoxContentListItem') },
      some: { oneOf: [named('BoxContentSomeObject'), { type: 'string' }] },
      'other-one': { ...named('BoxContentOtherOne'), description: 'Another.' },
    },
  });
});

test('objects with references to parts of their schema stay where they are', () => {
  const shape = {
    type: 'object',
    properties: { self: { $ref: '#' }, inner: { type: 'object', properties: {} } },
  };
  const schemas = schemasOf(entity('Box', [idField(), field('content', 'json', shape)]));
  expect(schemas.Box).toHaveProperty('properties.content', shape);
});

test('what is said of a field is published', () => {
  expect(schemasOf(pet).Pet).toMatchObject({
    properties: { name: { description: 'What it is called.', examples: ['Rex'] } },
  });
});

test('answers have no keywords of requests', () => {
  const shape = { type: 'array', uniqueItems: true, items: { type: 'string', readOnly: true } };
  const schemas = schemasOf(entity('Box', [idField(), field('tags', 'json', shape)]));
  expect(schemas.Box).toHaveProperty('properties.tags', { type: 'array', items: { type: 'string' } });
  expect(JSON.stringify(schemas)).not.toContain('readOnly');
});

test('embedded columns are one nested object with a name', () => {
  expect(schemasOf(user).User).toHaveProperty('properties.address', {
    $ref: '#/components/schemas/UserAddress',
  });
  expect(schemasOf(user).UserAddress).toEqual({
    type: 'object',
    additionalProperties: false,
    required: ['city', 'zip'],
    properties: { city: { type: 'string' }, zip: { type: ['string', 'null'] } },
  });
});

test('edges has exactly the eager edges, and is there without any', () => {
  expect(schemasOf(user).UserEdges).toMatchObject({ required: ['pets'], additionalProperties: false });
  expect(schemasOf(vote).VoteEdges).toMatchObject({ properties: {}, additionalProperties: false });
});

test('a unique edge that may be empty is an entity or null', () => {
  expect(schemasOf(pet).PetEdges).toHaveProperty('properties.owner.oneOf', [
    { $ref: '#/components/schemas/UserEmbedded' },
    { type: 'null' },
  ]);
});

test('a required edge is null where its target may be deleted softly', () => {
  const box = entity('Box', [idField()], { edges: [edge('room', 'Room', { eager: true })] });
  const room = entity('Room', [idField()]);
  const leaving = { ...room, table: { ...room.table, deletedAt: 'deletedAt' } };
  expect(schemasOf(box, [room]).BoxEdges).toHaveProperty('properties.room', {
    $ref: '#/components/schemas/Room',
  });
  expect(schemasOf(box, [leaving]).BoxEdges).toHaveProperty('properties.room.oneOf');
});

test('a non-unique edge is an array up to its limit', () => {
  expect(schemasOf(user).UserEdges).toHaveProperty('properties.pets', {
    type: 'array',
    items: { $ref: '#/components/schemas/PetEmbedded' },
    maxItems: 50,
  });
});

test('an embedded entity has no edges loaded', () => {
  const { PetEmbedded, NoEdges } = schemasOf(user);
  expect(PetEmbedded).toHaveProperty('properties.edges', { $ref: '#/components/schemas/NoEdges' });
  expect(NoEdges).toMatchObject({ properties: {}, additionalProperties: false });
  expect(PetEmbedded).toHaveProperty('required', ['id', 'name', 'age', 'type', 'edges']);
});

test('truncated_edges can occur only with a limited, eager, non-unique edge', () => {
  expect(schemasOf(user).User).toHaveProperty('properties.truncated_edges.items.enum', ['pets']);
  expect(schemasOf(user).User).toHaveProperty('required', expect.not.arrayContaining(['truncated_edges']));
  expect(schemasOf(pet).Pet).not.toHaveProperty('properties.truncated_edges');
  expect(schemasOf(user).PetEmbedded).not.toHaveProperty('properties.truncated_edges');
  const unlimited = { ...user, edges: [{ ...pets, eagerLimit: -1 }] };
  expect(schemasOf(unlimited).User).not.toHaveProperty('properties.truncated_edges');
});

test('an entity with a key of several columns says what its id is', () => {
  expect(schemasOf(vote).Vote).toHaveProperty(
    'description',
    expect.stringContaining('`userId`, `petId`, joined by commas'),
  );
});

test('a parent class tells its kinds, a child has only one', () => {
  const kind = (values: string[]) =>
    field('kind', 'enum', { type: 'string', enum: values }, { settable: { create: false, update: false } });
  const inherited = (name: string, values: string[]) => {
    const made = entity(name, [idField(), kind(values)]);
    return {
      ...made,
      table: {
        ...made.table,
        discriminator: { column: 'kind', values, own: values[0] ?? null, storedAs: 'text' as const },
      },
    };
  };
  expect(schemasOf(inherited('Article', ['Article', 'Review']))).toMatchObject({
    Article: { description: 'One Article. `kind` is its kind: `Article`, `Review`.' },
    ArticleKind: { enum: ['Article', 'Review'] },
  });
  expect(schemasOf(inherited('Review', ['Review']))).toMatchObject({
    Review: { description: 'One Review.', properties: { kind: { $ref: '#/components/schemas/ReviewKind' } } },
    ReviewKind: { enum: ['Review'] },
  });
});
