// docs/tutorial.md done to the letter, from this checkout to a project in a folder of its own: its files are written, its
// commands run, and what it says they print is compared. Then the commands of docs/guide/client.md, in the same project.
// Prints the machine's time.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { environment, printedBy, run } from './commands.mjs';
import { processorSeconds } from './machine-time.mjs';
import { freePort, untilAnswered } from './ports.mjs';
import { shellCommands, tutorialSteps } from './tutorial-steps.mjs';

/** Done before this test can run, and not again: it would empty node_modules under other tests. */
const installsCheckout = 'npm ci';
const port = await freePort();
const checkout = join(import.meta.dirname, '../..');
const outermost = mkdtempSync(join(tmpdir(), 'decorest-tutorial-'));
const tutorial = pageOf('docs/tutorial.md').replaceAll('../bookshelf', join(outermost, 'bookshelf'));
/** The tutorial serves its API below a prefix. */
const client = pageOf('docs/guide/client.md').replaceAll('/openapi.json', '/api/openapi.json');

const started = Date.now();
const before = processorSeconds();
let folder = checkout;
let server;
try {
  for (const step of tutorialSteps(tutorial).filter(({ command }) => command !== installsCheckout))
    await doStep(step);
  for (const line of shellCommands(client)) await doStep({ command: line });
} finally {
  await stopServer();
  rmSync(outermost, { recursive: true });
}
const passed = (Date.now() - started) / 1000;
const worked = before === null ? passed : processorSeconds() - before;
console.log(`${passed.toFixed(0)} s passed, the machine worked ${worked.toFixed(0)} s.`);

function pageOf(path) {
  return readFileSync(join(checkout, path), 'utf8').replaceAll('localhost:3000', `127.0.0.1:${port}`);
}

async function doStep(step) {
  const began = Date.now();
  if (step.file !== undefined) return writeStep(step);
  const printed = await command(step.command);
  if (step.output !== undefined) assert.equal(printed, step.output, step.command);
  console.log(`${((Date.now() - began) / 1000).toFixed(1).padStart(5)} s  ${step.command}`);
}

function writeStep({ file, content }) {
  assert.notEqual(folder, checkout, `${file} belongs to the project, not to the checkout.`);
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), content.replace('listen(3000)', `listen(${port})`));
  console.log(`         ${file}`);
}

/** Runs a command as a user in a shell would. A server goes on running; `cd` is for all that follow. */
async function command(line) {
  if (line.startsWith('cd ')) folder = resolve(folder, line.slice('cd '.length));
  else if (line.startsWith('node ')) await startServer(line.split(' ').slice(1));
  else return run('bash', ['-c', line], { cwd: folder });
  return '';
}

async function startServer(args) {
  await stopServer();
  server = spawn(process.execPath, args, {
    cwd: folder,
    env: environment({}),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await untilAnswered(`http://127.0.0.1:${port}/`, server, printedBy(server));
}

async function stopServer() {
  if (server === undefined || server.exitCode !== null) return;
  const ended = new Promise((end) => server.once('close', end));
  server.kill('SIGKILL');
  await ended;
}
