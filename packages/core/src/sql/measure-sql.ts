// Measures of groups -> their aggregates, conditions and printers.
import type { HavingTest, MeasureModel } from '../model/aggregate-model.js';
import type { FieldModel } from '../model/member-model.js';
import { selectFieldValue, type GroupColumn, type GroupMember } from './group-member.js';
import { printNumber } from './json-text.js';
import { asIs, createValueBinder, type Slots } from './statement.js';
import { comparisonOperators, formatAverage, formatSum, type SumSql } from './sum-sql.js';
import { compileComparedField, compileNormalField, type SqlContext } from './table-sql.js';
import { createValuePrinter } from './value-text.js';

/** A comparison of a measure with the value in a slot. */
interface MeasureTest {
  readonly test: HavingTest;
  readonly slots: Slots;
  readonly slot: number;
}

/** A measure, and how it is compared. */
export interface MeasureMember extends GroupMember {
  /** The condition on the columns. Binds placeholders. */
  readonly compileTest: (columns: readonly string[], compared: MeasureTest) => string;
}

/** The columns and the printer of a measure of the rows under an alias. */
export function createMeasureMember(
  context: SqlContext,
  measure: MeasureModel,
  alias: string,
): MeasureMember {
  if (measure.of === 'rows') return createCountMember(measure.name, 'COUNT(*)');
  const { name, field } = measure;
  const value = compileComparedField(context, alias, field);
  const normal = compileNormalField(context, alias, field);
  const measured = { context, name, field, value };
  switch (measure.function) {
    case 'count':
      return createCountMember(name, `COUNT(${value})`);
    case 'distinct':
      return createCountMember(name, `COUNT(DISTINCT ${compileDistinct({ ...measured, value: normal })})`);
    case 'sum':
      return createSumMember(measured);
    case 'avg':
      return createAverageMember(measured);
    // The extreme of finer instants is shown like any of them, and an index may find it.
    case 'min':
      return createExtremeMember(measured, `MIN(${field.spelling === 'free' ? normal : value})`);
    case 'max':
      return createExtremeMember(measured, `MAX(${field.spelling === 'free' ? normal : value})`);
  }
}

/** A field to measure, and its value in SQL. */
interface MeasuredField {
  readonly context: SqlContext;
  readonly name: string;
  readonly field: FieldModel;
  readonly value: string;
}

/** As filters compare texts. */
function compileDistinct({ context: { dialect }, field, value }: MeasuredField): string {
  return field.columnKind === 'string' && dialect.compileGroupedText
    ? dialect.compileGroupedText(value)
    : value;
}

function createCountMember(name: string, count: string): MeasureMember {
  return {
    name,
    columns: toColumns([count]),
    compileSelected: ([column = '']) => [{ expression: column, isPrinted: true }],
    compileOrder: (columns) => columns,
    print: ([stored]) => printNumber(stored),
    isLong: false,
    compileTest: ([column = ''], { test, slots, slot }) =>
      `${column} ${comparisonOperators[test]} ${slots.bind(slot, asIs)}`,
  };
}

function createSumMember({ context, name, field, value }: MeasuredField): MeasureMember {
  const sum = context.dialect.getSum(field);
  return {
    name,
    columns: toColumns(sum.compileAggregates(value)),
    compileSelected: (columns) => selectSum(sum, columns),
    compileOrder: sum.compileOrder,
    print: (stored) => printSum(sum.read, stored, field),
    isLong: false,
    compileTest: (columns, { test, slots, slot }) =>
      sum.compileTest(columns, test, (encode) => slots.bind(slot, encode)),
  };
}

function printSum(read: SumSql['read'], stored: readonly unknown[], { kind, scale }: FieldModel): string {
  if (stored[0] === null) return 'null';
  const sum = read(stored);
  return kind === 'float' ? printNumber(Number(sum)) : `"${formatSum(sum, scale)}"`;
}

/** The sum and the number of values; JavaScript divides them, because databases round quotients differently. */
function createAverageMember({ context, name, field, value }: MeasuredField): MeasureMember {
  const sum = context.dialect.getSum(field);
  const split = (columns: readonly string[]) => [columns.slice(0, -1), columns.at(-1) ?? ''] as const;
  return {
    name,
    columns: toColumns([...sum.compileAggregates(value), `COUNT(${value})`]),
    compileSelected: (columns) => {
      const [parts, count] = split(columns);
      return [...selectSum(sum, parts), { expression: count, isPrinted: true }];
    },
    compileOrder: (columns) => sum.compileAverageOrder(...split(columns)),
    print: (stored) => printAverage(sum.read, stored, field),
    isLong: false,
    compileTest: (columns, { test, slots, slot }) =>
      sum.compileAverageTest(...split(columns), { test, bind: (encode) => slots.bind(slot, encode) }),
  };
}

function printAverage(read: SumSql['read'], stored: readonly unknown[], { kind }: FieldModel): string {
  if (stored[0] === null) return 'null';
  const sum = read(stored.slice(0, -1));
  const count = printNumber(stored.at(-1));
  return kind === 'float' ? printNumber(Number(sum) / Number(count)) : `"${formatAverage(sum, count)}"`;
}

function createExtremeMember(
  { context: { dialect }, name, field }: MeasuredField,
  extreme: string,
): MeasureMember {
  return {
    name,
    columns: toColumns([extreme]),
    compileSelected: ([column = '']) => [selectFieldValue(column, field, dialect)],
    compileOrder: (columns) => columns,
    print: createStoredPrinter(field, dialect),
    isLong: false,
    compileTest: ([column = ''], { test, slots, slot }) => {
      const bound = createValueBinder(slots, test, { slot, encode: field.codec.encode });
      return dialect.predicates[test](column, bound, field);
    },
  };
}

function createStoredPrinter(field: FieldModel, dialect: SqlContext['dialect']): GroupMember['print'] {
  const print = createValuePrinter(field, dialect);
  return ([stored]) => print(stored);
}

function selectSum(sum: SumSql, columns: readonly string[]) {
  return sum.compileSelected(columns).map((expression) => ({ expression, isPrinted: true }));
}

function toColumns(aggregates: readonly string[]): readonly GroupColumn[] {
  return aggregates.map((expression) => ({ expression, isKey: false }));
}
