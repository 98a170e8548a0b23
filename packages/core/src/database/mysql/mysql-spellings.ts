// Spellings of values on MySQL and MariaDB: instants with microseconds, booleans as numbers, UUIDs as texts.
import type { FieldModel } from '../../model/member-model.js';
import type { ComparedColumn, Encode } from '../../sql/dialect.js';
import { createFinerTests, listUuidTexts, type SpellingTests } from '../../sql/spelling-sql.js';
import type { FieldKind } from '../../vocabulary/field-kind.js';

function compileCut(column: string): string {
  return `(${column} - INTERVAL (MICROSECOND(${column}) % 1000) MICROSECOND)`;
}

const finerTests = createFinerTests({
  cut: compileCut,
  // The last millisecond of the year 9999 has no next one.
  end: { each: (placeholder) => `(CAST(${placeholder} AS DATETIME(6)) + INTERVAL 999 MICROSECOND)` },
  untilEnd: '<=',
  compileList: (list) => ({ among: `IN (${list})`, outside: `NOT IN (${list})` }),
});

function compileBoolean(column: string): string {
  return `(${column} <> 0)`;
}

/** Texts with dashes and without are one UUID. */
function compileUuid(column: string): string {
  const plain = `LOWER(REPLACE(${column}, '-', ''))`;
  return `CONVERT(${plain} USING ascii)`;
}

const normalForms: Readonly<Partial<Record<FieldKind, (column: string) => string>>> = {
  boolean: compileBoolean,
  uuid: compileUuid,
};

/** The normal form of a column. A UUID is grouped and sorted without its dashes. */
export function compileNormal(column: string, { columnKind, spelling }: ComparedColumn): string {
  if (spelling === 'finer') return compileCut(column);
  return (spelling === 'free' ? normalForms[columnKind]?.(column) : undefined) ?? column;
}

const normalTests: SpellingTests = {
  eq: (column, value, field) => `${compileNormal(column, field)} = ${value()}`,
  neq: (column, value, field) => `${compileNormal(column, field)} <> ${value()}`,
  in: (column, value, field) => `${compileNormal(column, field)} IN (${value()})`,
  notIn: (column, value, field) => `${compileNormal(column, field)} NOT IN (${value()})`,
  gt: (column, value, field) => `${compileNormal(column, field)} > ${value()}`,
  gte: (column, value, field) => `${compileNormal(column, field)} >= ${value()}`,
  lt: (column, value, field) => `${compileNormal(column, field)} < ${value()}`,
  lte: (column, value, field) => `${compileNormal(column, field)} <= ${value()}`,
};

const uuidTexts = [0, 1, 2, 3].map(
  (at): Encode =>
    (value) =>
      listUuidTexts(value)[at],
);
const toPlainText: Encode = (value) => String(value).replaceAll('-', '');

/** Each text that a UUID may have is looked up. */
const uuidTests: SpellingTests = {
  ...normalTests,
  eq: (column, value) => `${column} IN (${uuidTexts.map((as) => value({ as })).join(', ')})`,
  in: (column, value) => `${column} IN (${uuidTexts.map((as) => value({ as })).join(', ')})`,
  neq: (column, value, field) => `${compileNormal(column, field)} <> ${value({ as: toPlainText })}`,
  notIn: (column, value, field) => `${compileNormal(column, field)} NOT IN (${value({ as: toPlainText })})`,
};

const toSingle: Encode = (value) => (typeof value === 'number' ? Math.fround(value) : value);

/**
 * A FLOAT holds the single that is nearest to a shown number; a DOUBLE or DECIMAL of another program, the number itself. No
 * other single lies between the two.
 */
const singleTests: SpellingTests = {
  eq: (column, value) => `${column} IN (${value()}, ${value({ as: toSingle })})`,
  neq: (column, value) => `${column} NOT IN (${value()}, ${value({ as: toSingle })})`,
  in: (column, value) => `${column} IN (${value()}, ${value({ as: toSingle })})`,
  notIn: (column, value) => `${column} NOT IN (${value()}, ${value({ as: toSingle })})`,
  gt: (column, value) => `(${column} > ${value()} AND ${column} <> ${value({ as: toSingle })})`,
  gte: (column, value) => `(${column} >= ${value()} OR ${column} = ${value({ as: toSingle })})`,
  lt: (column, value) => `(${column} < ${value()} AND ${column} <> ${value({ as: toSingle })})`,
  lte: (column, value) => `(${column} <= ${value()} OR ${column} = ${value({ as: toSingle })})`,
};

const testsByKind: Readonly<Partial<Record<FieldKind, SpellingTests>>> = {
  boolean: normalTests,
  uuid: uuidTests,
};

/** The tests of a column that may have several texts for a value; null for others. */
export function findSpellingTests({ columnKind, spelling, inferred }: ComparedColumn): SpellingTests | null {
  if (spelling === 'finer') return inferred ? null : finerTests;
  if (spelling === 'single') return singleTests;
  if (spelling !== 'free') return null;
  return testsByKind[columnKind] ?? null;
}

/** The value that lists are sorted by, but for texts. An index has the order of what is stored. */
export function compileSpelledSortValue(expression: string, field: FieldModel): string {
  return field.spelling === 'free' && !field.indexed ? compileNormal(expression, field) : expression;
}
