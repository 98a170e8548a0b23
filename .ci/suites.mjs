// The suites that do not judge every change, with the paths that each judges. `.ci/run` runs those whose paths have changed
// since they last passed, and one more in rotation. Their last runs are in last-runs.json: commit it with your change.
//   node .ci/suites.mjs choose             prints the suites to run: name, seconds of its last run, command
//   node .ci/suites.mjs all                prints all of them in the same form
//   node .ci/suites.mjs record NAME SECONDS STATUS     writes a run to last-runs.json; status 0 is a pass
//   node .ci/suites.mjs report [NAME ...]  prints the suites that are not named, and when each last ran
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = import.meta.dirname;
const lastRunsFile = join(folder, 'last-runs.json');
const core = (...names) => names.map((name) => `packages/core/src/${name}`);

/**
 * `paths` are git's pathspecs. `packages` are Debian packages, needed where `requires` names a file that is missing; `*` is any
 * folder there.
 */
const suites = [
  {
    name: 'faults',
    command: 'npm run test:faults',
    paths: [...core('database', 'execute', 'response'), 'packages/koa/src', 'test/faults', 'test/support'],
    requires: ['/usr/bin/strace'],
    packages: ['strace'],
  },
  {
    name: 'histories',
    command: 'npm run test:histories',
    paths: [...core('database', 'execute', 'sql'), 'test/histories'],
  },
  {
    name: 'typeorm-03',
    command: 'npm run test:typeorm-03',
    paths: [...core('model/scan', 'database', 'execute'), 'package-lock.json', 'test/spec'],
  },
  {
    name: 'scaling',
    command: 'npm run test:scaling',
    paths: [...core('database'), 'test/scaling', 'test/faults/own-postgres.ts', 'test/faults/tcp-proxy.ts'],
    // These tests start their own servers: a primary with its replica, a cluster, and a pooler.
    requires: [
      '/usr/lib/postgresql/*/bin/initdb',
      '/usr/sbin/mariadbd',
      '/usr/lib/galera/libgalera_smm.so',
      '/usr/bin/rsync',
      '/usr/sbin/pgbouncer',
    ],
    packages: ['postgresql', 'mariadb-server', 'galera-4', 'rsync', 'pgbouncer'],
  },
  {
    name: 'clusters',
    command: 'npm run test:clusters',
    paths: [...core('database'), 'test/clusters'],
    // These tests start their own clusters: of PostgreSQL, and of MySQL, whose programs .ci/unpack-mysql downloads.
    requires: [
      '/usr/lib/postgresql/*/bin/initdb',
      '/usr/bin/patroni',
      '/usr/bin/etcd',
      '/usr/sbin/haproxy',
      '/usr/lib/python3/dist-packages/pymysql/__init__.py',
      '/usr/bin/curl',
    ],
    packages: ['postgresql', 'patroni', 'etcd-server', 'haproxy', 'python3-pymysql', 'curl'],
  },
  {
    name: 'proxies',
    command: 'npm run test:proxies',
    paths: ['packages/koa/src', ...core('response'), 'test/proxies'],
    requires: ['/usr/sbin/nginx'],
    packages: ['nginx-light'],
  },
  {
    name: 'browser',
    command: 'npm run test:browser',
    paths: ['packages/koa/src', 'packages/openapi/src', 'scripts/copy-swagger-ui.mjs', 'test/browser'],
    requires: ['/usr/bin/chromium'],
    packages: ['chromium'],
  },
  {
    name: 'install',
    command: 'npm run test:install',
    paths: [
      ':(glob)packages/*/package.json',
      ':(glob)packages/*/src/**/index.ts',
      ':(glob)tsconfig*.json',
      'package-lock.json',
      'scripts/finish-build.mjs',
      'scripts/pack-packages.mjs',
      'test/install',
    ],
  },
  {
    name: 'tutorial',
    command: 'npm run test:tutorial',
    paths: [
      'docs/tutorial.md',
      'docs/guide/client.md',
      'package-lock.json',
      'packages/openapi/src',
      'test/install',
    ],
  },
  {
    name: 'mutations',
    command: 'npm run test:mutations -- --seconds 240',
    paths: [':(glob)packages/*/src/**', 'scripts/mutations'],
  },
];

const [command, ...values] = process.argv.slice(2);
const lastRuns = existsSync(lastRunsFile) ? JSON.parse(readFileSync(lastRunsFile, 'utf8')) : {};
const commands = { choose, all: () => printSuites(suites), record, report };
if (!Object.hasOwn(commands, command ?? '')) {
  console.error(`Unknown command: ${command}. Commands: ${Object.keys(commands).join(', ')}.`);
  process.exit(1);
}
commands[command](...values);

/** Those that wait longest come first, so that a limit on time leaves out the others. */
function choose() {
  const touched = suites.filter(isTouched);
  const others = suites.filter((suite) => !touched.includes(suite));
  const count = Number(git('rev-list', '--count', 'HEAD'));
  const next = others.length === 0 ? [] : [others[count % others.length]];
  printSuites([...touched.sort((a, b) => lastPassOf(a) - lastPassOf(b)), ...next]);
}

/** Whether the paths of a suite differ from those of the commit at which it last passed. */
function isTouched({ name, paths }) {
  const commit = lastRuns[name]?.passed?.commit;
  if (commit === undefined) return true;
  try {
    return git('diff', '--name-only', commit, 'HEAD', '--', ...paths) !== '';
  } catch {
    // A shallow clone does not have that commit.
    return true;
  }
}

function lastPassOf({ name }) {
  return Date.parse(lastRuns[name]?.passed?.date ?? '2000-01-01');
}

function printSuites(chosen) {
  for (const { name, command: line, requires = [], packages = [] } of chosen) {
    const missing = requires.every(isThere) ? '' : packages.join(' ');
    console.log([name, lastRuns[name]?.last.seconds ?? 0, line, missing].join('|'));
  }
}

function isThere(path) {
  const [folder, rest] = path.split('*');
  if (rest === undefined) return existsSync(folder);
  return existsSync(folder) && readdirSync(folder).some((name) => existsSync(join(folder, name, rest)));
}

function record(name, seconds, status) {
  const run = {
    commit: git('rev-parse', 'HEAD'),
    date: new Date().toISOString().slice(0, 16) + 'Z',
    seconds: Number(seconds),
  };
  const passed = status === '0' ? run : lastRuns[name]?.passed;
  const known = {
    ...lastRuns,
    [name]: { last: { ...run, status: status === '0' ? 'passed' : 'failed' }, passed },
  };
  const sorted = Object.fromEntries(Object.entries(known).sort(([a], [b]) => a.localeCompare(b)));
  writeFileSync(lastRunsFile, `${JSON.stringify(sorted, null, 2)}\n`);
}

function report(...ran) {
  for (const suite of suites.filter(({ name }) => !ran.includes(name))) {
    const last = lastRuns[suite.name]?.last;
    const when = last
      ? `last ran ${last.date} at ${last.commit.slice(0, 9)}, ${last.status}`
      : 'no run on record';
    const why = isTouched(suite) ? 'its paths have changed' : 'its paths have not changed';
    console.log(`  ${suite.name}: ${why} since it last passed; ${when}`);
  }
}

function git(...args) {
  return execFileSync('git', args, {
    cwd: join(folder, '..'),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
}
