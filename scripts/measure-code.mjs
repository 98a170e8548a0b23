// Measures the sources of packages/core: how large files and functions are, how many parameters functions take, how many
// names of functions begin with a verb, how many files have a single importer, how many identifiers have words that standard
// terms replaced. Fails when a figure leaves its bounds, which CI relies on. `--list FIGURE` prints what a figure counts:
// `names`, `parameters`, `importers`, `files`, `words`.
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';

const root = resolve(import.meta.dirname, '../packages/core/src');

/** The verbs that begin a function's name: one list for all folders. `is` and `has` ask, `to` and `as` convert. */
const verbs = new Set(
  `abort accept acquire add advise allow append apply as assert assign attach authorize await batch begin bind build cache
  call cancel capture catch change check choose classify clean clear clone close coerce collect combine commit compare
  compile complete compute concatenate connect consume contain convert copy count create declare decode define delete
  derive describe destroy detach detect discard drop emit encode end ensure enter equal escape estimate evaluate exclude
  execute exhaust expand expect explain export extend extract fail fetch fill filter find finish flatten follow forbid
  format freeze gather generate get give group guard handle has hash hide hold ignore include index indent infer inherit
  insert inspect instantiate interpolate interrupt invoke is iterate join keep know lead limit link list load lock log
  look make map mark match measure merge move name narrow negate normalize notify observe omit open order override pad
  parse pass pause permit pick pipeline place plan point prefer prepare print prune publish push put qualify query queue
  quote raise read rebuild recognize record recover reduce refer refuse register reject relate release remove rename
  render repeat replace report request require reset resolve restore restrict resume retry return reuse revive roll round
  run save scan search select send serialize set settle share shift shorten show sign skip sort split start stop store
  strip suggest suit sum summarize support suppress take tell terminate test throw tie time to trace track transform
  translate trim try turn type unwrap update use validate visit wait walk warn watch wrap write yield`.split(
    /\s+/,
  ),
);

/** Words that standard terms replaced (connection, circuit breaker, mutex, policy, observed, authorization and others). */
const replacedWords = new Set(
  `abortable admission admit beat followed guarded hooked hung kinship lease leased lend lending loan misfed neighbour passage
  patience patiently patient pulse reach reached reaches shelf strung turnstile twins`.split(/\s+/),
);

/** Inclusive bounds, kept by CI. */
const bounds = {
  'names of top-level functions that begin with a verb': { least: 0.9 },
  'functions of four and more parameters': { most: 0.04 },
  'files with a single importer': { most: 0.37 },
  'lines of the longest file': { most: 250 },
  'lines of a function, 90th percentile': { most: 15 },
  'identifiers with replaced words': { most: 0 },
};

const files = readdirSync(root, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.c?ts$/.test(entry.name) && !entry.name.endsWith('.test.ts'))
  .map((entry) => join(entry.parentPath, entry.name))
  .sort()
  .map(measureFile);
const functions = files.flatMap(({ functions }) => functions);
const named = files.flatMap(({ topLevel }) => topLevel);
const importers = countImporters(files);

const figures = {
  'names of top-level functions that begin with a verb': computeShare(named, ({ name }) =>
    beginsWithVerb(name),
  ),
  'functions of four and more parameters': computeShare(functions, ({ parameters }) => parameters >= 4),
  'files with a single importer': computeShare(files, ({ path }) => importers.get(path)?.size === 1),
  'lines of the longest file': Math.max(...files.map(({ lines }) => lines)),
  'lines of a function, 90th percentile': computePercentile(
    functions.map(({ lines }) => lines),
    0.9,
  ),
  'identifiers with replaced words': files.flatMap(({ replaced }) => replaced).length,
};

const listed = process.argv[process.argv.indexOf('--list') + 1];
if (process.argv.includes('--list')) printList(listed);
else printFigures();

function measureFile(path) {
  const text = readFileSync(path, 'utf8');
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const functions = [];
  const replaced = [];
  const visit = (node) => {
    if (ts.isIdentifier(node) && hasReplacedWord(node.text)) replaced.push({ path, name: node.text });
    if (ts.isFunctionLike(node) && node.body)
      functions.push({
        path,
        name: getName(node),
        parameters: node.parameters.length,
        lines: countLines(source, node),
      });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return {
    path,
    lines: text.split('\n').length - 1,
    functions,
    replaced,
    topLevel: findTopLevelFunctions(source),
    imports: findImports(source),
  };
}

function findTopLevelFunctions(source) {
  return source.statements.flatMap((statement) => {
    if (ts.isFunctionDeclaration(statement) && statement.name && statement.body)
      return [{ path: source.fileName, name: statement.name.text }];
    if (!ts.isVariableStatement(statement)) return [];
    return statement.declarationList.declarations
      .filter(
        ({ initializer }) =>
          initializer && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer)),
      )
      .map(({ name }) => ({ path: source.fileName, name: name.getText() }));
  });
}

function findImports(source) {
  return source.statements
    .filter(
      (statement) =>
        ts.isImportDeclaration(statement) ||
        ts.isExportDeclaration(statement) ||
        ts.isImportEqualsDeclaration(statement),
    )
    .map((statement) => statement.moduleSpecifier ?? statement.moduleReference?.expression)
    .filter((specifier) => specifier && ts.isStringLiteral(specifier) && specifier.text.startsWith('.'))
    .map((specifier) => join(dirname(source.fileName), specifier.text.replace(/\.(c?)js$/, '.$1ts')));
}

function countImporters(measured) {
  const importersOf = new Map();
  for (const { path, imports } of measured)
    for (const imported of imports)
      importersOf.set(imported, (importersOf.get(imported) ?? new Set()).add(path));
  return importersOf;
}

function getName(node) {
  return node.name?.getText() ?? '(function)';
}

function countLines(source, node) {
  const line = (position) => source.getLineAndCharacterOfPosition(position).line;
  return line(node.end) - line(node.getStart()) + 1;
}

function hasReplacedWord(name) {
  return name.split(/(?=[A-Z])|_/).some((word) => replacedWords.has(word.toLowerCase()));
}

function beginsWithVerb(name) {
  const [first] = name.split(/(?=[A-Z])|_/);
  return verbs.has(first.toLowerCase());
}

function computeShare(all, holds) {
  return all.filter(holds).length / all.length;
}

function computePercentile(values, part) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * part) - 1];
}

function printFigures() {
  console.log(
    `packages/core/src: ${files.length} files, ${functions.length} functions, ${named.length} at top level`,
  );
  let missed = 0;
  for (const [name, value] of Object.entries(figures)) {
    const { least = -Infinity, most = Infinity } = bounds[name];
    const within = value >= least && value <= most;
    if (!within) missed++;
    const bound = least > -Infinity ? `at least ${formatFigure(least)}` : `at most ${formatFigure(most)}`;
    console.log(`${within ? 'ok    ' : 'MISSED'} ${name}: ${formatFigure(value)} (${bound})`);
  }
  if (missed > 0) process.exit(1);
}

function printList(figure) {
  const at = (path) => relative(root, path);
  const lists = {
    names: () =>
      named.filter(({ name }) => !beginsWithVerb(name)).map(({ path, name }) => `${at(path)}: ${name}`),
    parameters: () =>
      functions
        .filter(({ parameters }) => parameters >= 4)
        .map(({ path, name, parameters }) => `${at(path)}: ${name} (${parameters})`),
    importers: () =>
      files
        .filter(({ path }) => importers.get(path)?.size === 1)
        .map(({ path, lines }) => `${at(path)} (${lines}) <- ${at([...importers.get(path)][0])}`),
    words: () => files.flatMap(({ replaced }) => replaced.map(({ path, name }) => `${at(path)}: ${name}`)),
    files: () =>
      [...files].sort((a, b) => b.lines - a.lines).map(({ path, lines }) => `${lines} ${at(path)}`),
  };
  console.log(lists[figure]().join('\n'));
}

function formatFigure(value) {
  return value < 1 ? `${(value * 100).toFixed(1)} %` : String(value);
}
