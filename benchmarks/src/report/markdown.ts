// Tables and figures in Markdown; prettier aligns them.
import type { Circumstances } from './results-file.js';

/** The first row is the header; all columns but the first are aligned to the right. */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const [header = [], ...lines] = rows.map((row) => `| ${row.join(' | ')} |`);
  const rule = (rows[0] ?? []).map((_, at) => (at === 0 ? '---' : '---:'));
  return [header, `| ${rule.join(' | ')} |`, ...lines].join('\n');
}

export function fixed(value: number | null | undefined, digits = 2): string {
  return value === null || value === undefined || !Number.isFinite(value) ? '-' : value.toFixed(digits);
}

/** Server, load and database by themselves. */
const quiet = 3.5;

/** When and where, and whether the machine had something else to do. */
export function provenance({ begun, machine: { node, cores, loadAverage } }: Circumstances): string {
  const machine = `${cores.length} × ${cores[0] ?? 'unknown'}`;
  const shared = loadAverage > quiet ? ', shared with other work: take it as a hint' : '';
  return `Measured ${begun.slice(0, 10)}, Node ${node}, ${machine}, load average ${fixed(loadAverage, 1)}${shared}.`;
}
