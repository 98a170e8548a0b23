// Node, which watches for unhandled rejections. Jest lets them fail a test while it runs one; from
// beforeAll, afterAll or past the last test they end a worker process, and Jest tries the file again as if nothing was.
import { inspect } from 'node:util';
import { TestEnvironment } from 'jest-environment-node';

/** Fails the file in which a rejection was not handled, whenever it was. */
export default class WatchfulEnvironment extends TestEnvironment {
  readonly #unhandled: unknown[] = [];
  readonly #note = (reason: unknown) => {
    this.#unhandled.push(reason);
  };

  override async setup(): Promise<void> {
    await super.setup();
    process.on('unhandledRejection', this.#note);
  }

  override async teardown(): Promise<void> {
    // Rejections of the last hook are reported when its turn ends, and timers that are due run before this one.
    await new Promise((turn) => setTimeout(turn));
    await new Promise((turn) => setImmediate(turn));
    process.off('unhandledRejection', this.#note);
    await super.teardown();
    if (this.#unhandled.length === 0) return;
    const reasons = this.#unhandled.map((reason) => inspect(reason)).join('\n');
    throw new Error(`Unhandled rejections outside of tests:\n${reasons}`);
  }
}
