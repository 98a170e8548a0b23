// The README is true: its program compiles and runs, its requests get the answers it shows, its commands exist.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, Program } from '../../support/program.js';
import { codeBlocks, consoleSteps, startProgram, type RunningProgram } from '../../support/readme-program.js';

const repository = join(__dirname, '../../..');
const readme = readFileSync(join(repository, 'README.md'), 'utf8');
const { scripts } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

const npmCommands = codeBlocks(readme, 'sh').flatMap((block) => block.trim().split(/\s*(?:&&|\n)\s*/));
const installCommands = npmCommands.filter((command) => /^npm (?:install|pkg set) /.test(command));
const repositoryCommands = npmCommands.filter((command) => !installCommands.includes(command));

/** Before the first heading the answers are those of the program, below it those of the petstore. */
const [aboutProgram = '', ...sections] = readme.split(/^(?=## )/m);

describe('the program and its requests', () => {
  let program: RunningProgram;
  beforeAll(async () => {
    program = await startProgram(codeBlocks(readme, 'ts').join('\n'), 3000);
  }, 60_000);
  afterAll(() => program.stop());

  test.each(consoleSteps(aboutProgram))('$command', ({ command, output }) => {
    expect(printedBy(command, program.port)).toBe(output);
  });
});

describe('the requests to the petstore', () => {
  let program: RunningProgram;
  beforeAll(async () => {
    program = await startPetstore();
  });
  afterAll(() => program.stop());

  test.each(consoleSteps(sections.join('')))('$command', ({ command, output }) => {
    expect(printedBy(command, program.port)).toBe(output);
  });
});

function printedBy(command: string, port: number): string {
  const aimed = command.replaceAll('localhost:3000', `127.0.0.1:${String(port)}`);
  return execFileSync('bash', ['-c', aimed], { encoding: 'utf8' }).trimEnd();
}

/** The program that `npm start` runs, with a new database. */
async function startPetstore(): Promise<RunningProgram> {
  const folder = mkdtempSync(join(tmpdir(), 'readme-'));
  const port = await freePort();
  const program = new Program(join(repository, 'examples/petstore/dist/main.js'), {
    PORT: String(port),
    DATABASE_URL: `sqlite:${join(folder, 'petstore.sqlite')}`,
  });
  await program.until(() => program.printed.includes('The petstore is open'));
  const stop = async () => {
    await program.kill();
    rmSync(folder, { recursive: true, force: true });
    program.requireNoCrash();
  };
  return { port, stop };
}

test('`npm start` runs the petstore', () => {
  expect(scripts.start).toBe('node examples/petstore/dist/main.js');
});

test('the packages are installed as in the tutorial, whose commands a test runs', () => {
  const tutorial = codeBlocks(readFileSync(join(repository, 'docs/tutorial.md'), 'utf8'), 'sh').join('');
  expect(installCommands).toHaveLength(2);
  expect(installCommands.filter((command) => !tutorial.includes(`${command}\n`))).toEqual([]);
});

test.each(repositoryCommands)('%s is a command of npm or a script of ours', (command) => {
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
