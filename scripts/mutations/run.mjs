// Seeds each defect of defects.mjs into a copy of the repository, one at a time, and checks that tests notice it.
// `npm run test:mutations` tries all, `-- mutex` those with the word in their name, `-- --seconds 360` a sample, `-- --check`
// none. Fails when any text to replace is not there once, when a test fails without a defect, and when a defect is missed.
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
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { defects } from './defects.mjs';
import { orderSample } from './sample.mjs';

const repository = join(dirname(fileURLToPath(import.meta.url)), '../..');
/** A run with a defect that takes longer has not noticed the defect. */
const maxRunMs = 300_000;
/** For the run of all these tests without a defect. */
const maxSoundRunMs = 1_800_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { check: { type: 'boolean', default: false }, seconds: { type: 'string' } },
});
const isSample = values.seconds !== undefined;
/** No defect is started later. */
const deadline = isSample ? performance.now() + readSeconds(values.seconds) * 1000 : Infinity;

const named = defects.filter(({ defect }) => positionals.every((word) => defect.includes(word)));
if (named.length === 0) throw new Error(`No defect has '${positionals.join(' ')}' in its name.`);
requireTexts(named);
if (!values.check) await tryAll(selectDefects(named));

function readSeconds(text) {
  const seconds = Number(text);
  if (!(seconds > 0)) throw new Error(`--seconds takes a number above 0, not '${text}'.`);
  return seconds;
}

/** @throws Error naming every defect with a text that is not there once. */
function requireTexts(checked) {
  const problems = checked.flatMap((defect) => {
    try {
      applyDefect(repository, defect);
      return [];
    } catch (error) {
      return [error.message];
    }
  });
  if (problems.length > 0) throw new Error(problems.join('\n'));
  console.log(`The texts of ${checked.length} defects are there once.`);
}

/** The file with the defect. @throws Error when a text of it is not there once. */
function applyDefect(folder, { defect, file, find, replace, and }) {
  const text = readFileSync(join(folder, file), 'utf8');
  const changes = [{ find, replace }, ...(and ? [and] : [])];
  return changes.reduce((changed, change) => {
    const times = changed.split(change.find).length - 1;
    if (times !== 1) throw new Error(`'${defect}': the text is ${times} times in ${file}: ${change.find}`);
    return changed.replace(change.find, () => change.replace);
  }, text);
}

/** Leaves out defects whose tests need a database that the environment does not name. */
function selectDefects(candidates) {
  const isMissing = ({ needs }) => needs !== undefined && !process.env[needs];
  for (const { defect, needs } of candidates.filter(isMissing))
    console.warn(`Left out, as ${needs} is not set: ${defect}.`);
  const selected = candidates.filter((candidate) => !isMissing(candidate));
  return isSample ? orderSample(repository, selected) : selected;
}

async function tryAll(selected) {
  const queue = [...selected];
  const results = [];
  const workers = Math.min(2, availableParallelism(), selected.length);
  console.log('|        | Defect | Noticed by |\n| ------ | ------ | ---------- |');
  await Promise.all(Array.from({ length: workers }, (_, at) => runWorker(queue, results, selected, at)));
  const caught = results.filter((result) => result.caught).length;
  const missed = results.length - caught;
  console.log(`\n${caught} of ${results.length} defects noticed, ${queue.length} not tried.`);
  console.log(`Tests: ${missed > 0 ? `${missed} failed, ` : ''}${caught} passed, ${results.length} total`);
  process.exitCode = missed === 0 && results.length > 0 ? 0 : 1;
}

/** Tries defects of the queue, one after the other, in its own copy. A sample checks each one's tests without it. */
async function runWorker(queue, results, selected, worker) {
  const copy = copyRepository();
  try {
    if (worker === 0 && !isSample) await requireSound(copy, selected, maxSoundRunMs);
    while (queue.length > 0 && performance.now() < deadline) {
      const defect = queue.shift();
      if (isSample) await requireSound(copy, [defect], maxRunMs);
      const result = await tryDefect(copy, defect);
      results.push(result);
      console.log(`| ${result.caught ? 'caught' : 'MISSED'} | ${defect.defect} | ${result.why} |`);
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

async function tryDefect(copy, defect) {
  const path = join(copy, defect.file);
  const original = readFileSync(path, 'utf8');
  writeFileSync(path, applyDefect(copy, defect));
  const found = await runTests(copy, defect.caughtBy, maxRunMs);
  writeFileSync(path, original);
  const [first, ...more] = found?.failed ?? [];
  if (first === undefined) return { caught: false, why: `${found?.ran ?? 'no'} tests ran, none failed` };
  return { caught: true, why: more.length === 0 ? first : `${first} (and ${more.length} more)` };
}

/** @throws Error naming the tests of the defects that fail without a defect. */
async function requireSound(copy, checked, timeout) {
  for (const project of new Set(checked.map(({ caughtBy }) => caughtBy.project))) {
    const tests = checked.map(({ caughtBy }) => caughtBy).filter((test) => test.project === project);
    const paths = tests.map(({ path }) => path);
    const names = tests.map(({ name }) => name);
    const all = { project, path: paths.join('|'), name: names.includes('') ? '' : names.join('|') };
    const found = await runTests(copy, all, timeout);
    if (!found || found.ran === 0 || found.failed.length > 0)
      throw new Error(`Without a defect tests of ${project} fail: ${JSON.stringify(found)}`);
  }
}

/** Runs tests in a copy; returns the names of those that failed, or null when the run did not end. */
async function runTests(copy, { project, path, name }, timeout) {
  const report = join(copy, 'report.json');
  rmSync(report, { force: true });
  const tests = [
    '--selectProjects',
    project,
    '--testPathPatterns',
    path,
    ...(name === '' ? [] : ['-t', name]),
  ];
  const command = ['node_modules/jest/bin/jest.js', ...tests, '--json', '--outputFile', report];
  const run = spawn(process.execPath, command, { cwd: copy, stdio: 'ignore', timeout });
  await new Promise((resolve) => run.once('close', resolve));
  return readReport(report);
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

/** A copy of all files that git tracks or could track, as they are now, with links to the installed modules. */
function copyRepository() {
  const copy = mkdtempSync(join(tmpdir(), 'decorest-mutations-'));
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: repository,
    encoding: 'utf8',
  });
  for (const file of listed.split('\0').filter(Boolean)) cpSync(join(repository, file), join(copy, file));
  for (const workspace of ['', ...listWorkspaces()]) {
    const modules = join(repository, workspace, 'node_modules');
    if (existsSync(modules)) symlinkSync(modules, join(copy, workspace, 'node_modules'));
  }
  return copy;
}

function listWorkspaces() {
  const inFolder = (folder) => readdirSync(join(repository, folder)).map((name) => join(folder, name));
  return [...inFolder('packages'), ...inFolder('examples'), 'test'];
}
