// A prepared statement: text that never changes, and how a plan's values become its parameters.
import { createHash } from 'node:crypto';
import type { Predicate } from '../vocabulary/predicate.js';
import { predicates } from '../vocabulary/predicate.js';
import type { BoundValue, Dialect, Encode } from './dialect.js';

/** Text to prepare, and its parameters. */
export interface Statement {
  readonly text: string;
  /** The same for the same text whose rows are read alike, so that servers can keep it prepared under this name. */
  readonly name: string;
  /** Columns of its rows that are printed as the server sends them. A driver that speaks text decodes the others. */
  readonly printed: ReadonlySet<number>;
  /** Its rows may have more bytes than an answer: they are counted as they are read. */
  readonly isLarge: boolean;
  /** Parameters of the driver, from the values of a plan and those of its reach. */
  parameters(values: readonly unknown[], reach?: readonly unknown[]): unknown[];
  /** The statement for lists as long as those of plan and reach: itself, where a list is one parameter. */
  fitting(values: readonly unknown[], reach?: readonly unknown[]): Statement;
}

/** Hands out placeholders of values in slots. */
export interface Slots {
  /** Placeholder of the value in a slot. Where placeholders have numbers, equal ones share one. */
  bind(slot: number, encode: Encode): string;
  /** Placeholder of the list in a slot, or of each of its items, to stand in brackets. `each` wraps an item's. */
  bindList(slot: number, encode: Encode, each?: (placeholder: string) => string): string;
  /** Placeholders of the row values in a slot, to stand in brackets. Only where no list is one parameter. */
  bindRows(slot: number, encodes: readonly Encode[]): string;
}

/** Hands out placeholders while a statement's text is written, from left to right: here of the slots of the plan. */
export interface Binder extends Slots {
  /** The slots of the reach. */
  readonly reach: Slots;
  /** The finished statement, and what is known of its rows. */
  statement(text: string, rows?: RowsKnown): Statement;
}

/** What of a statement's rows is known when it is written: see `Statement`. */
export type RowsKnown = Partial<Pick<Statement, 'printed' | 'isLarge'>>;

type Source = 'plan' | 'reach';

interface Bound {
  readonly of: Source;
  readonly slot: number;
  readonly encode: Encode;
  /** Of a list whose items are parameters of their own: what is written for one of them. */
  readonly item: string | null;
  /** An item is a row of so many values, with a parameter for each. */
  readonly width?: number;
}

const nothingKnown = { printed: new Set<number>(), isLarge: false };

const noValues: readonly unknown[] = Object.freeze([]);

/** Binds a value as it is. */
export const asIs: Encode = (value) => value;

/** A binder for one statement. */
export function createBinder(dialect: Dialect): Binder {
  const bound: Bound[] = [];
  return {
    ...slotsOf('plan', bound, dialect),
    reach: slotsOf('reach', bound, dialect),
    statement: (text, known) => {
      const rows = { ...nothingKnown, ...known };
      return bound.some(({ item }) => item !== null)
        ? spelledOut({ text, bound, rows, dialect })
        : plain(text, bound, rows);
    },
  };
}

function slotsOf(of: Source, bound: Bound[], dialect: Dialect): Slots {
  const bind: Slots['bind'] = (slot, encode) => {
    const at = dialect.numbered
      ? bound.findIndex((known) => known.of === of && known.slot === slot && known.encode === encode)
      : -1;
    return dialect.placeholder(at === -1 ? bound.push({ of, slot, encode, item: null }) : at + 1);
  };
  return {
    bind,
    bindList: (slot, encode, each = asWritten) => {
      const { list } = dialect;
      if (list) return each(bind(slot, (values) => list((values as readonly unknown[]).map(encode))));
      const position = bound.push({ of, slot, encode, item: each(dialect.placeholder(bound.length + 1)) });
      return listMark(position - 1);
    },
    bindRows: (slot, encodes) => {
      const item = `(${encodes.map(() => dialect.placeholder(bound.length + 1)).join(', ')})`;
      const encode: Encode = (row) => encodes.map((part, at) => part((row as readonly unknown[])[at]));
      return listMark(bound.push({ of, slot, encode, item, width: encodes.length }) - 1);
    },
  };
}

const asWritten = (placeholder: string) => placeholder;

/** A value or list in a slot. `encode` makes what the column stores of it, or of each item. */
export interface SlotValue {
  readonly slot: number;
  readonly encode: Encode;
}

/** The value or list of a predicate in a slot. */
export function boundValue(slots: Slots, predicate: Predicate, { slot, encode }: SlotValue): BoundValue {
  const encoded = (as: Encode | undefined): Encode => (as ? (value) => as(encode(value)) : encode);
  if (predicates[predicate].arity === 'many')
    return ({ as, each } = {}) => slots.bindList(slot, encoded(as), each);
  return ({ as, each = asWritten } = {}) => each(slots.bind(slot, encoded(as)));
}

/** A statement without parameters. */
export function fixedStatement(text: string): Statement {
  return plain(text, [], nothingKnown);
}

function plain(text: string, bound: readonly Bound[], rows: Required<RowsKnown>): Statement {
  const statement: Statement = {
    text,
    name: nameOf(text, rows),
    ...rows,
    parameters: (values, reach = noValues) => bound.map((each) => each.encode(valueOf(each, values, reach))),
    fitting: () => statement,
  };
  return statement;
}

/** Two entities of one table may differ in the kinds of their columns only. */
function nameOf(text: string, { printed }: RowsKnown): string {
  const read = `${text}\0${[...(printed ?? [])].join()}`;
  return `decorest_${createHash('sha1').update(read).digest('base64url')}`;
}

/** Stands for a list's placeholders until its length is known. No SQL text holds it otherwise. */
function listMark(at: number): string {
  return `\0${at}\0`;
}

/** A statement whose lists have no size yet. */
interface Template {
  readonly text: string;
  readonly bound: readonly Bound[];
  readonly rows: Required<RowsKnown>;
  readonly dialect: Dialect;
}

/**
 * A statement per size of its longest list, sizes being powers of two, and per choice of lists that are empty: a handful
 * of texts whatever is asked.
 */
function spelledOut(template: Template): Statement {
  const { bound, rows } = template;
  const sizes = new Map<string, Statement>();
  const fitting: Statement['fitting'] = (values, reach = noValues) => {
    const lengths = bound.map((each) => (each.item === null ? 1 : listIn(each, values, reach).length));
    const size = sizeFor(Math.max(...lengths));
    const key = `${size}${lengths.map((length) => (length === 0 ? '-' : '+')).join('')}`;
    const known = sizes.get(key);
    if (known) return known;
    const each = lengths.map((length) => (length === 0 ? 0 : size));
    const statement = { ...sized(template, each), ...rows, fitting };
    sizes.set(key, statement);
    return statement;
  };
  const ofOne = bound.map(() => 1);
  return { ...sized(template, ofOne), ...rows, fitting };
}

function sizeFor(length: number): number {
  return length === 0 ? 0 : 2 ** Math.ceil(Math.log2(length));
}

function valueOf({ of, slot }: Bound, values: readonly unknown[], reach: readonly unknown[]): unknown {
  return (of === 'plan' ? values : reach)[slot];
}

function listIn(bound: Bound, values: readonly unknown[], reach: readonly unknown[]): readonly unknown[] {
  return valueOf(bound, values, reach) as readonly unknown[];
}

/** An empty set of values, or of rows. */
function emptySet({ fromNothing }: Dialect, width = 1): string {
  return `SELECT ${repeated('NULL', width)}${fromNothing} WHERE FALSE`;
}

/** Lists of these sizes: shorter ones repeat their last item. Of size 0, an empty set, which `IN ()` cannot say. */
function sized(
  { text, bound, rows, dialect }: Template,
  sizes: readonly number[],
): Pick<Statement, 'text' | 'name' | 'parameters'> {
  const written = bound.reduce((whole, { item, width }, at) => {
    const size = sizes[at] ?? 0;
    if (item === null) return whole;
    return whole.replace(listMark(at), size === 0 ? emptySet(dialect, width) : repeated(item, size));
  }, text);
  return {
    text: written,
    name: nameOf(written, rows),
    parameters: (values, reach = noValues) =>
      bound.flatMap((each, at) =>
        each.item === null
          ? [each.encode(valueOf(each, values, reach))]
          : itemsOf(each, padded(listIn(each, values, reach).map(each.encode), sizes[at] ?? 0)),
      ),
  };
}

function itemsOf({ width }: Bound, items: readonly unknown[]): readonly unknown[] {
  return width === undefined ? items : items.flat();
}

function repeated(item: string, size: number): string {
  return new Array<string>(size).fill(item).join(', ');
}

function padded(items: readonly unknown[], size: number): unknown[] {
  return Array.from({ length: size }, (_, at) => items[Math.min(at, items.length - 1)]);
}
