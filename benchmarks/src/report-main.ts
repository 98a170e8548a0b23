// The newest results -> the tables of docs/performance.md, each between its markers: `npm run report`.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { benchTables } from './report/bench-markdown.js';
import { curveTables } from './report/curves-markdown.js';
import { soakTables } from './report/soak-markdown.js';
import { startUpTables } from './report/start-up-markdown.js';

const page = fileURLToPath(new URL('../../docs/performance.md', import.meta.url));
const prettier = fileURLToPath(new URL('../../node_modules/prettier/bin/prettier.cjs', import.meta.url));
const tables = { ...benchTables(), ...startUpTables(), ...soakTables(), ...curveTables() };
let text = readFileSync(page, 'utf8');
for (const [name, table] of Object.entries(tables)) text = replaced(text, name, table);
writeFileSync(page, text);
spawnSync(process.execPath, [prettier, '--write', page], { stdio: 'inherit' });
console.log(`Written: ${Object.keys(tables).join(', ')}.`);

/** @throws Error when the page has no such place. */
function replaced(whole: string, name: string, table: string): string {
  const [begin, end] = [`<!-- measured: ${name} -->`, `<!-- end: ${name} -->`];
  const [from, to] = [whole.indexOf(begin), whole.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`docs/performance.md has no place for ${name}.`);
  return `${whole.slice(0, from + begin.length)}\n\n${table}\n\n${whole.slice(to)}`;
}
