// How the key of a new row is found. Nothing but the row itself may be read back, so the key is what the database says that it
// has stored: by RETURNING, or by the counter that the driver reports. Where a database says neither, the key is in the
// statement, and no other row may have had it before.
import type { EntityModel } from '../model/api-model.js';
import { isChosenByDatabase, type KeySource } from '../model/key-source.js';
import type { FieldModel } from '../model/member-model.js';
import type { FieldKind } from '../vocabulary/field-kind.js';
import { findSingleColumn } from '../model/row-id.js';
import type { Encode } from './dialect.js';
import type { Row } from './row-renderer.js';
import { createBinder, createFixedStatement, createValueBinder, type Statement } from './statement.js';
import { compileWhere, qualifyColumn, type RowScope } from './table-sql.js';

/** The INSERT of one row, and how its key is found. */
export interface NewKey {
  readonly statement: Statement;
  /** What is found out before the row is inserted; null where nothing is. */
  readonly preparation: KeyPreparation | null;
  /** The key columns as the driver returns them, from its answer and the bound values. Throws where they are not known. */
  readonly insertedKey: (answer: InsertResult, values: readonly unknown[]) => readonly unknown[];
  /** What to do where the key is taken although the database has chosen it; null where others choose a part of it. */
  readonly takenKey: TakenKey | null;
}

/** What is found out before an INSERT. */
interface KeyPreparation {
  /** Computes defaults of the key, whose values follow the others; null for none. */
  readonly defaults: Statement | null;
  /** Finds a row that has the key of the new one; null where none can have it. */
  readonly holder: Statement | null;
}

/** A key that the database has chosen twice. */
export interface TakenKey {
  readonly columns: readonly string[];
  /** For the log. */
  readonly problem: string;
}

/** A driver's answer to an INSERT: the returned columns, or the value of the counter. */
export interface InsertResult {
  readonly rows: readonly Row[];
  readonly insertId?: number | string;
}

/** A column of the new row. Without a slot, its value is part of the text. */
export interface AssignedValue {
  readonly name: string;
  readonly value: string;
  readonly slot: number | null;
  readonly encode: Encode;
  /** No other row has the value. */
  readonly isRandom?: true;
  /** The SQL of the default that gives the value. */
  readonly computedBy?: string;
}

/** An INSERT that is being written. */
interface WrittenInsert {
  readonly text: string;
  readonly assigned: readonly AssignedValue[];
}

/** Completes an INSERT by how its key is found. */
export function compileNewKey(row: RowScope, insert: WrittenInsert): NewKey {
  const { context, entity } = row;
  const only = findSingleColumn(entity.key);
  const takenKey = describeTakenKey(row, insert.assigned);
  if (context.dialect.supportsReturning && !(only && findCounter(entity, only)))
    return { ...compileReturning(row, insert.text), preparation: null, takenKey };
  return {
    statement: row.binder.statement(insert.text),
    preparation: compilePreparation(row, insert.assigned),
    insertedKey: createKeyReader(entity, insert.assigned),
    takenKey,
  };
}

/** Columns of the key that an INSERT leaves out, and whose default is computed before it. */
export function listComputedDefaults(
  { context, entity }: RowScope,
  assigned: ReadonlySet<string>,
): readonly { readonly column: string; readonly expression: string }[] {
  if (context.dialect.supportsReturning) return [];
  return entity.table.keySources.flatMap(({ column, by, expression }) =>
    expression !== null && (by === 'function' || by === 'literal') && !assigned.has(column)
      ? { column, expression }
      : [],
  );
}

/** The encoder of a column of the key: a number is written to a text as the text that is then looked for. */
export function compileTextOfKey({ context, entity }: RowScope, column: string, encode: Encode): Encode {
  const field = entity.key.find((part) => part.column === column);
  if (context.dialect.supportsReturning || !field || !isText[field.columnKind]) return encode;
  return (value) => toText(encode(value));
}

const isText: Readonly<Record<FieldKind, boolean>> = {
  integer: false,
  bigint: false,
  float: false,
  decimal: false,
  boolean: false,
  string: true,
  uuid: true,
  enum: true,
  date: false,
  time: false,
  datetime: false,
  json: false,
  bytes: false,
  array: false,
};

function toText(stored: unknown): unknown {
  if (typeof stored === 'boolean') return stored ? '1' : '0';
  return typeof stored === 'number' || typeof stored === 'bigint' ? String(stored) : stored;
}

function findCounter({ table }: EntityModel, { column }: Pick<FieldModel, 'column'>): KeySource | undefined {
  return table.keySources.find((source) => source.column === column && source.by === 'counter');
}

function compileReturning(
  { context, binder, entity: { key } }: RowScope,
  insert: string,
): Pick<NewKey, 'statement' | 'insertedKey'> {
  const { compileSelected, quote, insertedKey, warningCount } = context.dialect;
  const returned = key.map(({ column, columnKind }) => compileSelected(quote(column), columnKind));
  const only = findSingleColumn(key);
  const canReadBack = only && insertedKey?.readKey(only.columnKind) !== undefined;
  const savedKey = canReadBack ? [insertedKey.saveKey(quote(only.column))] : [];
  const columns = [...returned, ...savedKey, ...(warningCount === null ? [] : [warningCount])];
  return {
    statement: binder.statement(`${insert} RETURNING ${columns.join(', ')}`, {
      countsWarnings: warningCount !== null,
    }),
    insertedKey: ({ rows }) => rows[0] ?? [],
  };
}

/** The counter is exact, whatever the statement gave or a trigger changed. All other parts are those of the statement. */
function createKeyReader(entity: EntityModel, assigned: readonly AssignedValue[]): NewKey['insertedKey'] {
  const parts = entity.key.map((field) => ({
    field,
    isCounted: findCounter(entity, field) !== undefined,
    given: assigned.find(({ name, slot }) => name === field.column && slot !== null),
  }));
  return ({ insertId }, values) =>
    parts.map(({ field, isCounted, given }) => {
      if (isCounted && Number(insertId ?? 0) !== 0) return readCounter(field, String(insertId));
      if (given && given.slot !== null) return given.encode(values[given.slot]);
      throw new Error(`The database does not say which ${field.property} it gave to a new ${entity.name}.`);
    });
}

const counterBits = 64;

/** The driver reports a counter as a signed number. */
function readCounter({ columnKind, range }: FieldModel, insertId: string): unknown {
  const signed = BigInt(insertId);
  const isUnsigned = range?.minimum.startsWith('-') === false;
  const counted = isUnsigned ? BigInt.asUintN(counterBits, signed) : signed;
  return columnKind === 'bigint' ? String(counted) : Number(counted);
}

function compilePreparation(row: RowScope, assigned: readonly AssignedValue[]): KeyPreparation | null {
  const { entity } = row;
  const given = new Set(assigned.map(({ name }) => name));
  const isRandom = (column: string) => assigned.some((value) => value.name === column && value.isRandom);
  const isNew = (field: FieldModel) =>
    findCounter(entity, field) !== undefined && (!given.has(field.column) || entity.key.length === 1);
  const isUnique = entity.key.some((field) => isNew(field) || isRandom(field.column));
  const defaults = compileDefaults(row, assigned);
  const holder = isUnique ? null : compileHolder(row, assigned);
  return defaults !== null || holder !== null ? { defaults, holder } : null;
}

function compileDefaults(
  { context, entity }: RowScope,
  assigned: readonly AssignedValue[],
): Statement | null {
  const computed = assigned.flatMap(({ name, computedBy }) => {
    const field = entity.key.find(({ column }) => column === name);
    return computedBy && field ? context.dialect.compileSelected(`(${computedBy})`, field.columnKind) : [];
  });
  return computed.length > 0 ? createFixedStatement(`SELECT ${computed.join(', ')}`) : null;
}

/** Null where a part of the key is not in the statement. */
function compileHolder(
  { context, entity, alias }: RowScope,
  assigned: readonly AssignedValue[],
): Statement | null {
  const binder = createBinder(context.dialect);
  const tests = entity.key.flatMap(({ column, columnKind }) => {
    const value = assigned.find(({ name }) => name === column);
    if (value?.slot == null) return [];
    const bound = createValueBinder(binder, 'eq', { slot: value.slot, encode: value.encode });
    return context.dialect.predicates.eq(qualifyColumn(context, alias, column), bound, { columnKind });
  });
  if (tests.length < entity.key.length) return null;
  return binder.statement(`SELECT 1 FROM ${alias}${compileWhere(tests)}`);
}

function describeTakenKey(
  { context, entity, alias }: RowScope,
  assigned: readonly AssignedValue[],
): TakenKey | null {
  const chosen = entity.table.keySources.filter(
    (source) => isChosenByDatabase(source) && !isGiven(assigned, source.column),
  );
  const [first] = chosen;
  if (!first) return null;
  const { dialect } = context;
  const column = dialect.quote(first.column);
  const advance =
    first.by === 'generator' && isCounted(entity, first.column)
      ? dialect.advanceSequence(alias, first.column, `(SELECT MAX(${column}) FROM ${alias})`)
      : null;
  const remedy = advance === null ? 'Set it past the largest key.' : `Run: ${advance}`;
  return {
    columns: entity.key.map((field) => field.column),
    problem: `The database has chosen a key for a new ${entity.name} that another row has. What generates ${alias}.${column} is behind rows that were written with keys of their own, such as those of an import. ${remedy}`,
  };
}

function isGiven(assigned: readonly AssignedValue[], column: string): boolean {
  return assigned.some(({ name, computedBy }) => name === column && computedBy === undefined);
}

function isCounted({ key }: EntityModel, column: string): boolean {
  const kind = key.find((field) => field.column === column)?.columnKind;
  return kind === 'integer' || kind === 'bigint';
}
