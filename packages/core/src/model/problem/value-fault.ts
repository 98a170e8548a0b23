// The faults of values that authors write: what is wrong, and what to write instead.

/** What is wrong with a value, and what to write instead. */
export interface ValueFault {
  readonly problem: string;
  readonly remedy: string;
}

/** The first fault that a check finds among values. */
export function findFirstFault<T>(
  values: readonly T[],
  check: (value: T) => ValueFault | null,
): ValueFault | null {
  for (const value of values) {
    const fault = check(value);
    if (fault) return fault;
  }
  return null;
}

/** The fault of a value that is not of the kind required. */
export function createFault(value: unknown, what: string, remedy: string): ValueFault {
  return { problem: `${inspectValue(value)} is not ${what}.`, remedy };
}

/** A value as it would appear in source code. */
export function inspectValue(value: unknown): string {
  if (typeof value === 'string') return `'${value}'`;
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}
