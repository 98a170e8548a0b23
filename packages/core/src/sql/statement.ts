// A prepared statement: text that never changes, and how a plan's values become its parameters.
import { createHash } from 'node:crypto';
import type { Predicate } from '../vocabulary/predicate.js';
import { predicates } from '../vocabulary/predicate.js';
import type { BoundValue, Dialect, Encode } from './dialect.js';

/** Text to prepare, and its parameters. */
export interface Statement {
  readonly text: string;
  /** The same for the same text, so that servers can keep it prepared under this name. */
  readonly name: string;
  /** Columns of its rows that are printed as the server sends them. A driver that speaks text decodes the others. */
  readonly printed: ReadonlySet<number>;
  /** Parameters of the driver, from the values of a plan. */
  parameters(values: readonly unknown[]): unknown[];
  /** The statement for lists as long as those of the plan: itself, where a list is one parameter. */
  fitting(values: readonly unknown[]): Statement;
}

/** Hands out placeholders while a statement's text is written, from left to right. */
export interface Binder {
  /** Placeholder of the value in a slot of the plan. Where placeholders have numbers, equal ones share one. */
  bind(slot: number, encode: Encode): string;
  /** Placeholder of the list in a slot, or of each of its items, to stand in brackets. `each` wraps an item's. */
  bindList(slot: number, encode: Encode, each?: (placeholder: string) => string): string;
  /** The finished statement; `printed` are the columns that no driver need decode. */
  statement(text: string, printed?: ReadonlySet<number>): Statement;
}

interface Bound {
  readonly slot: number;
  readonly encode: Encode;
  /** Of a list whose items are parameters of their own: what is written for one of them. */
  readonly item: string | null;
}

const none: ReadonlySet<number> = new Set();

/** Binds a value as it is. */
export const asIs: Encode = (value) => value;

/** A binder for one statement. */
export function createBinder(dialect: Dialect): Binder {
  const bound: Bound[] = [];
  const bind = (slot: number, encode: Encode): string => {
    const at = dialect.numbered
      ? bound.findIndex((known) => known.slot === slot && known.encode === encode)
      : -1;
    return dialect.placeholder(at === -1 ? bound.push({ slot, encode, item: null }) : at + 1);
  };
  return {
    bind,
    bindList: (slot, encode, each = (placeholder) => placeholder) => {
      const { list } = dialect;
      if (list) return each(bind(slot, (values) => list((values as readonly unknown[]).map(encode))));
      const position = bound.push({ slot, encode, item: each(dialect.placeholder(bound.length + 1)) });
      return listMark(position - 1);
    },
    statement: (text, printed = none) =>
      bound.some(({ item }) => item !== null)
        ? spelledOut(text, bound, printed)
        : plain(text, bound, printed),
  };
}

/** The value or list of a predicate in a slot. */
export function boundValue(binder: Binder, predicate: Predicate, slot: number, encode: Encode): BoundValue {
  if (predicates[predicate].arity === 'many') return (each) => binder.bindList(slot, encode, each);
  return (each = (placeholder) => placeholder) => each(binder.bind(slot, encode));
}

function plain(text: string, bound: readonly Bound[], printed: ReadonlySet<number>): Statement {
  const statement: Statement = {
    text,
    name: nameOf(text),
    printed,
    parameters: (values) => bound.map(({ slot, encode }) => encode(values[slot])),
    fitting: () => statement,
  };
  return statement;
}

function nameOf(text: string): string {
  return `decorest_${createHash('sha1').update(text).digest('base64url')}`;
}

/** Stands for a list's placeholders until its length is known. No SQL text holds it otherwise. */
function listMark(at: number): string {
  return `\0${at}\0`;
}

/** A statement per size of its longest list, sizes being powers of two: a handful of texts whatever is asked. */
function spelledOut(text: string, bound: readonly Bound[], printed: ReadonlySet<number>): Statement {
  const sizes = new Map<number, Statement>();
  const ofSize = (size: number): Statement => {
    const known = sizes.get(size);
    if (known) return known;
    const statement = { ...sized(text, bound, size), printed, fitting };
    sizes.set(size, statement);
    return statement;
  };
  const lists = bound.filter(({ item }) => item !== null).map(({ slot }) => slot);
  const fitting = (values: readonly unknown[]): Statement =>
    ofSize(sizeFor(Math.max(...lists.map((slot) => listIn(values, slot).length))));
  return ofSize(1);
}

function sizeFor(length: number): number {
  return length === 0 ? 0 : 2 ** Math.ceil(Math.log2(length));
}

function listIn(values: readonly unknown[], slot: number): readonly unknown[] {
  return values[slot] as readonly unknown[];
}

const nothing = 'SELECT NULL FROM DUAL WHERE FALSE';

/** Lists of this size: shorter ones repeat their last item. Of size 0, an empty set, which `IN ()` cannot say. */
function sized(
  text: string,
  bound: readonly Bound[],
  size: number,
): Pick<Statement, 'text' | 'name' | 'parameters'> {
  const written = bound.reduce(
    (whole, { item }, at) =>
      item === null ? whole : whole.replace(listMark(at), size === 0 ? nothing : repeated(item, size)),
    text,
  );
  return {
    text: written,
    name: nameOf(written),
    parameters: (values) =>
      bound.flatMap(({ slot, encode, item }) =>
        item === null ? [encode(values[slot])] : padded(listIn(values, slot).map(encode), size),
      ),
  };
}

function repeated(item: string, size: number): string {
  return new Array<string>(size).fill(item).join(', ');
}

function padded(items: readonly unknown[], size: number): unknown[] {
  return Array.from({ length: size }, (_, at) => items[Math.min(at, items.length - 1)]);
}
