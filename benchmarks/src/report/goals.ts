// What decorest is to reach, as multiples of (b).
export interface Goal {
  readonly requests?: number;
  /** Processor time of the server for one request; at most. */
  readonly cpu?: number;
}

const sqlite: Readonly<Record<string, number>> = {
  W1: 1.4,
  W2: 1.15,
  W3: 1.8,
  W4: 1.4,
  W5: 1,
  W6: 1.2,
  W7: 1.1,
};

export function goalOf(database: string, workload: string): Goal {
  if (database === 'postgres') return { requests: 1, cpu: 0.85 };
  const requests = sqlite[workload];
  return requests === undefined ? {} : { requests };
}
