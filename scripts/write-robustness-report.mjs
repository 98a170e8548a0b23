// Adds up the figures of the robustness suites (.robustness/*.json) and writes the table into docs/robustness.md.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';

const document = new URL('../docs/robustness.md', import.meta.url);
const folder = new URL('../.robustness/', import.meta.url);
const [begin, end] = ['<!-- figures: written by npm run robustness:report -->', '<!-- figures end -->'];

const databases = { sqlite: 'SQLite', postgres: 'PostgreSQL', mariadb: 'MariaDB' };
const suites = { faults: 'Faults', abuse: 'Abuse', scaling: 'Scaling' };
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

function renderTable(records) {
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

const text = readFileSync(document, 'utf8');
const [before, rest] = text.split(begin);
const after = rest?.split(end)[1];
if (after === undefined) throw new Error('docs/robustness.md lacks the marks around its figures.');
const updated = `${before}${begin}\n\n${renderTable(readRecords())}\n\n${end}${after}`;
const options = await resolveConfig(document.pathname);
writeFileSync(document, await format(updated, { ...options, parser: 'markdown' }));
