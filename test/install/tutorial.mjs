// docs/tutorial.md done to the letter in an empty folder, with the packed tarballs for ours: its files are written, its
// commands run, and what it says they print is compared. Prints the machine's time; three minutes are the limit.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { packPackages } from '../../scripts/packed.mjs';
import { environment, printedBy, run } from './commands.mjs';
import { processorSeconds } from './machine-time.mjs';
import { freePort, untilAnswered } from './ports.mjs';
import { tutorialSteps } from './tutorial-steps.mjs';

const limitSeconds = 180;
const port = await freePort();
const tarballs = packPackages();
const text = readFileSync(join(import.meta.dirname, '../../docs/tutorial.md'), 'utf8');

const started = Date.now();
const packing = processorSeconds();
let folder = mkdtempSync(join(tmpdir(), 'decorest-tutorial-'));
const outermost = folder;
let server;
try {
  for (const step of tutorialSteps(text.replaceAll('localhost:3000', `127.0.0.1:${port}`)))
    await doStep(step);
} finally {
  await stopServer();
  rmSync(outermost, { recursive: true });
}
const passed = (Date.now() - started) / 1000;
const worked = packing === null ? passed : processorSeconds() - packing;
console.log(
  `${passed.toFixed(0)} s passed, the machine worked ${worked.toFixed(0)} s; ${limitSeconds} s are the limit.`,
);
assert.ok(worked < limitSeconds, 'Too long.');

async function doStep(step) {
  const began = Date.now();
  if (step.file !== undefined) return writeStep(step);
  const printed = await command(step.command);
  if (step.output !== undefined) assert.equal(printed, step.output, step.command);
  console.log(`${((Date.now() - began) / 1000).toFixed(1).padStart(5)} s  ${step.command}`);
}

function writeStep({ file, content }) {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), content.replace('listen(3000)', `listen(${port})`));
  console.log(`         ${file}`);
}

/** Runs a command as somebody in a shell would. A server goes on running; `cd` is for all that follow. */
async function command(line) {
  if (line.startsWith('cd ')) folder = join(folder, line.slice('cd '.length));
  else if (line.startsWith('node ')) await startServer(line.split(' ').slice(1));
  else return run('bash', ['-c', withTarballs(line)], { cwd: folder });
  return '';
}

/** Ours are not on the registry. npm would find those that the others depend on, so all are given. */
function withTarballs(line) {
  if (!/^npm install .*@decorest\//.test(line)) return line;
  return [line.replaceAll(/ @decorest\/\w+/g, ''), ...tarballs.map(({ path }) => path)].join(' ');
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
