// A prepared statement: constant text, and how the values of a plan become its parameters.
import { createHash } from 'node:crypto';
import type { Predicate } from '../vocabulary/predicate.js';
import { predicates } from '../vocabulary/predicate.js';
import type { BoundValue, Dialect, Encode } from './dialect.js';

/** Text to prepare, and its parameters. */
export interface Statement {
  readonly text: string;
  /** Unique for its text and `printed`: servers keep the prepared statement under this name. */
  readonly name: string;
  /** Columns that are printed as the server sends them. A driver with a text protocol decodes the others. */
  readonly printed: ReadonlySet<number>;
  /** Its rows may exceed the size of an answer, so their bytes are counted as they are read. */
  readonly isLarge: boolean;
  /** The driver's parameters, from the values of a plan and those of the policies. */
  parameters(values: readonly unknown[], reach?: readonly unknown[]): unknown[];
  /** The statement for lists of these lengths: itself, where a list is one parameter. */
  fitting(values: readonly unknown[], reach?: readonly unknown[]): Statement;
}

/** Creates placeholders of values in slots. */
export interface Slots {
  /** Placeholder of the value in a slot. Where placeholders have numbers, equal bindings share one. */
  bind(slot: number, encode: Encode): string;
  /** Placeholder of the list in a slot, or of each of its items, to stand in brackets. `each` wraps that of an item. */
  bindList(slot: number, encode: Encode, each?: (placeholder: string) => string): string;
  /** Placeholders of the row values in a slot, to stand in brackets. Only where no list is one parameter. */
  bindRows(slot: number, encodes: readonly Encode[]): string;
}

/** Creates placeholders while the text of a statement is written, from left to right. Its own slots are those of the plan. */
export interface Binder extends Slots {
  /** The slots of policy values. */
  readonly reach: Slots;
  /** Finishes the statement. */
  statement(text: string, rows?: RowsKnown): Statement;
}

/** What is known of the rows of a statement when it is written: see `Statement`. */
export type RowsKnown = Partial<Pick<Statement, 'printed' | 'isLarge'>>;

type Source = 'plan' | 'reach';

interface Bound {
  readonly of: Source;
  readonly slot: number;
  readonly encode: Encode;
  /** The text of one item, for a list whose items are separate parameters; otherwise null. */
  readonly item: string | null;
  /** How many values an item has, for a list of row values: each is a parameter. */
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

/** Two entities of one table may differ only in the kinds of their columns. */
function nameOf(text: string, { printed }: RowsKnown): string {
  const read = `${text}\0${[...(printed ?? [])].join()}`;
  return `decorest_${createHash('sha1').update(read).digest('base64url')}`;
}

/** Marks the place of a list until its length is known. It cannot occur elsewhere in SQL text. */
function listMark(at: number): string {
  return `\0${at}\0`;
}

/** A statement whose lists do not have a size yet. */
interface Template {
  readonly text: string;
  readonly bound: readonly Bound[];
  readonly rows: Required<RowsKnown>;
  readonly dialect: Dialect;
}

/**
 * Creates one statement for each size of the longest list, in powers of two, and each combination of empty lists. That keeps
 * the number of texts small.
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

/** Expands lists to these sizes. Shorter lists repeat their last item; size 0 is an empty set, as `IN ()` is no SQL. */
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
