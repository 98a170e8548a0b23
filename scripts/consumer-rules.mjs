// Rules for an installation of our packages. Each function returns the faults it finds, one sentence each.

/** Packages that may have an install script: a driver downloads or compiles its binary. */
const mayRunScripts = ['better-sqlite3'];

/** Packages that report installations. */
const telemetry = ['@scarf/scarf'];

/** Licences that only require their text to be kept. */
const permissive = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
]);

/** Packages of data, under licences that are not for code. */
const dataLicences = new Map([
  ['spdx-exceptions', 'CC-BY-3.0'],
  ['spdx-license-ids', 'CC0-1.0'],
]);

/** The run-time dependencies of our packages. A new name is a decision: add it here, to docs/databases.md and to CHANGELOG.md. */
const runTimeDependencies = {
  '@decorest/core': [
    'ajv',
    'ajv-formats',
    'lru-cache',
    'negotiator',
    'peer better-sqlite3',
    'peer class-transformer',
    'peer class-validator',
    'peer mysql2',
    'peer pg',
    'peer reflect-metadata',
    'peer sqlite3',
    'peer typeorm',
    'pluralize',
  ],
  '@decorest/koa': [
    '@decorest/core',
    '@decorest/openapi',
    '@koa/router',
    '@types/koa',
    'koa2-swagger-ui',
    'peer koa',
    'peer routing-controllers',
    'raw-body',
  ],
  '@decorest/openapi': ['@decorest/core', 'openapi3-ts', 'yaml'],
};

/** Whether npm runs a script when it installs the package. A binding.gyp without a script means `node-gyp rebuild`. */
export function hasScript({ scripts = {}, gypfile, hasBinding }) {
  const hasOwn = ['preinstall', 'install', 'postinstall'].some((name) => name in scripts);
  return hasOwn || (hasBinding && gypfile !== false);
}

/**
 * Packages with scripts, and packages whose scripts npm ran. If npm did not run the driver's script, it runs none, and this
 * check would not notice the others.
 */
export function findScriptFaults(packages, scriptsRun) {
  const names = packages.map(({ name }) => name);
  const withScript = packages.filter(hasScript).map(({ name }) => name);
  const ran = scriptsRun.map(({ name }) => name);
  return [
    ...exclude(withScript, mayRunScripts).map((name) => `${name} has an install script.`),
    ...exclude(ran, mayRunScripts).map((name) => `npm ran an install script of ${name}.`),
    ...exclude(mayRunScripts, ran).map((name) => `npm did not run the install script of ${name}.`),
    ...telemetry.filter((name) => names.includes(name)).map((name) => `${name} reports installations.`),
  ];
}

/** Licences that are not permissive, and packages that state none. */
export function findLicenceFaults(packages) {
  return packages
    .filter(({ name, license }) => !isPermissive(license) && dataLicences.get(name) !== license)
    .map(({ name, license }) => `${name} has the licence ${JSON.stringify(license)}.`);
}

/** Understands "A OR B" and "A AND B". An expression with both needs a person to read it. */
function isPermissive(license) {
  if (typeof license !== 'string') return false;
  const expression = license.replaceAll(/[()]/g, '');
  const isAllowed = (name) => permissive.has(name.trim());
  if (!expression.includes(' AND ')) return expression.split(' OR ').some(isAllowed);
  return !expression.includes(' OR ') && expression.split(' AND ').every(isAllowed);
}

/** Differences between the run-time dependencies of our packages and the list. */
export function findDependencyFaults(packages) {
  return Object.entries(runTimeDependencies).flatMap(([name, recorded]) => {
    const found = packages.find((each) => each.name === name);
    if (found === undefined) return [`${name} is not installed.`];
    const needed = listRunTimeNames(found);
    return [
      ...exclude(needed, recorded).map((other) => `${name} depends on ${other}, which is not in the list.`),
      ...exclude(recorded, needed).map(
        (other) => `${name} no longer depends on ${other}: take it off the list.`,
      ),
    ];
  });
}

function listRunTimeNames({ dependencies, optionalDependencies, peerDependencies = {} }) {
  const peers = Object.keys(peerDependencies).map((name) => `peer ${name}`);
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers];
}

function exclude(names, others) {
  return names.filter((name) => !others.includes(name));
}
