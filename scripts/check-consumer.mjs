// Installs the packed packages in an empty folder, as an application would, and checks what comes with them: install
// scripts, licences, and the run-time dependencies of our packages. Why: docs/decisions/0052-swagger-ui-is-copied.md.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../test/install/commands.mjs';
import { findDependencyFaults, findLicenceFaults, findScriptFaults, hasScript } from './consumer-rules.mjs';
import { packPackages } from './pack-packages.mjs';

/** The other packages of an application on SQLite. */
const neighbours = ['typeorm', 'koa', 'class-validator', 'reflect-metadata', 'better-sqlite3'];

const folder = mkdtempSync(join(tmpdir(), 'decorest-consumer-'));
try {
  const tarballs = packPackages().map(({ path }) => path);
  const scriptsRun = await installPackages(folder, tarballs);
  const packages = readPackages(folder);
  printSummary(packages, scriptsRun);
  reportFaults([
    ...findScriptFaults(packages, scriptsRun),
    ...findLicenceFaults(packages),
    ...findDependencyFaults(packages),
  ]);
} finally {
  rmSync(folder, { recursive: true });
}

/**
 * Installs with npm's defaults, without our overrides. The shell that npm starts for scripts only records their names, so
 * nothing is compiled and nothing reports home.
 *
 * @returns the packages whose scripts npm ran, each with the name of the script
 */
async function installPackages(cwd, tarballs) {
  const shell = join(cwd, 'record-script.sh');
  const record = join(cwd, 'scripts-run.txt');
  writeFileSync(shell, `#!/bin/sh\necho "$npm_package_name $npm_lifecycle_event" >> '${record}'\n`, {
    mode: 0o755,
  });
  writeFileSync(join(cwd, 'package.json'), '{ "private": true }\n');
  const options = ['--no-audit', '--no-fund', '--ignore-scripts=false', '--script-shell', shell];
  await run('npm', ['install', ...options, ...neighbours, ...tarballs], { cwd });
  const recorded = existsSync(record) ? readFileSync(record, 'utf8').trim().split('\n') : [];
  return recorded.map((line) => line.split(' ')).map(([name, script]) => ({ name, script }));
}

/** The manifest of every installed package. `hasBinding`: it has a binding.gyp, which npm compiles. */
function readPackages(cwd) {
  const { packages } = JSON.parse(readFileSync(join(cwd, 'node_modules/.package-lock.json'), 'utf8'));
  return Object.keys(packages).map((path) => ({
    license: 'none',
    ...JSON.parse(readFileSync(join(cwd, path, 'package.json'), 'utf8')),
    hasBinding: existsSync(join(cwd, path, 'binding.gyp')),
  }));
}

function printSummary(packages, scriptsRun) {
  const withScript = packages.filter(hasScript).map(({ name, version }) => `${name}@${version}`);
  const ran = scriptsRun.map(({ name, script }) => `${name} ${script}`);
  const licences = countBy(packages, ({ license }) => String(license));
  console.log(`${packages.length} packages installed.`);
  console.log(`With an install script: ${withScript.join(', ') || 'none'}.`);
  console.log(`Scripts run: ${ran.join(', ') || 'none'}.`);
  console.log(`Licences: ${licences.map(([name, count]) => `${name} ${count}`).join(', ')}.`);
}

function countBy(items, keyOf) {
  const counts = new Map();
  for (const key of items.map(keyOf)) counts.set(key, (counts.get(key) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one);
}

function reportFaults(faults) {
  for (const fault of faults) console.error(`Fault: ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
  else console.log('No faults.');
}
