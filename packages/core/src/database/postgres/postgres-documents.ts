// JSON and lists on PostgreSQL: values at a path, and tests of the items of a list.
import type { DocumentModel } from '../../model/document-model.js';
import type { FieldModel } from '../../model/member-model.js';
import type { CompilePredicate, Dialect } from '../../sql/dialect.js';
import { quoteLiteral } from '../../sql/dialect.js';
import type { FieldKind } from '../../vocabulary/field-kind.js';

/** The type of JSON that a kind of value has, as jsonb_typeof names it. */
const typeByKind: Readonly<Partial<Record<FieldKind, string>>> = {
  integer: 'number',
  float: 'number',
  boolean: 'boolean',
};

export const compilePath: Dialect['compilePath'] = (
  column: string,
  { kind }: FieldModel,
  { storage, path }: DocumentModel,
) => {
  // The operator -> finds keys only; a path would find items of lists by number, too.
  const keys = path.map(quoteLiteral);
  const whole = storage === 'json text' ? `CAST(${column} AS json)` : column;
  const value = [whole, ...keys].join(' -> ');
  const text = `${[whole, ...keys.slice(0, -1)].join(' -> ')} ->> ${keys.at(-1) ?? "''"}`;
  const type = `${storage === 'jsonb' ? 'jsonb' : 'json'}_typeof(${value})`;
  return `(CASE WHEN ${type} = '${typeByKind[kind] ?? 'string'}' THEN ${compileValue(`(${text})`, kind)} END)`;
};

function compileValue(text: string, kind: FieldKind): string {
  switch (kind) {
    case 'integer':
      return `CAST(${text} AS numeric)`;
    case 'float':
      return compileDouble(`CAST(${text} AS numeric)`);
    case 'boolean':
      return `CAST(${text} AS boolean)`;
    case 'datetime':
      return compileInstant(text);
    default:
      return text;
  }
}

/** Reads a number as JSON parsers do. A plain cast fails for numbers beyond the range of a double. */
function compileDouble(value: string): string {
  return `CASE WHEN abs(${value}) > 1.7976931348623157e308 THEN sign(${value}) * CAST('Infinity' AS double precision) WHEN abs(${value}) < 5e-324 THEN 0 ELSE CAST(${value} AS double precision) END`;
}

const days = [
  '(0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])',
  '(0[469]|11)-(0[1-9]|[12][0-9]|30)',
  '02-(0[1-9]|1[0-9]|2[0-8])',
].join('|');
const leapYears = '[0-9]{2}(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00';
const instants = `^(?!0000)([0-9]{4}-(${days})|(${leapYears})-02-29)T([01][0-9]|2[0-3])(:[0-5][0-9]){2}([.][0-9]+)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$`;

/**
 * Milliseconds since 1970 of an instant (RFC 3339); NULL for any other text, including days that do not exist. A cast to a
 * timestamp would fail for these, and round others.
 */
function compileInstant(text: string): string {
  const seconds = `extract(epoch FROM CAST(left(${text}, 19) AS timestamp))`;
  const fraction = `rpad(coalesce(substring(${text} FROM '[.]([0-9]{1,3})'), '0'), 3, '0')`;
  const offset = `extract(epoch FROM CAST(CASE WHEN ${text} LIKE '%Z' THEN '0' ELSE right(${text}, 6) END AS interval))`;
  return `CASE WHEN ${text} ~ ${quoteLiteral(instants)} THEN CAST((${seconds} - ${offset}) * 1000 AS bigint) + CAST(${fraction} AS bigint) END`;
}

type Compared = Parameters<CompilePredicate>[2];

/** A column of JSON as jsonb. */
function compileDocument(column: string, { document }: Compared): string {
  return document?.storage === 'jsonb' ? column : `CAST(${column} AS jsonb)`;
}

/** Evaluates a test if the JSON column contains a list. A GIN index serves the test of a jsonb column. */
function guardList(column: string, field: Compared, test: string): string {
  return `(${test} AND jsonb_typeof(${compileDocument(column, field)}) = 'array')`;
}

function compileJoined(column: string): string {
  return `string_to_array(${column}, ',')`;
}

/** The values as JSON. */
const toJson = (value: unknown) => JSON.stringify(value);

/** Tests of lists: an operator of arrays, or one of jsonb. */
export const listPredicates = {
  any: (column, values, field) => {
    if (field.document?.storage === 'array') return `${column} && ${values()}`;
    if (field.document?.storage === 'joined text')
      return `${compileJoined(column)} && CAST(${values()} AS text[])`;
    const items = `CAST(${values({ as: toJson })} AS jsonb[])`;
    return guardList(column, field, `${compileDocument(column, field)} @> ANY(${items})`);
  },
  all: (column, values, field) => {
    if (field.document?.storage === 'array') return `${column} @> ${values()}`;
    if (field.document?.storage === 'joined text')
      return `${compileJoined(column)} @> CAST(${values()} AS text[])`;
    const items = `to_jsonb(CAST(${values({ as: toJson })} AS jsonb[]))`;
    return guardList(column, field, `${compileDocument(column, field)} @> ${items}`);
  },
  empty: (column, _, field) => {
    if (field.document?.storage === 'array') return `cardinality(${column}) = 0`;
    if (field.document?.storage === 'joined text') return `${column} = ''`;
    return `${compileDocument(column, field)} = CAST('[]' AS jsonb)`;
  },
} satisfies Partial<Dialect['predicates']>;
