import type { JsonSchema } from '@decorest/core';
import { allows } from '../../../test/support/schema-check.js';
import { findSample } from './schema-sample.js';

const schemas: readonly JsonSchema[] = [
  { type: 'boolean' },
  { type: 'integer', minimum: 5, maximum: 300 },
  { type: 'integer', exclusiveMaximum: 0 },
  { type: 'integer', minimum: 1001, multipleOf: 7 },
  { type: 'integer', not: { enum: [1, 1000] } },
  { type: 'number', exclusiveMinimum: 0, maximum: 0.5 },
  { type: ['string', 'null'], maxLength: 3 },
  { type: 'string', minLength: 40, maxLength: 41 },
  { type: 'string', maxLength: 0 },
  { type: 'string', format: 'date', pattern: '^(?!0000)' },
  { type: 'string', format: 'date-time', pattern: '^(?=19[7-9][0-9]|20[0-3][0-9]-)' },
  { type: 'string', format: 'uuid' },
  { type: 'string', format: 'email', minLength: 10 },
  { type: 'string', format: 'uri' },
  { type: 'string', pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]$' },
  { type: 'string', pattern: '^-?(0|[1-9][0-9]{0,9})(\\.[0-9]{1,2})?$' },
  { type: 'string', pattern: '^-?0(\\.0{1,2}|\\.0{2}[0-9]{1,2})?$' },
  { type: 'string', pattern: '^[a-z-]+$', maxLength: 20, allOf: [{ pattern: '^(?!\\.{1,2}$)' }] },
  { type: 'string', pattern: '^[A-Z]{2}-\\d{4}$' },
  { type: 'string', pattern: '^(?:DE|AT)\\s?[^a-z]{3,}$' },
  { type: 'string', pattern: '^#?([0-9a-fA-F]{3,4}|[0-9a-fA-F]{6})$' },
  { type: 'string', pattern: '^[\\x00-\\x7F]+$' },
  { type: 'string', not: { type: 'string', pattern: 'te' } },
  { type: 'string', enum: ['DOG', 'CAT'] },
  { enum: [null, 3] },
  { const: 'only' },
  { anyOf: [{ type: 'null' }, { type: 'array', items: { type: 'integer' }, minItems: 2 }] },
  { type: 'array', items: { type: 'integer', minimum: 3 }, minItems: 3, uniqueItems: true },
  { type: 'array', items: { type: 'string' }, maxItems: 0 },
  {
    type: 'object',
    required: ['size'],
    properties: { size: { type: 'integer', maximum: -1 }, tags: { type: 'array', items: { enum: ['a'] } } },
  },
  {},
];

test.each(schemas.map((schema) => [schema]))('%j has a sample that it allows', (schema) => {
  const sample = findSample(schema);
  expect(sample).toBeDefined();
  expect([sample, allows(schema, sample)]).toEqual([sample, true]);
  expect(allows(schema, findSample(schema, 1))).toBe(true);
});

test.each<[JsonSchema]>([
  [{ type: 'string', pattern: '^(?=.*[A-Z])(?=.*[0-9])(?=.*[§?]).{8,}$' }],
  [{ type: 'string', minLength: 20_000 }],
  [{ type: 'string', pattern: '^(a)\\1$' }],
  [{ type: 'object', required: ['a'], properties: {} }],
  [{ type: 'object', minProperties: 2 }],
  [{ oneOf: [{ type: 'string' }, { type: 'string', maxLength: 3 }] }],
  [{ type: 'integer', minimum: 2, maximum: 1 }],
])('%j has none, rather than one that it may refuse', (schema) => {
  expect(findSample(schema)).toBeUndefined();
});

test('what the author gives comes first: examples, then the default', () => {
  expect(findSample({ type: 'string', examples: ['Rex'], default: 'none' })).toBe('Rex');
  expect(findSample({ type: 'string', example: 'Rex' })).toBe('Rex');
  expect(findSample({ type: 'integer', default: 45, minimum: 5 })).toBe(45);
  expect(findSample({ type: 'integer', default: 0, minimum: 5 })).toBe(5);
});

test('another sample is another value', () => {
  for (const schema of [
    { type: 'integer' },
    { type: 'string' },
    { type: 'string', format: 'uuid' },
    { type: 'string', format: 'date' },
  ])
    expect(findSample(schema, 1)).not.toEqual(findSample(schema));
});
