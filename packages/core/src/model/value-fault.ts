// The faults of values that authors write: what is wrong, and what to write instead.

/** What is wrong with a value, and what to write instead. */
export interface ArgumentFault {
  readonly problem: string;
  readonly remedy: string;
}

/** The first fault that a check finds among values. */
export function firstFault<T>(
  values: readonly T[],
  check: (value: T) => ArgumentFault | null,
): ArgumentFault | null {
  for (const value of values) {
    const fault = check(value);
    if (fault) return fault;
  }
  return null;
}

/** The fault of a value that is not of the kind required. */
export function isNot(value: unknown, what: string, remedy: string): ArgumentFault {
  return { problem: `${shown(value)} is not ${what}.`, remedy };
}

/** A value as it would appear in source code. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return `'${value}'`;
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}
