// Adds up the figures of the robustness suites (.robustness/*.json) and writes the tables into docs/robustness.md. A table whose
// suites have not run since the folder was emptied stays as it is.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';

const document = new URL('../docs/robustness.md', import.meta.url);
const folder = new URL('../.robustness/', import.meta.url);

/** The tables between their marks: their suites, and the columns that they always have. */
const tables = [
  {
    begin: '<!-- figures: written by npm run robustness:report -->',
    end: '<!-- figures end -->',
    suites: { faults: 'Faults', abuse: 'Abuse', scaling: 'Scaling' },
    databases: { sqlite: 'SQLite', postgres: 'PostgreSQL', mariadb: 'MariaDB' },
  },
  {
    begin: '<!-- figures of clusters: written by npm run robustness:report -->',
    end: '<!-- figures of clusters end -->',
    suites: { clusters: 'Clusters' },
    databases: {},
  },
];
const figures = [
  'requests tried',
  'faults injected',
  'faults survived',
  'crash points swept',
  'acknowledged writes',
  'acknowledged writes lost',
  'interleavings tried',
  'non-serial outcomes',
  '5xx without an injected fault',
  'writes made twice',
  'answers 503 and 504',
  '503 without Retry-After',
  'slowest answer, ms',
  'slowest service after a new primary, ms',
  'slowest service after a silence, ms',
];

function readRecords() {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return files.sort().map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')));
}

function addUp(records, suite, figure, database) {
  const counts = records
    .filter((record) => record.suite === suite)
    .map(({ counted }) => counted[database]?.[figure])
    .filter((count) => count !== undefined);
  return counts.length === 0 ? undefined : counts.reduce((sum, count) => sum + count, 0);
}

function renderTable(records, { suites, databases }) {
  const found = [...new Set(records.flatMap(({ counted }) => Object.keys(counted)))];
  const columns = [...Object.keys(databases), ...found.filter((name) => !(name in databases))];
  const rows = Object.entries(suites).flatMap(([suite, title]) =>
    figures.flatMap((figure) => {
      const counts = columns.map((database) => addUp(records, suite, figure, database));
      if (counts.every((count) => count === undefined)) return [];
      const cells = counts.map((count) => (count === undefined ? '' : count.toLocaleString('en')));
      return [`| ${title} | ${figure} | ${cells.join(' | ')} |`];
    }),
  );
  const heads = columns.map((name) => databases[name] ?? name);
  return [
    `| Suite | Figure | ${heads.join(' | ')} |`,
    `| --- | --- | ${heads.map(() => '---:').join(' | ')} |`,
    ...rows,
  ].join('\n');
}

function replaceTable(text, records, table) {
  const ofTable = records.filter(({ suite }) => suite in table.suites);
  const [before, rest] = text.split(table.begin);
  const after = rest?.split(table.end)[1];
  if (after === undefined)
    throw new Error(`docs/robustness.md lacks the marks ${table.begin} and ${table.end}.`);
  if (ofTable.length === 0) return text;
  return `${before}${table.begin}\n\n${renderTable(ofTable, table)}\n\n${table.end}${after}`;
}

const records = readRecords();
const text = tables.reduce(
  (written, table) => replaceTable(written, records, table),
  readFileSync(document, 'utf8'),
);
const options = await resolveConfig(document.pathname);
writeFileSync(document, await format(text, { ...options, parser: 'markdown' }));
