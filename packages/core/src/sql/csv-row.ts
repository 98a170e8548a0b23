// Rows of a read -> records of CSV (RFC 4180): a column for each field, and for each unique eager edge the id of its target.
import type { EntityModel } from '../model/api-model.js';
import type { EdgeModel, FieldModel } from '../model/member-model.js';
import type { FieldKind } from '../vocabulary/field-kind.js';
import { findKeyPositions } from './key-sql.js';
import { createClassLookup, createFieldsRenderer, createRowKeys, type Row } from './row-renderer.js';
import { findUniqueEagerEdges } from './shape-sql.js';
import type { SqlContext } from './table-sql.js';
import { createValuePrinter } from './value-text.js';

/** Prints the rows of an entity. */
interface CsvPrinter {
  /** The names of the columns, as the first record. */
  readonly header: string;
  /** A record, without its line break. Throws errors of the author's transformers. */
  readonly print: (row: Row) => string;
}

/** One column: its name, and its cell in a row. */
interface CsvColumn {
  readonly name: string;
  readonly print: (row: Row) => string;
  /** Whether rows of a class have it. */
  readonly isOf: (ofClass: EntityModel) => boolean;
}

/** Rows that hold the fields of an entity first. */
export interface CsvRows {
  readonly entity: EntityModel;
  readonly fields: readonly FieldModel[];
  readonly edges: readonly CsvEdge[];
}

/** A unique edge, and the columns with the key of its target. */
interface CsvEdge {
  readonly edge: EdgeModel;
  readonly target: EntityModel;
  readonly keyAt: readonly number[];
}

/** The printer of such rows. */
export function createCsvPrinter(
  context: SqlContext,
  { entity, fields, edges }: CsvRows,
  quotesFormulas: boolean,
): CsvPrinter {
  const columns = [
    ...fields.map((field, at) => createFieldColumn(context, { field, at }, quotesFormulas)),
    ...edges.map((edge) => createEdgeColumn(context, edge, quotesFormulas)),
  ];
  return {
    header: columns.map(({ name }) => escapeCell(name)).join(','),
    print: createRecordPrinter(context, { entity, fields }, columns),
  };
}

/** Cells of columns that the class of a row does not have are empty. */
function createRecordPrinter(
  { dialect }: SqlContext,
  { entity: { variants }, fields }: Pick<CsvRows, 'entity' | 'fields'>,
  columns: readonly CsvColumn[],
): CsvPrinter['print'] {
  if (!variants) return (row) => columns.map(({ print }) => print(row)).join(',');
  const isShownFor = createClassLookup({ variants, fields, dialect }, (ofClass) =>
    columns.map(({ isOf }) => isOf(ofClass)),
  );
  return (row) => {
    const isShown = isShownFor(row, 0);
    return columns.map(({ print }, at) => (isShown[at] ? print(row) : '')).join(',');
  };
}

function createFieldColumn(
  { dialect }: SqlContext,
  { field, at }: { readonly field: FieldModel; readonly at: number },
  quotesFormulas: boolean,
): CsvColumn {
  const printValue = createValuePrinter(field, dialect);
  const printText = chooseTextPrinter(field, quotesFormulas);
  return {
    name: field.name,
    isOf: ({ fields }) => fields.some(({ column, readable }) => readable && column === field.column),
    print: (row) => {
      const json = printValue(row[at]);
      return json === 'null' ? '' : printText(json);
    },
  };
}

/** Kinds whose values are JSON texts in CSV, too. */
const structuredKinds: ReadonlySet<FieldKind> = new Set(['json', 'array']);

/** Kinds whose values are numbers, and therefore never formulas, even as texts. */
const numericKinds: ReadonlySet<FieldKind> = new Set(['integer', 'float', 'bigint', 'decimal']);

function isNumeric({ kind, codec }: FieldModel): boolean {
  return numericKinds.has(kind) && !codec.opaque;
}

/** Prints a cell from the JSON text of a value other than null. */
function chooseTextPrinter(field: FieldModel, quotesFormulas: boolean): (json: string) => string {
  if (structuredKinds.has(field.kind) || field.codec.opaque) return escapeCell;
  const guard = quotesFormulas && !isNumeric(field) ? quoteFormula : keepText;
  return (json) => {
    if (!json.startsWith('"')) return escapeCell(json);
    const text = String(JSON.parse(json));
    // Distinguishes the empty text from null.
    return text === '' ? '""' : escapeCell(guard(text));
  };
}

const keepText = (text: string) => text;

/** The signs by which spreadsheets recognize a formula, full-width ones included, and those that they skip before one. */
function quoteFormula(text: string): string {
  return /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/.test(text) ? `'${text}` : text;
}

/** The unique eager edges of rows without a view: their fields follow those of the entity. */
export function listEagerCsvEdges(context: SqlContext, entity: EntityModel): readonly CsvEdge[] {
  let next = createFieldsRenderer(entity, context.dialect).fields.length;
  return findUniqueEagerEdges(context, entity).map(({ edge, target }) => {
    const { fields } = createFieldsRenderer(target, context.dialect);
    const keyAt = findKeyPositions(target, fields).map((at) => next + at);
    next += fields.length;
    return { edge, target, keyAt };
  });
}

function createEdgeColumn(
  { dialect }: SqlContext,
  { edge, target, keyAt }: CsvEdge,
  quotesFormulas: boolean,
): CsvColumn {
  const { idOf } = createRowKeys(target, dialect, keyAt);
  const [first] = target.key;
  const guard = quotesFormulas && first && !isNumeric(first) ? quoteFormula : keepText;
  return {
    name: edge.name,
    isOf: ({ edges }) => edges.some(({ property }) => property === edge.property),
    print: (row) => (row[keyAt[0] ?? 0] === null ? '' : escapeCell(guard(idOf(row)))),
  };
}

/** Quotes a cell that contains a comma, a quote or a line break. */
function escapeCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
