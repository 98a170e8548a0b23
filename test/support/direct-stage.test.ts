// The stage of the other tests: it closes what it opened, also after a failure.
import { directStage, type DirectStage } from './direct-stage.js';
import { petstore } from './fixtures/petstore.js';
import type { Fixture } from './for-each-database.js';
import { databaseNames } from './test-database.js';

const sound: Fixture = { ...petstore, fill: () => Promise.resolve() };
const throwing: Record<string, Fixture> = {
  'the API cannot be made': { ...sound, options: { maxItemsPerPage: 0 } },
  'the rows cannot be written': { ...sound, fill: () => Promise.reject(new Error('no rows')) },
};

interface Hooks {
  readonly open: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** A stage whose hooks do not run by themselves. */
function stageByHand(...given: Parameters<typeof directStage>): [DirectStage, Hooks] {
  const before = jest.spyOn(globalThis, 'beforeAll').mockImplementation(() => undefined);
  const after = jest.spyOn(globalThis, 'afterAll').mockImplementation(() => undefined);
  try {
    const stage = directStage(...given);
    const [[open] = [], [close] = []] = [before.mock.calls[0], after.mock.calls[0]] as unknown[][];
    return [stage, { open, close } as Hooks];
  } finally {
    before.mockRestore();
    after.mockRestore();
  }
}

describe.each(databaseNames)('%s', (name) => {
  test.each(Object.keys(throwing))('is closed when %s', async (reason) => {
    const [stage, { open, close }] = stageByHand(name, throwing[reason] ?? sound);
    await expect(open()).rejects.toThrow();
    const { dataSource } = stage.database;
    expect(dataSource.isInitialized).toBe(true);
    await close();
    expect(dataSource.isInitialized).toBe(false);
  });
});
