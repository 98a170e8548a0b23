// Seeds each defect of defects.mjs into a copy of the repository, one at a time, and shows that tests notice it.
// `npm run test:mutations` runs all, `npm run test:mutations -- mutex` those with the word in their name. Fails when a
// text to replace is not there once, when a test fails without a defect, and when a defect is not noticed. Leaves out
// defects that need a database which the environment does not name.
import { execFileSync, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defects } from './defects.mjs';

const repository = join(dirname(fileURLToPath(import.meta.url)), '../..');
/** A run with a defect that takes longer has not noticed anything. */
const longestRunMs = 300_000;
/** The run of all these tests without a defect. */
const longestSoundRunMs = 1_800_000;

const asked = process.argv.slice(2);
const named = defects.filter(({ defect }) => asked.every((word) => defect.includes(word)));
if (named.length === 0) throw new Error(`No defect has '${asked.join(' ')}' in its name.`);
for (const defect of named) mutated(repository, defect);
const chosen = named.filter(({ needs }) => needs === undefined || process.env[needs]);
for (const { defect, needs } of named)
  if (needs !== undefined && !process.env[needs])
    console.warn(`Left out, as ${needs} is not set: ${defect}.`);

/** The file with the defect. @throws Error when a text of it is not there once. */
function mutated(folder, { defect, file, find, replace, and }) {
  const text = readFileSync(join(folder, file), 'utf8');
  const changes = [{ find, replace }, ...(and ? [and] : [])];
  return changes.reduce((changed, change) => {
    const times = changed.split(change.find).length - 1;
    if (times !== 1) throw new Error(`'${defect}': the text is ${times} times in ${file}: ${change.find}`);
    return changed.replace(change.find, () => change.replace);
  }, text);
}

function workspaces() {
  const inFolder = (folder) => readdirSync(join(repository, folder)).map((name) => join(folder, name));
  return [...inFolder('packages'), ...inFolder('examples'), 'test'];
}

/** A copy of the files that are or could be in git, as they are now, with our node_modules. */
function copyOfRepository() {
  const copy = mkdtempSync(join(tmpdir(), 'decorest-mutations-'));
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: repository,
    encoding: 'utf8',
  });
  for (const file of listed.split('\0').filter(Boolean)) cpSync(join(repository, file), join(copy, file));
  for (const workspace of ['', ...workspaces()]) {
    const modules = join(repository, workspace, 'node_modules');
    if (existsSync(modules)) symlinkSync(modules, join(copy, workspace, 'node_modules'));
  }
  return copy;
}

/** Runs tests in a copy; answers the names of those that failed, or null when they did not come to an end. */
async function failuresIn(copy, { project, path, name }, timeout) {
  const report = join(copy, 'report.json');
  rmSync(report, { force: true });
  const tests = ['--selectProjects', project, '--testPathPatterns', path, ...withName(name)];
  const command = ['node_modules/jest/bin/jest.js', ...tests, '--json', '--outputFile', report];
  const run = spawn(process.execPath, command, { cwd: copy, stdio: 'ignore', timeout });
  await new Promise((ended) => run.once('close', ended));
  return readReport(report);
}

function withName(name) {
  return name === '' ? [] : ['-t', name];
}

function readReport(report) {
  let results;
  try {
    results = JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    return null;
  }
  const tests = results.testResults.flatMap(({ assertionResults }) => assertionResults);
  const ran = tests.filter(({ status }) => status === 'passed' || status === 'failed');
  return {
    ran: ran.length,
    failed: ran.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
  };
}

/** Without a defect all these tests pass. @throws Error naming those that do not. */
async function requireSound(copy) {
  for (const project of new Set(chosen.map(({ caughtBy }) => caughtBy.project))) {
    const tests = chosen.map(({ caughtBy }) => caughtBy).filter((test) => test.project === project);
    const paths = tests.map(({ path }) => path);
    const names = tests.map(({ name }) => name);
    const all = { project, path: paths.join('|'), name: names.includes('') ? '' : names.join('|') };
    const found = await failuresIn(copy, all, longestSoundRunMs);
    if (!found || found.ran === 0 || found.failed.length > 0)
      throw new Error(`Without a defect tests of ${project} fail: ${JSON.stringify(found)}`);
  }
}

async function tryDefect(copy, defect) {
  const path = join(copy, defect.file);
  const original = readFileSync(path, 'utf8');
  writeFileSync(path, mutated(copy, defect));
  const found = await failuresIn(copy, defect.caughtBy, longestRunMs);
  writeFileSync(path, original);
  const [first, ...more] = found?.failed ?? [];
  if (first === undefined) return { caught: false, why: `${found?.ran ?? 'no'} tests ran, none failed` };
  return { caught: true, why: more.length === 0 ? first : `${first} (and ${more.length} more)` };
}

/** Tries defects of the queue, one after the other, in a copy of its own. */
async function work(queue, results, first) {
  const copy = copyOfRepository();
  try {
    if (first) await requireSound(copy);
    for (let defect = queue.shift(); defect; defect = queue.shift()) {
      const result = await tryDefect(copy, defect);
      results.push(result);
      process.stdout.write(`| ${result.caught ? 'caught' : 'MISSED'} | ${defect.defect} | ${result.why} |\n`);
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

const queue = [...chosen];
const results = [];
const workers = Math.min(2, availableParallelism(), chosen.length);
process.stdout.write('|        | Defect | Noticed by |\n| ------ | ------ | ---------- |\n');
await Promise.all(Array.from({ length: workers }, (_, at) => work(queue, results, at === 0)));
const caught = results.filter((result) => result.caught).length;
process.stdout.write(`\n${caught} of ${chosen.length} defects noticed.\n`);
process.exitCode = caught === chosen.length ? 0 : 1;
