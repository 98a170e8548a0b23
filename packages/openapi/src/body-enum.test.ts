import type { oas31 } from 'openapi3-ts';
import { entity, field, idField, model } from '../../../test/support/pet-api.js';
import { replaceNamedEnums } from './body-enum.js';
import { createDocumentContext } from './document-context.js';

const size = field('size', 'enum', { type: 'string', enum: ['S', 'L'], default: 'S' });
const box = entity('Box', [idField(), size, { ...size, name: 'lid.size' }]);

function named(properties: Record<string, oas31.SchemaObject>) {
  const context = createDocumentContext(model([box]), {});
  const body = replaceNamedEnums(box, { type: 'object', properties }, context);
  return { properties: body.properties, schemas: context.components.complete({}).components.schemas };
}

test('an enum stands under its name, with what else is said of it', () => {
  expect(
    named({ size: { type: 'string', enum: ['S', 'L'], default: 'S', description: 'How big.' } }),
  ).toEqual({
    properties: { size: { $ref: '#/components/schemas/BoxSize', default: 'S', description: 'How big.' } },
    schemas: { BoxSize: { type: 'string', enum: ['S', 'L'] } },
  });
});

test('an enum that may be null has null beside the name', () => {
  expect(named({ size: { type: ['string', 'null'], enum: ['S', 'L', null] } }).properties).toEqual({
    size: { oneOf: [{ $ref: '#/components/schemas/BoxSize' }, { type: 'null' }] },
  });
});

test('an enum of an embedded column is found', () => {
  const lid: oas31.SchemaObject = {
    type: 'object',
    properties: { size: { type: 'string', enum: ['S', 'L'] } },
  };
  expect(named({ lid }).properties).toMatchObject({
    lid: { properties: { size: { $ref: '#/components/schemas/BoxLidSize' } } },
  });
});

test('an enum with other values than its field stays, and no component is made for it', () => {
  const narrower: Record<string, oas31.SchemaObject> = { size: { type: 'string', enum: ['S'] } };
  expect(named(narrower)).toEqual({ properties: narrower, schemas: {} });
});
