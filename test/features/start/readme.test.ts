// The README is true: its program compiles and runs, its requests are sent and answered as printed, its commands exist.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeBlocks, consoleSteps, startProgram, type RunningProgram } from '../../support/readme-program.js';

const repository = join(__dirname, '../../..');
const readme = readFileSync(join(repository, 'README.md'), 'utf8');
const { scripts } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

describe('the program and its requests', () => {
  let program: RunningProgram;
  beforeAll(async () => {
    program = await startProgram(codeBlocks(readme, 'ts').join('\n'), 3000);
  }, 60_000);
  afterAll(() => program.stop());

  test.each(consoleSteps(readme))('$command', ({ command, output }) => {
    const aimed = command.replaceAll('localhost:3000', `127.0.0.1:${String(program.port)}`);
    expect(execFileSync('bash', ['-c', aimed], { encoding: 'utf8' }).trimEnd()).toBe(output);
  });
});

const npmCommands = codeBlocks(readme, 'sh').flatMap((block) => block.trim().split(/\s*(?:&&|\n)\s*/));

test.each(npmCommands)('%s is a command of npm or a script of ours', (command) => {
  const [, script = ''] = /^npm (?:run )?([\w:]+)$/.exec(command) ?? [];
  expect(['ci', ...Object.keys(scripts)]).toContain(script);
});

const links = [...readme.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, path = '']) => path);

test.each(links)('the link to %s leads somewhere', (path) => {
  expect(existsSync(join(repository, path))).toBe(true);
});

test('every code block is of a kind that is tested here', () => {
  const kinds = [...readme.matchAll(/^```(\S+)$/gm)].map(([, kind]) => kind);
  expect(kinds.filter((kind) => !['ts', 'sh', 'console'].includes(kind ?? ''))).toEqual([]);
});
