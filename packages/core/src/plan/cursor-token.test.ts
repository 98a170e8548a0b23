// Sealed positions: what is sealed is opened, and nothing else is.
import fc from 'fast-check';
import { createCursorSeal, type PositionValue, valueOfRow } from './cursor-token.js';

const seal = createCursorSeal(['a secret of sixteen', 'another of sixteen']);
const anyValue: fc.Arbitrary<PositionValue> = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (Object.is(number, -0) ? 0 : number)),
  fc.constant(null),
);
const anyPosition = fc.array(anyValue, { minLength: 1, maxLength: 4 });
const loose = [false, false, false, false];

test('what was sealed is opened, for the same list only', () => {
  fc.assert(
    fc.property(anyPosition, fc.string(), fc.string(), (values, list, other) => {
      const cursor = seal.seal(list, values, loose) ?? '';
      expect(cursor).toMatch(/^[A-Za-z0-9_-]{27,1700}$/);
      expect(seal.open(list, cursor)).toEqual(values);
      expect(seal.seal(list, values, loose)).toBe(cursor);
      if (other !== list) expect(seal.open(other, cursor)).toBeNull();
    }),
  );
});

test('no text but a cursor is opened, and none throws', () => {
  const cursor = seal.seal('list', ['Bo', 7], loose) ?? '';
  const alphabet = ['A', 'B', 'a', 'b', '0', '9', '-', '_'];
  const anyChange = fc.record({ at: fc.nat(cursor.length - 1), char: fc.constantFrom(...alphabet) });
  fc.assert(
    fc.property(anyChange, ({ at, char }) => {
      const changed = `${cursor.slice(0, at)}${char}${cursor.slice(at + 1)}`;
      expect(seal.open('list', changed)).toEqual(changed === cursor ? ['Bo', 7] : null);
    }),
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.base64String(),
        fc.string({ minLength: 27, unit: fc.constantFrom(...alphabet) }),
      ),
      (text) => {
        expect(seal.open('list', text)).toBeNull();
      },
    ),
  );
});

test('the longest texts are left out, but never those that find the row', () => {
  const [short, long, longer] = ['x'.repeat(100), 'y'.repeat(600), 'z'.repeat(900)];
  const open = (values: readonly PositionValue[], isKept: readonly boolean[]) =>
    seal.open('list', seal.seal('list', values, isKept) ?? '');
  expect(open([longer, long, short, 1], loose)).toEqual([valueOfRow, long, short, 1]);
  expect(open([longer, longer, long, 1], loose)).toEqual([valueOfRow, valueOfRow, long, 1]);
  expect(open([longer, long], [false, true])).toEqual([valueOfRow, long]);
  expect(seal.seal('list', [short, 'w'.repeat(1300)], [false, true])).toBeNull();
});

test('the second secret opens what it sealed when it was the first', () => {
  const old = createCursorSeal(['another of sixteen']).seal('list', [1], [true]) ?? '';
  expect(seal.open('list', old)).toEqual([1]);
  expect(createCursorSeal(['a third of sixteen']).open('list', old)).toBeNull();
});
