// Rows in memory, as oracles see them: values as JSON has them, edges as the rows they lead to.
import type { Wire } from './wire-values.js';

export interface TableRow {
  readonly id: number;
  /** By wire name; the id is not among them. */
  readonly values: Readonly<Record<string, Wire>>;
  /** By wire name; a unique edge has at most one. */
  readonly edges: Readonly<Record<string, readonly TableRow[]>>;
}

/** The value of a field, the id too. */
export function valueOf(row: TableRow, field: string): Wire {
  return field === 'id' ? row.id : (row.values[field] ?? null);
}
