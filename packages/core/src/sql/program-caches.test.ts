// The caches of programs are bounded by the text that they hold, not only by their number.
import { createCaches } from './program-caches.js';
import { createFixedStatement } from './statement.js';

const megabyte = 1024 * 1024;

describe('a cache of programs', () => {
  test('holds few long statements, and compiles an evicted one again', () => {
    let compilations = 0;
    const { statements } = createCaches(() => (compilations += 1));
    const compile = (at: number) => () => createFixedStatement(`SELECT ${at}`.padEnd(megabyte / 8));
    for (let at = 0; at < 1_000; at++) statements(`shape ${at}`, compile(at));
    expect(compilations).toBe(1_000);
    for (let at = 999; at > 899; at--) statements(`shape ${at}`, compile(at));
    expect(compilations).toBe(1_000);
    statements('shape 0', compile(0));
    expect(compilations).toBe(1_001);
  });

  test('holds as many short statements as an application has', () => {
    let compilations = 0;
    const { statements } = createCaches(() => (compilations += 1));
    for (let times = 0; times < 2; times++)
      for (let at = 0; at < 1_500; at++)
        statements(`shape ${at}`, () => createFixedStatement(`SELECT ${at}`.padEnd(2_000)));
    expect(compilations).toBe(1_500);
  });
});
