import { findFirstDifference } from './document-difference.js';

test.each([
  [
    { a: 1, b: [2, { c: null }] },
    { b: [2, { c: null }], a: 1 },
  ],
  ['x', 'x'],
  [{ a: undefined }, {}],
])('%j and %j are the same', (old, now) => {
  expect(findFirstDifference(old, now)).toBeNull();
});

test.each([
  [{ a: 1 }, { a: 2 }, { pointer: '/a', old: 1, now: 2 }],
  [{ a: 1 }, {}, { pointer: '/a', old: 1, now: undefined }],
  [{}, { 'a/~b': 1 }, { pointer: '/a~1~0b', old: undefined, now: 1 }],
  [{ a: [1, 2] }, { a: [1] }, { pointer: '/a/1', old: 2, now: undefined }],
  [{ a: [1, 2] }, { a: [2, 1] }, { pointer: '/a/0', old: 1, now: 2 }],
  [{ a: [] }, { a: {} }, { pointer: '/a', old: [], now: {} }],
  [{ a: null }, { a: {} }, { pointer: '/a', old: null, now: {} }],
  [null, {}, { pointer: '', old: null, now: {} }],
])('%j and %j differ', (old, now, expected) => {
  expect(findFirstDifference(old, now)).toEqual(expected);
});

test('the first of several differences is told', () => {
  expect(findFirstDifference({ gone: 1, b: 1 }, { b: 2, c: 3 })).toEqual({ pointer: '/b', old: 1, now: 2 });
});
