// A process that a test started and that crashed fails the test's file.
import { join } from 'node:path';
import { AppProcesses } from './app-process.js';

const options = { type: 'better-sqlite3', database: ':memory:' } as const;

test('an unhandled rejection in a started process', async () => {
  const processes = new AppProcesses(join(__dirname, 'fixtures/rejecting-app.ts'));
  const { program } = await processes.start(options);
  expect(await program.ended).toEqual({ code: 1, signal: null });
  await expect(processes.stop()).rejects.toThrow('handled by nobody');
});

test('a process that runs until it is stopped', async () => {
  const processes = new AppProcesses(join(__dirname, 'fixtures/rejecting-app.ts'));
  await processes.start(options);
  await expect(processes.stop()).resolves.toBeUndefined();
});
