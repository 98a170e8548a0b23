import { publishSchema } from './published-schema.js';

const sign = { is: 'positive', of: '^-?[0-9]+$', as: '^[1-9][0-9]*$' } as const;

test.each([
  [
    'the sign of a number joins its pattern',
    { type: 'string', format: 'decimal', pattern: '^-?[0-9]+$', 'x-decorest-sign': sign },
    { type: 'string', pattern: '^[1-9][0-9]*$' },
  ],
  [
    'beside a pattern of the author, it is a sentence',
    { type: 'string', pattern: '^a$', 'x-decorest-sign': sign, description: 'A price' },
    { type: 'string', pattern: '^a$', description: 'A price. Must be greater than 0.' },
  ],
  [
    'a second pattern is a sentence',
    { pattern: '^a', allOf: [{ pattern: 'b$' }, { minLength: 2 }] },
    { pattern: '^a', allOf: [{ minLength: 2 }], description: 'Must also match the pattern `b$`.' },
  ],
  [
    'the only pattern of allOf is that of the schema',
    { type: 'string', allOf: [{ pattern: 'b$' }] },
    { type: 'string', pattern: 'b$' },
  ],
  [
    'a pattern that other languages lack is a sentence',
    { type: 'string', pattern: '^(?!a)' },
    { type: 'string', description: 'Must match the pattern `^(?!a)`.' },
  ],
  [
    'less inside of not would be more outside',
    { type: 'string', not: { pattern: '^(?!a)' } },
    { type: 'string', description: 'Must not be as `{"pattern":"^(?!a)"}` says.' },
  ],
  [
    'rules in words are sentences',
    { type: 'string', 'x-decorest-words': ['Must be a URL address.'] },
    { type: 'string', description: 'Must be a URL address.' },
  ],
  [
    'the step of a number is what it is a multiple of',
    { type: 'number', 'x-decorest-step': 0.01 },
    { type: 'number', multipleOf: 0.01 },
  ],
  [
    'schemas inside of schemas are published, data is not',
    { properties: { pattern: { pattern: '\\d' } }, enum: [{ pattern: '\\d' }] },
    { properties: { pattern: { pattern: '[0-9]' } }, enum: [{ pattern: '\\d' }] },
  ],
])('%s', (_, schema, published) => {
  expect(publishSchema(schema)).toEqual(published);
});

function takenLengths(bytes: number): number[] {
  const { pattern, maxLength } = publishSchema({ type: 'string', 'x-decorest-max-bytes': bytes });
  const taken = (count: number) => {
    const text = Buffer.alloc(count, 7).toString('base64');
    return text.length <= Number(maxLength) && new RegExp(String(pattern), 'u').test(text);
  };
  return Array.from({ length: bytes + 4 }, (_, count) => count).filter(taken);
}

test.each([1, 2, 3, 4, 5, 100, 749, 750])('base64 of up to %i bytes', (bytes) => {
  expect(takenLengths(bytes)).toEqual(Array.from({ length: bytes + 1 }, (_, count) => count));
});

test('of more bytes than can be counted, a sentence says how many', () => {
  expect(publishSchema({ type: 'string', 'x-decorest-max-bytes': 65_534 })).toMatchObject({
    maxLength: 87_380,
    description: 'At most 65,534 bytes.',
  });
});
