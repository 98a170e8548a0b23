// JSON and lists on SQLite: values at a path, and tests of the items of a list. Text that is not JSON has neither.
import type { DocumentModel } from '../../model/document-model.js';
import type { FieldModel } from '../../model/member-model.js';
import type { CompilePredicate, Dialect } from '../../sql/dialect.js';
import { quoteLiteral } from '../../sql/dialect.js';
import { formatJsonPath } from '../../sql/json-path.js';
import type { FieldKind } from '../../vocabulary/field-kind.js';

/** The types of JSON that a kind of value has, as json_type and json_each name them. */
const typesByKind: Readonly<Partial<Record<FieldKind, string>>> = {
  string: "'text'",
  integer: "'integer', 'real'",
  float: "'integer', 'real'",
  boolean: "'true', 'false'",
  datetime: "'text'",
};

function getTypes(kind: FieldKind): string {
  return typesByKind[kind] ?? "'text'";
}

/** Evaluates an expression only if the column contains JSON. */
function guardValid(column: string, expression: string): string {
  return `CASE WHEN json_valid(${column}) THEN ${expression} END`;
}

export const compilePath: Dialect['compilePath'] = (
  column: string,
  { kind }: FieldModel,
  { path }: DocumentModel,
) => {
  const at = quoteLiteral(formatJsonPath(path));
  const value = `json_extract(${column}, ${at})`;
  const typed = `CASE WHEN json_type(${column}, ${at}) IN (${getTypes(kind)}) THEN ${compileValue(value, kind)} END`;
  return `(${guardValid(column, typed)})`;
};

function compileValue(value: string, kind: FieldKind): string {
  // As JSON parsers read it: beyond 2^53, integers are doubles.
  if (kind === 'float') return `CAST(${value} AS REAL)`;
  return kind === 'datetime' ? compileInstant(value) : value;
}

/** Milliseconds since 1970 of an instant (RFC 3339); NULL for any other text, including days that do not exist. */
function compileInstant(value: string): string {
  const zone = `CASE WHEN substr(x, 20, 1) = '.' THEN ltrim(substr(x, 21), '0123456789') ELSE substr(x, 20) END`;
  const parts = `SELECT x, ${zone} AS z FROM (SELECT ${value} AS x)`;
  const digits = '[0-9][0-9]';
  const valid = [
    `x GLOB '${digits}${digits}-${digits}-${digits}T${digits}:${digits}:${digits}*'`,
    "substr(x, 1, 4) > '0000'",
    "date(substr(x, 1, 10)) = substr(x, 1, 10) AND substr(x, 12, 2) < '24'",
    "substr(x, 15, 2) < '60' AND substr(x, 18, 2) < '60'",
    "x NOT GLOB '???????????????????.[Z+-]*'",
    `(z = 'Z' OR (z GLOB '[+-]${digits}:${digits}' AND substr(z, 2, 2) < '24' AND substr(z, 5) < '60'))`,
  ].join(' AND ');
  const seconds = "CAST(strftime('%s', substr(x, 1, 19)) AS INTEGER)";
  const fraction =
    "CASE WHEN substr(x, 20, 1) = '.' THEN CAST(substr(substr(x, 21, length(x) - 20 - length(z)) || '000', 1, 3) AS INTEGER) ELSE 0 END";
  const offset =
    "CASE WHEN z = 'Z' THEN 0 ELSE CAST(substr(z, 1, 1) || '60' AS INTEGER) * (60 * CAST(substr(z, 2, 2) AS INTEGER) + CAST(substr(z, 5) AS INTEGER)) END";
  return `(SELECT CASE WHEN ${valid} THEN (${seconds} - ${offset}) * 1000 + ${fraction} END FROM (${parts}))`;
}

function isJoined({ document }: Parameters<CompilePredicate>[2]): boolean {
  return document?.storage === 'joined text';
}

/** Whether the joined text contains the item. An item never has a comma. */
function compileJoinedTest(column: string): string {
  return `instr(',' || ${column} || ',', ',' || wanted.value || ',') > 0`;
}

/** The condition that an item of the list equals the value, with the same type. */
function compileItemTest({ columnKind }: Parameters<CompilePredicate>[2]): string {
  return `item.value = wanted.value AND item.type IN (${getTypes(columnKind)})`;
}

function guardList(column: string, expression: string): string {
  return `(${guardValid(column, `json_type(${column}) = 'array' AND ${expression}`)})`;
}

/** Null for a text with a comma, because no item contains one. */
const toJoinedItem = (text: unknown) => (String(text).includes(',') ? null : text);

/** Tests of lists. */
export const listPredicates = {
  any: (column, values, field) => {
    if (isJoined(field))
      return `EXISTS (SELECT 1 FROM json_each(${values({ as: toJoinedItem })}) wanted WHERE ${compileJoinedTest(column)})`;
    return guardList(
      column,
      `EXISTS (SELECT 1 FROM json_each(${values()}) wanted, json_each(${column}) item WHERE ${compileItemTest(field)})`,
    );
  },
  all: (column, values, field) => {
    if (isJoined(field))
      return `NOT EXISTS (SELECT 1 FROM json_each(${values({ as: toJoinedItem })}) wanted WHERE (${compileJoinedTest(column)}) IS NOT TRUE)`;
    return guardList(
      column,
      `NOT EXISTS (SELECT 1 FROM json_each(${values()}) wanted WHERE NOT EXISTS (SELECT 1 FROM json_each(${column}) item WHERE ${compileItemTest(field)}))`,
    );
  },
  empty: (column, _, field) =>
    isJoined(field) ? `${column} = ''` : guardList(column, `json_array_length(${column}) = 0`),
} satisfies Partial<Dialect['predicates']>;
