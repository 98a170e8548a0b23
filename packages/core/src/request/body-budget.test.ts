import { createBodyBudget, type HoldBody } from './body-budget.js';

const mebibyte = 1024 * 1024;
const body = (length: number, size = 1) => ({ value: undefined, length, size, faults: [] });

/** Holds a body until the returned function is called. */
function take(hold: HoldBody, given: ReturnType<typeof body>): () => Promise<void> {
  let end = (): void => undefined;
  const held = hold(given, () => new Promise<void>((resolve) => (end = resolve)));
  return async () => {
    end();
    await held;
  };
}

const full = 'Too many large bodies';

describe('room for bodies', () => {
  test('is for 64 MiB together; a body that ends makes room', async () => {
    const hold = createBodyBudget();
    const releases = Array.from({ length: 63 }, () => take(hold, body(mebibyte)));
    expect(() => take(hold, body(mebibyte))).toThrow(full);
    await releases[0]?.();
    expect(() => take(hold, body(mebibyte))).not.toThrow();
    expect(() => take(hold, body(mebibyte))).toThrow(full);
  });

  test('is there again after work that fails', async () => {
    const hold = createBodyBudget();
    for (let times = 0; times < 200; times++)
      await expect(hold(body(mebibyte), () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  });

  test('is taken by values, not by text alone', () => {
    const hold = createBodyBudget();
    take(hold, body(mebibyte, 500_000));
    take(hold, body(mebibyte, 400_000));
    expect(() => take(hold, body(mebibyte, 400_000))).toThrow(full);
  });

  test('is there for one body, and for small ones', () => {
    const hold = createBodyBudget();
    take(hold, body(100 * mebibyte));
    for (let times = 0; times < 5_000; times++) take(hold, body(20_000, 100));
    expect(() => take(hold, body(mebibyte))).toThrow(full);
  });
});
