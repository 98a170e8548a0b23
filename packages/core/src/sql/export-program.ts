// The compiled form of an export: its rows in batches, each printed by itself, and how many there are.
import type { ExportStyle, SelectShape } from '../plan/plan.js';
import { createCsvPrinter } from './csv-row.js';
import { createEntityRenderer, type ChildRows } from './entity-renderer.js';
import { createFieldsRenderer, type Row } from './row-renderer.js';
import { compileRowsProgram } from './rows-program.js';
import type { SelectProgram } from './select-program.js';
import { compileTotal } from './shape-sql.js';
import type { Statement } from './statement.js';
import { estimateScans, type TableScan } from './table-scans.js';
import type { SqlContext } from './table-sql.js';

/** Prints the rows of an export one by one. */
export interface ExportPrinter {
  /** Precedes all rows; '' for formats without a header. */
  readonly header: string;
  /** A row and the rows of its edges, with the line break. Throws errors of the author's transformers. */
  readonly print: (row: Row, children: ChildRows) => string;
}

/** A batch of an export. */
export interface ExportProgram {
  readonly select: SelectProgram;
  readonly printer: ExportPrinter;
}

/** Counts the rows of a list. */
export interface CountProgram {
  readonly statement: Statement;
  readonly scans: readonly TableScan[];
}

/** Compiles the count. */
export function compileCount(context: SqlContext, shape: SelectShape): CountProgram {
  return { statement: compileTotal(context, shape), scans: estimateScans(context, shape) };
}

/** Compiles a batch. Its rows are printed by us, on every database. */
export function compileExport(context: SqlContext, shape: SelectShape, style: ExportStyle): ExportProgram {
  return {
    select: compileRowsProgram(context, shape),
    printer: style.format === 'csv' ? createCsvLines(context, shape, style) : createJsonLines(context, shape),
  };
}

function createCsvLines(
  context: SqlContext,
  { subject }: SelectShape,
  { quotesFormulas }: ExportStyle,
): ExportPrinter {
  const { header, print } = createCsvPrinter(context, subject, quotesFormulas);
  return { header: `${header}\r\n`, print: (row) => `${print(row)}\r\n` };
}

function createJsonLines(context: SqlContext, { subject }: SelectShape): ExportPrinter {
  const own = createFieldsRenderer(subject, context.dialect);
  const renderer = createEntityRenderer(context, { entity: subject, own });
  // Line breaks between the members of a stored JSON text mean nothing; within texts they are escaped.
  return {
    header: '',
    print: (row, children) => `${renderer.render(row, children).replace(/[\r\n]+/g, ' ')}\n`,
  };
}
