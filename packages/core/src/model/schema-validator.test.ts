import { createSchemaValidator } from './schema-validator.js';

describe('uniqueItems', () => {
  const check = createSchemaValidator().compile({ type: 'array', uniqueItems: true });

  test.each([
    [[1, '1', null, 'null', false, [1], [[1]], { a: 1 }, { a: '1' }], true],
    [[1, 1.0], false],
    [
      [
        { a: 1, b: [2] },
        { b: [2], a: 1 },
      ],
      false,
    ],
    [[[{}], [{}]], false],
  ])('%j', (items, valid) => {
    expect(check(items)).toBe(valid);
  });

  test('reads each item once instead of comparing it with each other one', () => {
    let reads = 0;
    const items = Array.from({ length: 1000 }, (_, at) => ({
      get member() {
        reads += 1;
        return at;
      },
    }));
    expect(check(items)).toBe(true);
    expect(reads).toBe(items.length);
  });
});
