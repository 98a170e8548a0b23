import { createTurns } from './turns.js';

/** Ends with a turn of the event loop. */
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

test('the first callers do not wait; all others are served in their order', async () => {
  const takeTurn = createTurns(2);
  const served: number[] = [];
  for (let at = 0; at < 7; at++) {
    const turn = takeTurn();
    if (turn) void turn.then(() => served.push(at));
    else served.push(at);
  }
  const perTurn = [[...served]];
  while (served.length < 7) {
    await nextTurn();
    perTurn.push([...served]);
  }
  expect(perTurn).toEqual([
    [0, 1],
    [0, 1, 2, 3],
    [0, 1, 2, 3, 4, 5],
    [0, 1, 2, 3, 4, 5, 6],
  ]);
});

test('a caller does not overtake those that wait', async () => {
  const takeTurn = createTurns(1);
  const served: string[] = [];
  expect(takeTurn()).toBeNull();
  const second = takeTurn()?.then(() => served.push('second'));
  await nextTurn();
  const third = takeTurn()?.then(() => served.push('third'));
  await Promise.all([second, third]);
  expect(served).toEqual(['second', 'third']);
  await nextTurn();
  await nextTurn();
  expect(takeTurn()).toBeNull();
});
