// A prepared statement: constant text, and how the values of a plan become its parameters.
import type { Predicate } from '../vocabulary/predicate.js';
import { predicates } from '../vocabulary/predicate.js';
import type { ValueBinder, Dialect, Encode, RowPart } from './dialect.js';
import { combineEncodings, combinePick } from './combined-encoding.js';
import { chooseSizes, padToSize, repeatItem } from './list-size.js';
import { createSizeCache, getMaxSizedLength } from './size-cache.js';
import { createStatementName } from './statement-name.js';

/** Text to prepare, and its parameters. */
export interface Statement {
  readonly text: string;
  /** Unique for its text and `printed`: servers keep the prepared statement under this name. */
  readonly name: string;
  /** The length of the texts that it may keep for lists of other lengths, and its own, in UTF-16 code units. */
  readonly keptLength: number;
  /** Drivers keep it prepared for its next run. */
  readonly isKept: boolean;
  /** Columns that are printed as the server sends them. A driver with a text protocol decodes the others. */
  readonly printed: ReadonlySet<number>;
  /** Its rows may exceed the size of an answer, so their bytes are counted as they are read. */
  readonly isLarge: boolean;
  /** The last column of its rows is the number of warnings, for a server that reports none beside rows. */
  readonly countsWarnings: boolean;
  /** It reads one row at most, of short values: several of its reads may share a round trip. */
  readonly isShort: boolean;
  /** The planner expects far more work of it than there is, for which PostgreSQL would compile it. */
  readonly isOverpriced: boolean;
  /** The driver's parameters, from the values of a plan and those of the policies. */
  parameters(values: readonly unknown[], policyValues?: readonly unknown[]): unknown[];
  /** The statement for lists of these lengths: itself, where a list is one parameter. */
  fitLists(values: readonly unknown[], policyValues?: readonly unknown[]): Statement;
}

/** Creates placeholders of values in slots. */
export interface Slots {
  /** Placeholder of the value in a slot. Where placeholders have numbers, equal bindings share one. */
  bind(slot: number, encode: Encode): string;
  /** Placeholder of the list in a slot, or of each of its items, to stand in brackets. `each` wraps that of an item. */
  bindList(slot: number, encode: Encode, each?: (placeholder: string) => string): string;
  /** Placeholders of the row values in a slot, to stand in brackets. Only where no list is one parameter. */
  bindRows(slot: number, parts: readonly RowPart[]): string;
}

/** Creates placeholders while the text of a statement is written, from left to right. Its own slots are those of the plan. */
export interface Binder extends Slots {
  /** The slots of policy values. */
  readonly policySlots: Slots;
  /** Finishes the statement. */
  statement(text: string, rows?: RowFacts): Statement;
}

/** What is known of the rows of a statement when it is written: see `Statement`. */
type RowFacts = Partial<
  Pick<Statement, 'printed' | 'isLarge' | 'countsWarnings' | 'isShort' | 'isKept' | 'isOverpriced'>
>;

type Source = 'plan' | 'policy';

interface BoundParameter {
  readonly of: Source;
  readonly slot: number;
  readonly encode: Encode;
  /** The text of one item, for a list whose items are separate parameters; otherwise null. */
  readonly item: string | null;
  /** How many values an item has, for a list of row values: each is a parameter. */
  readonly width?: number;
}

const noRowFacts: Required<RowFacts> = {
  printed: new Set<number>(),
  isLarge: false,
  countsWarnings: false,
  isShort: false,
  isOverpriced: false,
  isKept: true,
};

const noValues: readonly unknown[] = Object.freeze([]);

/** Binds a value as it is. */
export const asIs: Encode = (value) => value;

/** A binder for one statement. */
export function createBinder(dialect: Dialect): Binder {
  const bound: BoundParameter[] = [];
  return {
    ...createSlots('plan', bound, dialect),
    policySlots: createSlots('policy', bound, dialect),
    statement: (text, known) => {
      const rows = { ...noRowFacts, ...known };
      return bound.some(({ item }) => item !== null)
        ? createSizedStatement({ text, bound, rows, dialect })
        : createPlainStatement(text, bound, rows);
    },
  };
}

function createSlots(of: Source, bound: BoundParameter[], dialect: Dialect): Slots {
  const bind: Slots['bind'] = (slot, encode) => {
    const at = dialect.hasNumberedPlaceholders
      ? bound.findIndex((known) => known.of === of && known.slot === slot && known.encode === encode)
      : -1;
    return dialect.placeholder(at === -1 ? bound.push({ of, slot, encode, item: null }) : at + 1);
  };
  return {
    bind,
    bindList: (slot, encode, each = keepPlaceholder) => {
      const { encodeListAsParameter } = dialect;
      if (encodeListAsParameter)
        return each(
          bind(slot, (values) => encodeListAsParameter((values as readonly unknown[]).map(encode))),
        );
      const position = bound.push({ of, slot, encode, item: each(dialect.placeholder(bound.length + 1)) });
      return createListMark(position - 1);
    },
    bindRows: (slot, parts) => {
      const item = `(${parts.map(({ wrap }) => wrap(dialect.placeholder(bound.length + 1))).join(', ')})`;
      const encode: Encode = (row) => parts.map((part, at) => part.encode((row as readonly unknown[])[at]));
      return createListMark(bound.push({ of, slot, encode, item, width: parts.length }) - 1);
    },
  };
}

const keepPlaceholder = (placeholder: string) => placeholder;

/** A value or list in a slot. `encode` makes what the column stores of it, or of each item. */
export interface SlotValue {
  readonly slot: number;
  readonly encode: Encode;
}

/** The value or list of a predicate in a slot. */
export function createValueBinder(
  slots: Slots,
  predicate: Predicate,
  { slot, encode }: SlotValue,
): ValueBinder {
  const encoded = (as: Encode | undefined): Encode => (as ? combineEncodings(encode, as) : encode);
  if (predicates[predicate].arity === 'many')
    return ({ as, pick, each = keepPlaceholder } = {}) =>
      pick ? each(slots.bind(slot, combinePick(encoded(as), pick))) : slots.bindList(slot, encoded(as), each);
  return ({ as, each = keepPlaceholder } = {}) => each(slots.bind(slot, encoded(as)));
}

/** A statement without parameters. */
export function createFixedStatement(text: string): Statement {
  return createPlainStatement(text, [], noRowFacts);
}

function createPlainStatement(
  text: string,
  bound: readonly BoundParameter[],
  rows: Required<RowFacts>,
): Statement {
  const statement: Statement = {
    text,
    name: createStatementName(text, rows.printed),
    keptLength: text.length,
    ...rows,
    parameters: (values, policyValues = noValues) =>
      bound.map((each) => each.encode(getValue(each, values, policyValues))),
    fitLists: () => statement,
  };
  return statement;
}

/** Marks the place of a list until its length is known. It cannot occur elsewhere in SQL text. */
function createListMark(at: number): string {
  return `\0${at}\0`;
}

/** A statement whose lists do not have a size yet. */
interface Template {
  readonly text: string;
  readonly bound: readonly BoundParameter[];
  readonly rows: Required<RowFacts>;
  readonly dialect: Dialect;
}

/** Creates a statement for each combination of sizes. */
function createSizedStatement(template: Template): Statement {
  const { text, bound, rows } = template;
  const sizes = createSizeCache<Statement>(text);
  const keptLength = text.length + getMaxSizedLength(text);
  const fitLists: Statement['fitLists'] = (values, policyValues = noValues) => {
    const lengths = bound.map((each) =>
      each.item === null ? 1 : getList(each, values, policyValues).length,
    );
    const each = chooseSizes(lengths);
    const key = each.join();
    const known = sizes.get(key);
    if (known) return known;
    const statement = { ...expandLists(template, each), keptLength, ...rows, fitLists };
    sizes.set(key, statement);
    return statement;
  };
  const ofOne = bound.map(() => 1);
  return { ...expandLists(template, ofOne), keptLength, ...rows, fitLists };
}

function getValue(
  { of, slot }: BoundParameter,
  values: readonly unknown[],
  policyValues: readonly unknown[],
): unknown {
  return (of === 'plan' ? values : policyValues)[slot];
}

function getList(...given: Parameters<typeof getValue>): readonly unknown[] {
  return getValue(...given) as readonly unknown[];
}

/** An empty set of values, or of rows. */
function compileEmptySet({ fromNoTable }: Dialect, width = 1): string {
  return `SELECT ${repeatItem('NULL', width)}${fromNoTable} WHERE FALSE`;
}

/** Expands lists to these sizes. Shorter lists repeat their last item; size 0 is an empty set, as `IN ()` is no SQL. */
function expandLists(
  { text, bound, rows, dialect }: Template,
  sizes: readonly number[],
): Pick<Statement, 'text' | 'name' | 'parameters'> {
  const expanded = bound.reduce((whole, { item, width }, at) => {
    const size = sizes[at] ?? 0;
    if (item === null) return whole;
    return whole.replace(
      createListMark(at),
      size === 0 ? compileEmptySet(dialect, width) : repeatItem(item, size),
    );
  }, text);
  return {
    text: expanded,
    name: createStatementName(expanded, rows.printed),
    parameters: (values, policyValues = noValues) =>
      bound.flatMap((each, at) =>
        each.item === null
          ? [each.encode(getValue(each, values, policyValues))]
          : flattenItems(
              each,
              padToSize(getList(each, values, policyValues).map(each.encode), sizes[at] ?? 0),
            ),
      ),
  };
}

function flattenItems({ width }: BoundParameter, items: readonly unknown[]): readonly unknown[] {
  return width === undefined ? items : items.flat();
}
