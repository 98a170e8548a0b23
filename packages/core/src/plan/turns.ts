// Turns of the event loop, for work of many requests that never waits: only so much of it is done in one turn.

/** Returns null while there is room in this turn, otherwise a promise of a later one. First come, first served. */
export type TakeTurn = () => Promise<void> | null;

/** Shares turns among those who take them, at most `perTurn` in each. */
export function createTurns(perTurn: number): TakeTurn {
  const waiting: (() => void)[] = [];
  let taken = 0;
  const beginTurn = () => {
    const next = waiting.splice(0, perTurn);
    taken = next.length;
    if (taken > 0) setImmediate(beginTurn);
    for (const resume of next) resume();
  };
  return () => {
    if (taken === 0) setImmediate(beginTurn);
    if (taken < perTurn) {
      taken++;
      return null;
    }
    return new Promise((resolve) => waiting.push(resolve));
  };
}
