// A workload: requests of one kind, sent again and again.
import type { AppName } from '../app-name.js';
import type { Ask } from './ask.js';

export interface Workload {
  /** `W1` ... */
  readonly id: `W${number}`;
  readonly title: string;
  readonly app: AppName;
  /** Sent in turn, from the first again after the last. */
  readonly asks: readonly Ask[];
}

const variety = 500;

/** Asks for many ids, spread over the table, always in the same order. */
export function forManyIds(rows: number, ask: (id: number) => Ask): Ask[] {
  return Array.from({ length: variety }, (_, n) => ask(((n * 7_919) % rows) + 1));
}
