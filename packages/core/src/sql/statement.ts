// A prepared statement: text that never changes, and how a plan's values become its parameters.
import { createHash } from 'node:crypto';
import type { Dialect, Encode } from './dialect.js';

/** Text to prepare, and its parameters. */
export interface Statement {
  readonly text: string;
  /** The same for the same text, so that servers can keep it prepared under this name. */
  readonly name: string;
  /** Parameters of the driver, from the values of a plan. */
  parameters(values: readonly unknown[]): unknown[];
}

/** Hands out placeholders while a statement's text is written, from left to right. */
export interface Binder {
  /** Placeholder of the value in a slot of the plan. Where placeholders have numbers, equal ones share one. */
  bind(slot: number, encode: Encode): string;
  /** The finished statement. */
  statement(text: string): Statement;
}

interface Bound {
  readonly slot: number;
  readonly encode: Encode;
}

/** Binds a value as it is. */
export const asIs: Encode = (value) => value;

/** A binder for one statement. */
export function createBinder(dialect: Dialect): Binder {
  const bound: Bound[] = [];
  return {
    bind: (slot, encode) => {
      const at = dialect.numbered
        ? bound.findIndex((known) => known.slot === slot && known.encode === encode)
        : -1;
      return dialect.placeholder(at === -1 ? bound.push({ slot, encode }) : at + 1);
    },
    statement: (text) => ({
      text,
      name: `decorest_${createHash('sha1').update(text).digest('base64url')}`,
      parameters: (values) => bound.map(({ slot, encode }) => encode(values[slot])),
    }),
  };
}
