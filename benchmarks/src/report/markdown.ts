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

/** When and where. */
export function provenance({ begun, machine: { node, cores } }: Circumstances): string {
  return `Measured ${begun.slice(0, 10)}, Node ${node}, ${cores.length} × ${cores[0] ?? 'unknown'}.`;
}
