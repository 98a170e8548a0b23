// All workloads, in the order of their numbers.
import { listWorkloads } from './list-workloads.js';
import { readWorkloads } from './read-workloads.js';
import type { Workload } from './workload.js';
import { writeWorkloads } from './write-workloads.js';

export const workloads: readonly Workload[] = [...readWorkloads, ...listWorkloads, ...writeWorkloads].sort(
  (a, b) => numberOf(a) - numberOf(b),
);

function numberOf({ id }: Workload): number {
  return Number(id.slice(1));
}
