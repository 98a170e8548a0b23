// Values of positions in MySQL and MariaDB: selected without loss, and compared as ORDER BY does.
import type { FieldModel } from '../../model/member-model.js';
import type { PositionedValue } from '../../sql/dialect.js';
import type { FieldKind } from '../../vocabulary/field-kind.js';
import { compileSpelledSortValue } from './mysql-spellings.js';

/** How the values of a position are selected and compared. */
interface PositionForm {
  readonly select: (expression: string) => string;
  readonly compare: (expression: string, placeholder: string) => readonly [string, string];
}

const plainForm: PositionForm = {
  select: (expression) => expression,
  compare: (expression, placeholder) => [expression, placeholder],
};
const textForm: PositionForm = { select: asText, compare: plainForm.compare };
const decimalForm: PositionForm = {
  select: asText,
  compare: (expression, placeholder) => [expression, asDecimal(placeholder)],
};
/** Enums sort by their number, but compare as text. */
const enumForm: PositionForm = {
  select: asNumber,
  compare: (expression, placeholder) => [asNumber(expression), placeholder],
};
/** Texts of a float lose digits; its double does not. */
const numberForm: PositionForm = { select: asNumber, compare: plainForm.compare };

const positionForms: Readonly<Partial<Record<FieldKind, PositionForm>>> = {
  bigint: decimalForm,
  decimal: decimalForm,
  float: numberForm,
  boolean: numberForm,
  date: textForm,
  time: textForm,
  datetime: textForm,
};

/** How MySQL selects and compares a value of a position. */
export function getPositionForm({ of, isSum }: PositionedValue): PositionForm {
  if (of === null) return plainForm;
  // Sums of integers are decimals, as are integers inside JSON.
  if (isSum || isInside(of)) return of.columnKind === 'float' ? numberForm : decimalForm;
  if (of.columnKind === 'enum') return enumTypes.has(of.columnType) ? enumForm : plainForm;
  return positionForms[of.columnKind] ?? plainForm;
}

function isInside({ columnKind, document }: FieldModel): boolean {
  const isWhole = columnKind === 'integer' || columnKind === 'bigint';
  return isWhole && document !== null && document.path.length > 0;
}

/**
 * In characters. ORDER BY looks at the first `max_sort_length` bytes of a text's weights, 1,024 by default, which are up to
 * four for a character; comparisons look at all of it. TypeORM's columns of text have this length unless they declare another.
 */
const maxSortedLength = 255;

/** Cuts texts that may be longer than ORDER BY looks at them. */
export function compileSortValue(expression: string, field: FieldModel): string {
  const { columnKind, schema } = field;
  if (columnKind !== 'string') return compileSpelledSortValue(expression, field);
  const isShort = typeof schema.maxLength === 'number' && schema.maxLength <= maxSortedLength;
  return isShort ? expression : `LEFT(${expression}, ${maxSortedLength})`;
}

const enumTypes: ReadonlySet<string> = new Set(['enum', 'simple-enum']);

function asNumber(expression: string): string {
  return `(${expression} + 0e0)`;
}

/** The text of a value, which no driver rounds. */
export function asText(column: string): string {
  return `CAST(${column} AS CHAR)`;
}

/** Without the cast, a text would be compared as a float. */
export function asDecimal(placeholder: string): string {
  return `CAST(${placeholder} AS DECIMAL(65, 30))`;
}
