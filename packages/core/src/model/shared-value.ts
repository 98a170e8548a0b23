// Tests whether one text can be a value of several fields: a filter group compares its value with all its members.
import type { FieldKind } from '../vocabulary/field-kind.js';
import type { FieldModel } from './api-model.js';

type ComparedField = Pick<FieldModel, 'kind' | 'range' | 'values'>;

const numbers: ReadonlySet<FieldKind> = new Set(['integer', 'bigint', 'float', 'decimal']);

/** Whether some text is a valid value of every field. */
export function shareValue(fields: readonly ComparedField[]): boolean {
  const others = fields.filter(({ kind, values }) => kind !== 'string' && values === null);
  const enums = fields.flatMap(({ values }) => (values === null ? [] : [new Set(values.map(String))]));
  const [first, ...more] = enums;
  if (!first) return areComparable(others);
  return [...first].some(
    (text) => more.every((texts) => texts.has(text)) && others.every((field) => mayTake(field, text)),
  );
}

/** Without enums: all are numbers whose ranges overlap, or all have the same kind. */
function areComparable(fields: readonly ComparedField[]): boolean {
  if (!fields.every(({ kind }) => numbers.has(kind)))
    return new Set(fields.map(({ kind }) => kind)).size <= 1;
  const ranges = fields.flatMap(({ range }) => range ?? []);
  return ranges.every(({ minimum }) => ranges.every(({ maximum }) => BigInt(minimum) <= BigInt(maximum)));
}

/** Rough patterns of each kind, enough to match the values of an enum against. */
const looks: Readonly<Partial<Record<FieldKind, RegExp>>> = {
  integer: /^-?[0-9]{1,20}$/,
  bigint: /^-?[0-9]{1,20}$/,
  float: /^-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?$/,
  decimal: /^-?[0-9]+(\.[0-9]+)?$/,
  boolean: /^(true|false)$/,
  uuid: /^[0-9a-f-]{36}$/,
  date: /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/,
  time: /^[0-9]{2}:[0-9]{2}:[0-9]{2}/,
  datetime: /^[0-9]{4}-[0-9]{2}-[0-9]{2}T/,
};

function mayTake({ kind, range }: ComparedField, text: string): boolean {
  if (!(looks[kind]?.test(text) ?? false)) return false;
  return range === null || (BigInt(range.minimum) <= BigInt(text) && BigInt(text) <= BigInt(range.maximum));
}
