import { SchemaError } from '@decorest/core';
import { describeError } from './failure.js';

const mistake = { entity: 'Pet', problem: 'it is odd.', remedy: 'Mend it.' };

test.each([
  [new Error('No.\nRequire stack: ...'), 'No.'],
  [new TypeError(), 'TypeError'],
  ['a text', 'a text'],
  [new AggregateError([new Error('one'), new Error('two')]), 'one; two'],
  [new SchemaError([mistake]), 'The API cannot be built: 1 problem. Pet: it is odd. Mend it.'],
])('%p is told in one line', (error, line) => {
  expect(describeError(error)).toBe(line);
});

test('several mistakes in the entities are all told', () => {
  const error = new SchemaError([mistake, mistake]);
  expect(describeError(error)).toBe(error.message);
});
