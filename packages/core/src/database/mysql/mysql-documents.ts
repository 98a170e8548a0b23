// JSON and lists on MySQL and MariaDB: values at a path, and tests of the items of a list. MariaDB has no JSON type, so the SQL
// uses only functions that both servers have. Text that is not JSON has neither values nor items.
import type { DocumentModel } from '../../model/document-model.js';
import type { FieldModel } from '../../model/member-model.js';
import type { CompilePredicate, Dialect } from '../../sql/dialect.js';
import { quoteLiteral } from '../../sql/dialect.js';
import { formatJsonPath } from '../../sql/json-path.js';
import type { FieldKind } from '../../vocabulary/field-kind.js';

const numbers = "'INTEGER', 'UNSIGNED INTEGER', 'DOUBLE', 'DECIMAL'";

/** The types of JSON that a kind of value has, as JSON_TYPE names them. */
const typesByKind: Readonly<Partial<Record<FieldKind, string>>> = {
  integer: numbers,
  float: numbers,
  boolean: "'BOOLEAN'",
};

export const compilePath: Dialect['compilePath'] = (
  column: string,
  { kind }: FieldModel,
  { path }: DocumentModel,
) => {
  const value = `JSON_EXTRACT(${column}, ${quoteLiteral(formatJsonPath(path))})`;
  const types = typesByKind[kind] ?? "'STRING'";
  return `(CASE WHEN NOT JSON_VALID(${column}) THEN NULL WHEN JSON_TYPE(${value}) IN (${types}) THEN ${compileValue(`JSON_UNQUOTE(${value})`, kind)} END)`;
};

function compileValue(text: string, kind: FieldKind): string {
  switch (kind) {
    case 'integer':
      return `CAST(${text} AS DECIMAL(65, 30))`;
    case 'float':
      return `(${text} + 0e0)`;
    case 'boolean':
      return `(${text} = 'true')`;
    case 'datetime':
      return compileInstant(text);
    default:
      // As JSON texts are compared: by code points.
      return `CONVERT(${text} USING utf8mb4) COLLATE utf8mb4_bin`;
  }
}

const instants =
  '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]([.][0-9]+)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$';

/** Days from year 0 to 1970. */
const epochDays = 719_528;

/** Milliseconds since 1970 of an instant (RFC 3339); NULL for any other text, including days that do not exist. */
function compileInstant(text: string): string {
  const compileNumber = (from: string) => `CAST(${from} AS SIGNED)`;
  const compilePart = (at: number, length: number) => compileNumber(`SUBSTRING(${text}, ${at}, ${length})`);
  const month = `CONCAT(LEFT(${text}, 8), '01')`;
  const isDay = `LEFT(${text}, 4) > '0000' AND ${compilePart(9, 2)} <= DAY(LAST_DAY(${month}))`;
  const day = `(TO_DAYS(LEFT(${text}, 10)) - ${epochDays})`;
  const seconds = `(((${day} * 24 + ${compilePart(12, 2)}) * 60 + ${compilePart(15, 2)}) * 60 + ${compilePart(18, 2)})`;
  const minutes = `(60 * ${compileNumber(`LEFT(RIGHT(${text}, 5), 2)`)} + ${compileNumber(`RIGHT(${text}, 2)`)})`;
  const sign = `CASE LEFT(RIGHT(${text}, 6), 1) WHEN '-' THEN -60 ELSE 60 END`;
  const offset = `CASE WHEN RIGHT(${text}, 1) = 'Z' THEN 0 ELSE ${sign} * ${minutes} END`;
  const digits = `SUBSTRING(CONCAT(SUBSTRING(${text}, 21), '000'), 1, 3)`;
  const fraction = `CASE WHEN SUBSTRING(${text}, 20, 1) = '.' THEN ${compileNumber(`RPAD(REGEXP_SUBSTR(${digits}, '^[0-9]+'), 3, '0')`)} ELSE 0 END`;
  return `CASE WHEN ${text} NOT REGEXP ${quoteLiteral(instants)} THEN NULL WHEN ${isDay} THEN (${seconds} - ${offset}) * 1000 + ${fraction} END`;
}

type Compared = Parameters<CompilePredicate>[2];

function isJoined({ document }: Compared): boolean {
  return document?.storage === 'joined text';
}

/** Evaluates a test if the column contains a list. */
function guardList(column: string, test: string): string {
  return `(CASE WHEN NOT JSON_VALID(${column}) THEN NULL WHEN JSON_TYPE(${column}) = 'ARRAY' THEN ${test} END)`;
}

/** Tests whether each value of a request is an item: a list with 1 or 0 per value. */
function compileItemTests(column: string, values: Parameters<CompilePredicate>[1], field: Compared): string {
  if (isJoined(field)) {
    const bytes = `CAST(CONVERT(${column} USING utf8mb4) AS BINARY)`;
    return values({ each: (value) => `FIND_IN_SET(CAST(${value} AS BINARY), ${bytes}) > 0` });
  }
  return values({
    as: (value) => JSON.stringify(value),
    each: (value) => `JSON_CONTAINS(${column}, ${value})`,
  });
}

/** Tests of lists. Equality of items is exact: of bytes, or of JSON. */
export const listPredicates = {
  any: (column, values, field) => {
    const test = `1 IN (${compileItemTests(column, values, field)})`;
    return isJoined(field) ? test : guardList(column, test);
  },
  all: (column, values, field) => {
    const test = `0 NOT IN (${compileItemTests(column, values, field)})`;
    return isJoined(field) ? test : guardList(column, test);
  },
  empty: (column, _, field) =>
    isJoined(field) ? `LENGTH(${column}) = 0` : guardList(column, `JSON_LENGTH(${column}) = 0`),
} satisfies Partial<Dialect['predicates']>;
