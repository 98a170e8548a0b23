// Keys of groups -> the expressions to group by, to show and to sort by. Related rows are joined: only those that are visible.
import type { GroupKeyModel } from '../model/aggregate-model.js';
import type { EdgeModel, FieldModel } from '../model/member-model.js';
import { findSingleColumn } from '../model/row-id.js';
import type { TimeUnit } from '../vocabulary/aggregate.js';
import { selectFieldValue, type GroupColumn, type GroupMember, type SelectedColumn } from './group-member.js';
import { printJson, printPlainText } from './json-text.js';
import { compileEdgeRows } from './policy-sql.js';
import { isLong } from './response-size.js';
import { createRowKeys } from './row-renderer.js';
import {
  chooseAlias,
  compileField,
  compileNormalField,
  type RowScope,
  type SqlContext,
} from './table-sql.js';
import { createValuePrinter } from './value-text.js';

/** The joins to related rows that keys refer to. They never multiply rows. */
interface KeyJoins {
  /** Binds placeholders, so call it where its text goes. */
  readonly write: () => string;
  /** The alias of the rows that an edge leads to; that of the grouped rows without an edge. */
  readonly getAlias: (edge: EdgeModel | null) => string;
}

/** One join for each edge among the keys. */
export function createKeyJoins(scope: RowScope, keys: readonly GroupKeyModel[]): KeyJoins {
  const edges = [...new Set(keys.flatMap(({ edge }) => edge ?? []))];
  const aliases = new Map(
    edges.map((edge, at) => [edge, chooseAlias(scope.context.targetOf(edge), `k${at}`)]),
  );
  const getAlias = (edge: EdgeModel | null) => (edge && aliases.get(edge)) ?? scope.alias;
  const writeJoin = (edge: EdgeModel) => {
    const { from, where } = compileEdgeRows(scope, edge, getAlias(edge));
    return ` LEFT JOIN ${from} ON ${where.join(' AND ')}`;
  };
  return { write: () => edges.map(writeJoin).join(''), getAlias };
}

/** The columns and the printer of a key. */
export function createKeyMember(
  context: SqlContext,
  key: GroupKeyModel,
  getAlias: KeyJoins['getAlias'],
): GroupMember {
  const alias = getAlias(key.edge);
  if (key.by === 'id') return createIdMember(context, key, alias);
  if (key.unit !== null) return createBucketMember(context, { ...key, unit: key.unit }, alias);
  const print = createValuePrinter(key.field, context.dialect);
  return createValueMember(key.name, [createFieldColumns(context, key.field, alias)], ([stored]) =>
    print(stored),
  );
}

function createBucketMember(
  context: SqlContext,
  { name, field, unit, zoned }: FieldKey & { readonly unit: TimeUnit },
  alias: string,
): GroupMember {
  const { columnKind } = field;
  const value = field.spelling === 'free' ? compileNormalField : compileField;
  const expression = context.dialect.compileTimeBucket(value(context, alias, field), unit, {
    columnKind,
    zoned,
  });
  return {
    name,
    columns: [{ expression, isKey: true }],
    compileSelected: ([column = '']) => [{ expression: column, isPrinted: true }],
    compileOrder: (columns) => columns,
    print: ([stored]) => (stored === null ? 'null' : printPlainText(stored)),
    isLong: false,
  };
}

type FieldKey = Extract<GroupKeyModel, { by: 'field' }>;

/** An id of one column is printed like a field, others as the text that paths have. */
function createIdMember(
  context: SqlContext,
  { name, edge, key }: Extract<GroupKeyModel, { by: 'id' }>,
  alias: string,
): GroupMember {
  const columns = key.map((field) => createFieldColumns(context, field, alias));
  const only = findSingleColumn(key);
  if (only) {
    const print = createValuePrinter(only, context.dialect);
    return createValueMember(name, columns, ([stored]) => print(stored));
  }
  const places = key.map((_, at) => at);
  const { idOf } = createRowKeys(context.targetOf(edge), context.dialect, places);
  return createValueMember(name, columns, (stored) =>
    stored[0] === null ? 'null' : printJson(idOf(stored)),
  );
}

/** The columns of one field: where texts are grouped by their bytes, a second one shows them. */
interface FieldColumns {
  readonly columns: readonly GroupColumn[];
  readonly select: (shown: string) => SelectedColumn;
  readonly isLong: boolean;
}

function createFieldColumns(context: SqlContext, field: FieldModel, alias: string): FieldColumns {
  const { dialect } = context;
  const value = compileNormalField(context, alias, field);
  const grouped =
    field.columnKind === 'string' && dialect.compileGroupedText ? dialect.compileGroupedText(value) : value;
  return {
    columns: [
      { expression: grouped, isKey: true },
      ...(grouped === value ? [] : [{ expression: `MIN(${value})`, isKey: false }]),
    ],
    select: (shown) => selectFieldValue(shown, field, dialect),
    isLong: isLong(field),
  };
}

function createValueMember(
  name: string,
  parts: readonly FieldColumns[],
  print: GroupMember['print'],
): GroupMember {
  const shown = (columns: readonly string[]) => {
    let end = 0;
    return parts.map((part) => columns[(end += part.columns.length) - 1] ?? '');
  };
  return {
    name,
    columns: parts.flatMap(({ columns }) => columns),
    compileSelected: (columns) => shown(columns).flatMap((column, at) => parts[at]?.select(column) ?? []),
    // The order of the column, then the bytes, which distinguish texts that are equal in it.
    compileOrder: (columns) => [...new Set([...shown(columns), ...columns])],
    print,
    isLong: parts.some((part) => part.isLong),
  };
}
