// The tables of a page of docs/, row by row.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const repository = join(__dirname, '../..');

/** A row: its cells by the column's heading, without the backquotes around a cell that is one piece of code. */
export type TableRow = Readonly<Record<string, string>>;

/** The rows of every table of the page that has a column of this heading. */
export function tableRows(page: string, heading: string): TableRow[] {
  const tables = readFileSync(join(repository, 'docs', page), 'utf8').split(/\n\s*\n/);
  return tables.flatMap((block) => {
    const [headings = [], , ...rows] = block.split('\n').filter(isRow).map(cellsOf);
    return headings.includes(heading) ? rows.map((cells) => byHeading(headings, cells)) : [];
  });
}

/** The cells of one column. */
export function column(page: string, heading: string): string[] {
  return tableRows(page, heading).map((row) => row[heading] ?? '');
}

function isRow(line: string): boolean {
  return line.startsWith('|');
}

function cellsOf(line: string): string[] {
  const cells = line.split(/(?<!\\)\|/).slice(1, -1);
  return cells.map((cell) => cell.trim().replace(/^`([^`]*)`$/, '$1'));
}

function byHeading(headings: readonly string[], cells: readonly string[]): TableRow {
  return Object.fromEntries(headings.map((heading, at) => [heading, cells[at] ?? '']));
}
