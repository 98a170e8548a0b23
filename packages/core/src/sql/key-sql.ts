// Keys in statements: one column by itself, several columns as a row value. A slot holds the key of several columns as the
// list of their values.
import type { EntityModel } from '../model/api-model.js';
import type { FieldModel } from '../model/member-model.js';
import { findSingleColumn } from '../model/row-id.js';
import type { Encode } from './dialect.js';
import { createValueBinder, type Binder, type Slots, type SlotValue } from './statement.js';
import { qualifyColumn, quoteTable, type RowScope, type SqlContext } from './table-sql.js';

/** A key column, as statements compare it. */
export type KeyColumn = Pick<FieldModel, 'column' | 'columnKind' | 'codec' | 'spelling'>;

/** Expressions as one operand: a row value if there are several. */
export function toOperand(expressions: readonly string[]): string {
  return expressions.length === 1 ? expressions.join() : `(${expressions.join(', ')})`;
}

/** Quoted columns under an alias. */
export function qualifyColumns(
  context: SqlContext,
  alias: string,
  columns: readonly string[],
): readonly string[] {
  return columns.map((column) => qualifyColumn(context, alias, column));
}

/** The key columns of an entity under an alias. */
export function qualifyKey(
  context: SqlContext,
  alias: string,
  { key }: { readonly key: readonly Pick<KeyColumn, 'column'>[] },
): readonly string[] {
  return key.map(({ column }) => qualifyColumn(context, alias, column));
}

/** The key of an entity under an alias, as one operand. */
export function compileKeyOperand(
  context: SqlContext,
  alias: string,
  entity: { readonly key: readonly Pick<KeyColumn, 'column'>[] },
): string {
  return toOperand(qualifyKey(context, alias, entity));
}

/** The condition that the key of a row is the one in a slot. */
export function compileKeyEquals(row: RowScope, slot: number): string {
  const { key } = row.entity;
  return key
    .map((field, at) => compileColumnEquals(row, field, { slot, encode: getPartEncoder(key, at) }))
    .join(' AND ');
}

/** The condition that the key of a row is in the list in a slot. */
export function compileKeyIn({ context, binder, entity, alias }: RowScope, slot: number): string {
  const columns = qualifyKey(context, alias, entity);
  return compileKeyMembership(context, binder, { predicate: 'in', columns, slot, of: entity });
}

/** The condition that a column holds the value in a slot. */
export function compileKeyColumnEquals(row: RowScope, field: FieldModel, slot: number): string {
  return compileColumnEquals(row, field, { slot, encode: field.codec.encode });
}

function compileColumnEquals(
  { context, binder, alias }: RowScope,
  field: FieldModel,
  value: SlotValue,
): string {
  const { columnKind, spelling } = field;
  const bound = createValueBinder(binder, 'eq', value);
  return context.dialect.predicates.eq(qualifyColumn(context, alias, field.column), bound, {
    columnKind,
    spelling,
  });
}

/** The condition that no part of a key is NULL. */
export function compileKeyPresence(expressions: readonly string[]): string {
  return expressions.map((expression) => `${expression} IS NOT NULL`).join(' AND ');
}

/** The condition that some part of a key is NULL. */
export function compileKeyAbsence(expressions: readonly string[]): string {
  return expressions.map((expression) => `${expression} IS NULL`).join(' OR ');
}

/** Binds the key in a slot as one operand. */
export function bindKey(slots: Slots, slot: number, key: readonly KeyColumn[]): string {
  return toOperand(key.map((_, at) => slots.bind(slot, getPartEncoder(key, at))));
}

/** The encoder of one part of a key. Always the same function, so that equal placeholders are shared. */
export function getPartEncoder(key: readonly KeyColumn[], at: number): Encode {
  const known = partEncoders.get(key) ?? createPartEncoders(key);
  partEncoders.set(key, known);
  const encode = known[at];
  if (!encode) throw new Error('The key has no such part.');
  return encode;
}

const partEncoders = new WeakMap<readonly KeyColumn[], readonly Encode[]>();

function createPartEncoders(key: readonly KeyColumn[]): readonly Encode[] {
  return key.map(({ codec }, at) =>
    key.length === 1 ? codec.encode : (value) => codec.encode(getKeyPart(value, at)),
  );
}

function getKeyPart(value: unknown, at: number): unknown {
  return Array.isArray(value) ? (value as readonly unknown[])[at] : value;
}

/** A test whether the key of a row is in a list of keys. */
export interface KeyList {
  readonly predicate: 'in' | 'notIn';
  /** The expressions that are compared, in the order of the key. */
  readonly columns: readonly string[];
  /** Slot of the list. */
  readonly slot: number;
  /** The table that the keys belong to. */
  readonly of: { readonly key: readonly KeyColumn[]; readonly table: { readonly path: string } };
  /** The list holds stored values, which need no encoding. */
  readonly stored?: true;
}

/** The condition that a key is in a list, or is not. */
export function compileKeyMembership(context: SqlContext, binder: Binder, list: KeyList): string {
  const { predicate, columns, slot, of, stored } = list;
  const only = findSingleColumn(of.key);
  const encodes = of.key.map(({ codec }): Encode => (stored ? asIs : codec.encode));
  if (only)
    return context.dialect.predicates[predicate](
      columns.join(),
      createValueBinder(binder, predicate, { slot, encode: encodes[0] ?? asIs }),
      { columnKind: only.columnKind, spelling: only.spelling },
    );
  const negated = predicate === 'notIn' ? 'NOT ' : '';
  const compileMembership = (set: string) => `${toOperand(columns)} ${negated}IN ${set}`;
  const { keySet } = context.dialect;
  if ('compilePart' in keySet) {
    // MySQL uses no index for a list of row values, but it does for a list of the first column.
    const first = columns[0] ?? '';
    const narrowed = negated ? '' : `${first} IN (${binder.bindList(slot, encodeFirstPart(encodes))}) AND `;
    const parts = of.key.map(({ columnKind }, at) => ({
      encode: encodes[at] ?? asIs,
      wrap: (placeholder: string) => keySet.compilePart(placeholder, columnKind),
    }));
    return narrowed + compileMembership(`(${binder.bindRows(slot, parts)})`);
  }
  const names = of.key.map(({ column }) => column);
  const encode = (keys: unknown) => keySet.encode(encodeKeys(keys, encodes), names);
  return compileMembership(keySet.sql(quoteTable(context, of.table.path), names, binder.bind(slot, encode)));
}

const asIs: Encode = (value) => value;

function encodeFirstPart([encode = asIs]: readonly Encode[]): Encode {
  return (key) => encode(getKeyPart(key, 0));
}

function encodeKeys(keys: unknown, encodes: readonly Encode[]): readonly (readonly unknown[])[] {
  return (keys as readonly unknown[]).map((key) => encodes.map((encode, at) => encode(getKeyPart(key, at))));
}

/** The positions of the key columns among the selected fields. */
export function findKeyPositions(
  { key }: Pick<EntityModel, 'key'>,
  fields: readonly FieldModel[],
): readonly number[] {
  return key.map((field) => fields.indexOf(field));
}
