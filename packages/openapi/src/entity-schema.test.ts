import type { EntityModel } from '@decorest/core';
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
  expect(schemasOf(entity('Box', [idField(), size])).Box).toHaveProperty('properties.size.anyOf', [
    { $ref: '#/components/schemas/BoxSize' },
    { type: 'null' },
  ]);
});

test('two enums of one name share it only when their values are the same', () => {
  const kind = (values: string[]) => ({ type: 'string', enum: values });
  const other = entity('Pet', [idField(), field('typeKind', 'enum', kind(['A']))], {
    edges: [edge('typed', 'PetType', { eager: true })],
  });
  const same = entity('PetType', [idField(), field('kind', 'enum', kind(['A']))]);
  const different = entity('PetType', [idField(), field('kind', 'enum', kind(['B']))]);
  expect(schemasOf(other, [same])).not.toHaveProperty('PetTypeKind2');
  expect(schemasOf(other, [different])).toMatchObject({
    PetTypeKind: { enum: ['B'] },
    PetTypeKind2: { enum: ['A'] },
  });
});

test('a rule for new values is no promise about stored ones', () => {
  const schemas = schemasOf(pet);
  expect(schemas.Pet).not.toHaveProperty('properties.name.maxLength');
  expect(schemas.Pet).toMatchObject({
    properties: { age: { minimum: -2147483648, maximum: 2147483647 } },
  });
});

test('the schema of a JSON column is as the author wrote it', () => {
  const shape = { type: 'object', properties: { size: { type: 'integer', minimum: 1 } } };
  expect(schemasOf(entity('Box', [idField(), field('content', 'json', shape)])).Box).toHaveProperty(
    'properties.content',
    shape,
  );
});

test('what is said of a field is published', () => {
  expect(schemasOf(pet).Pet).toMatchObject({
    properties: { id: { readOnly: true }, name: { description: 'What it is called.', examples: ['Rex'] } },
  });
});

test('embedded columns are one nested object', () => {
  expect(schemasOf(user).User).toHaveProperty('properties.address', {
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
  expect(schemasOf(pet).PetEdges).toHaveProperty('properties.owner.anyOf', [
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
  expect(schemasOf(box, [leaving]).BoxEdges).toHaveProperty('properties.room.anyOf');
});

test('a non-unique edge is an array up to its limit', () => {
  expect(schemasOf(user).UserEdges).toHaveProperty('properties.pets', {
    type: 'array',
    items: { $ref: '#/components/schemas/PetEmbedded' },
    maxItems: 50,
  });
});

test('an embedded entity has no edges loaded', () => {
  const { PetEmbedded } = schemasOf(user);
  expect(PetEmbedded).toHaveProperty('properties.edges.properties', {});
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
    Review: { description: 'One Review.', properties: { kind: { readOnly: true } } },
  });
});
