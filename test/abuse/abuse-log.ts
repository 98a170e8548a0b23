// What the servers of the abuse suite log, as the lines a structured logger would write.
import type { Logger } from '@decorest/core';

export class AbuseLog implements Logger {
  readonly lines: string[] = [];

  error(entry: object, message?: string): void {
    this.#write(entry, message);
  }

  warn(entry: object, message?: string): void {
    this.#write(entry, message);
  }

  /** The lines since the last call. */
  take(): string[] {
    return this.lines.splice(0);
  }

  /** Errors are written out as pino does: everything they own. */
  #write(entry: object, message?: string): void {
    this.lines.push(JSON.stringify({ ...entry, message }, (_, value: unknown) => ownOf(value)));
  }
}

function ownOf(value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  const { message, stack, cause } = value;
  return { ...Object.fromEntries(Object.entries(value)), message, stack, cause };
}
