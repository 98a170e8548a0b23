// An unhandled rejection fails the run, whenever it happens: with workers, and in one process.
import { spawn } from 'node:child_process';
import { basename, join, resolve } from 'node:path';
import config from '../../jest.config.js';

const repository = resolve(__dirname, '../..');
const moments = [
  'while-loading',
  'before-all',
  'in-a-test',
  'after-the-last-test',
  'after-all',
  'past-after-all',
];

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
  }[];
}

interface Run {
  readonly code: number | null;
  /** What made each file fail; null where nothing did. */
  readonly failures: Readonly<Record<string, string | null>>;
}

/** A run of Jest over the files with rejections, as our own projects are set up. */
async function runFixtures(...flags: string[]): Promise<Run> {
  const [ours] = config.projects ?? [];
  if (typeof ours !== 'object') throw new Error('There is no project.');
  const project = {
    ...ours,
    rootDir: repository,
    testMatch: ['<rootDir>/test/support/fixtures/rejections/*.ts'],
  };
  const jest = join(repository, 'node_modules/jest/bin/jest.js');
  const given = [jest, '--config', JSON.stringify(project), '--json', ...flags];
  const run = spawn(process.execPath, given, { cwd: repository, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  let errors = '';
  run.stdout.on('data', (text) => (printed += String(text)));
  run.stderr.on('data', (text) => (errors += String(text)));
  const code = await new Promise<number | null>((ended) => run.once('close', ended));
  if (printed === '') throw new Error(`Jest ended with ${String(code)} and no report:\n${errors}`);
  const { testResults } = JSON.parse(printed) as Report;
  const failures = testResults.map(({ name, status, message }) => [
    basename(name, '.ts'),
    status === 'failed' ? message : null,
  ]);
  return { code, failures: Object.fromEntries(failures) as Run['failures'] };
}

test('every project watches', () => {
  const environments = (config.projects ?? []).map(
    (project) => typeof project === 'object' && project.testEnvironment,
  );
  expect(new Set(environments)).toEqual(new Set(['<rootDir>/test/support/watchful-environment.ts']));
});

test.each([
  // With a limit of memory Jest uses workers even for files that took no time before.
  ['with workers', ['--maxWorkers=2', '--workerIdleMemoryLimit=1GB']],
  ['in one process', ['--runInBand']],
])('%s', async (_, flags) => {
  const { code, failures } = await runFixtures(...flags);
  expect(code).toBe(1);
  expect(failures).toEqual({
    'no-moment': null,
    ...Object.fromEntries(
      moments.map((moment) => [moment, expect.stringContaining(moment.replaceAll('-', ' '))]),
    ),
  });
});
