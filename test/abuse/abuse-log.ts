// What the servers of the abuse suite log, as the lines a structured logger would write.
import type { Logger } from '@decorest/core';
import { hiddenChip, hiddenHash } from './entities.js';

export class AbuseLog implements Logger {
  readonly lines: string[] = [];
  /** Lines with a hidden value: none may exist. */
  readonly leaks: string[] = [];
  /** Values that the database refused although the schema let them through. */
  readonly gaps: string[] = [];

  error(entry: object, message?: string): void {
    this.#write(entry, message);
  }

  warn(entry: object, message?: string): void {
    const line = this.#write(entry, message);
    if ('status' in entry) this.gaps.push(line);
  }

  info(entry: object, message?: string): void {
    this.#write(entry, message);
  }

  /** The lines since the last call. */
  take(): string[] {
    return this.lines.splice(0);
  }

  /** Errors are written out as pino does: everything they own. */
  #write(entry: object, message?: string): string {
    const line = JSON.stringify({ ...entry, message }, (_, value: unknown) => ownOf(value));
    this.lines.push(line);
    if (line.includes(hiddenHash) || line.includes(hiddenChip)) this.leaks.push(line);
    return line;
  }
}

function ownOf(value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  const { message, stack, cause } = value;
  return { ...Object.fromEntries(Object.entries(value)), message, stack, cause };
}
