// The columns of writes, and whether the targets of foreign keys exist. The statement that writes checks that itself, which
// saves a round trip.
import type { EntityModel } from '../model/api-model.js';
import type { ColumnTerm } from '../plan/writes.js';
import type { Encode } from './dialect.js';
import { compileAliasedTable, compileVisibility } from './policy-sql.js';
import { getPartEncoder, compileKeyEquals } from './key-sql.js';
import { compileReferencedValue } from './referenced-columns.js';
import type { Binder } from './statement.js';
import type { StoredColumn } from '../model/stored-column.js';
import { compileSubquery, compileWhere, type RowScope, type SqlContext } from './table-sql.js';

const referenceAlias = 'g';

/**
 * One condition for each foreign key: it is NULL, or its target is visible, and locked until the transaction ends. `changed` is
 * the quoted table that an UPDATE changes; an INSERT may read its own table.
 */
export function compileReferenceChecks(
  written: WriteScope,
  columns: readonly ColumnTerm[],
  changed: string | null = null,
): readonly string[] {
  return columns.flatMap((term, slot) =>
    term.of === 'field' ? [] : [compileReferenceCheck(written, { ...term, slot }, changed)],
  );
}

type WriteScope = Pick<RowScope, 'context' | 'binder'>;

interface Reference extends Pick<Extract<ColumnTerm, { of: 'edge' }>, 'target' | 'isOfNewRow'> {
  readonly slot: number;
}

function compileReferenceCheck(
  { context, binder }: WriteScope,
  { target, slot, isOfNewRow = false }: Reference,
  changed: string | null,
): string {
  const { dialect } = context;
  // Separate parameters: the target's key may have other types than the columns that are written.
  const encodings = target.key.map((_, at): [Encode, Encode] => {
    const encode = getPartEncoder(target.key, at);
    return [encode, (value) => encode(value)];
  });
  const separateEncoders = new Map(encodings);
  const separateBinder: Binder = {
    ...binder,
    bind: (_, encode) => binder.bind(slot, separateEncoders.get(encode) ?? encode),
  };
  const scope = { context, binder, entity: target, alias: referenceAlias };
  const shown = [
    compileKeyEquals({ ...scope, binder: separateBinder }, slot),
    ...compileVisibility(scope, isOfNewRow ? 'with' : 'without'),
  ];
  const rows = `${compileAliasedTable(scope)}${compileWhere(shown)}`;
  const lock = dialect.forReference(target.table.deletedAt !== null);
  const existing = compileSubquery(dialect, { columns: '1', rows: `${rows}${lock}` }, changed);
  return `(EXISTS (${existing}) OR ${separateBinder.bind(slot, getPartEncoder(target.key, 0))} IS NULL)`;
}

/** A column to write: a field, or a part of a foreign key. */
export interface AssignedColumn {
  readonly name: string;
  readonly slot: number;
  readonly encode: Encode;
  /** NULL means no change: other foreign keys share the column. */
  readonly kept: boolean;
  /** The column of a field; null for a part of a foreign key. */
  readonly of: StoredColumn | null;
  /** The column of the target that a foreign key refers to, where that is no part of its key. */
  readonly referenced: { readonly entity: EntityModel; readonly column: string } | null;
}

/** Binds the value of a column to write. `changed` is the quoted table that an UPDATE changes. */
export function bindAssigned(
  { context, binder }: Pick<RowScope, 'context' | 'binder'>,
  { slot, encode, of, referenced }: AssignedColumn,
  changed: string | null = null,
): string {
  if (referenced)
    return compileReferencedValue(
      { context, binder, entity: referenced.entity, slot, changed },
      referenced.column,
    );
  const { dialect } = context;
  const placeholder = binder.bind(slot, encode);
  return (of && dialect.compileWritten?.(placeholder, of.columnType)) ?? placeholder;
}

/** The columns of terms, whose values are in slots of the same order. A column that foreign keys share is named once. */
export function getAssignedColumns(terms: readonly ColumnTerm[]): readonly AssignedColumn[] {
  const columns = terms.flatMap((term, slot): AssignedColumn[] => {
    if (term.of === 'field')
      return [
        {
          name: term.field.column,
          slot,
          encode: term.field.codec.encode,
          kept: false,
          of: term.field,
          referenced: null,
        },
      ];
    const {
      edge: { join },
      target,
    } = term;
    if (join.kind !== 'own') throw new Error('Only edges that own their foreign key are columns.');
    const { columns } = join;
    return columns.map((name, at) => {
      const kept = columns.length > 1 && join.kept.includes(name);
      const column = join.referenced?.columns[at];
      if (column !== undefined)
        return { name, slot, encode: asIs, kept, of: null, referenced: { entity: target, column } };
      return { name, slot, encode: getPartEncoder(target.key, at), kept, of: null, referenced: null };
    });
  });
  const names = columns.map(({ name }) => name);
  return columns.filter(({ name }, at) => names.indexOf(name) === at);
}

/** The assignments that every change of a row makes: to its update dates and versions, but to those that have a value. */
export function compileTouchedColumns(
  { dialect }: SqlContext,
  { table }: EntityModel,
  given: ReadonlySet<string> = none,
): string[] {
  return table.touchedColumns
    .filter(({ column }) => !given.has(column))
    .map(({ column, kind }) => {
      const name = dialect.quote(column);
      return kind === 'date' ? `${name} = ${dialect.now}` : `${name} = ${name} + 1`;
    });
}

const none: ReadonlySet<string> = new Set();

const asIs: Encode = (value) => value;
