// The compiled form of an export: its rows in batches, each printed by itself, and how many there are.
import type { ExportStyle, SelectShape } from '../plan/plan.js';
import type { View } from '../plan/view.js';
import { createCsvPrinter, listEagerCsvEdges, type CsvRows } from './csv-row.js';
import { createEntityRenderer } from './entity-renderer.js';
import { continuesByIndex } from './export-keys.js';
import { createFieldsRenderer, type Row } from './row-renderer.js';
import { compileRowsProgram } from './rows-program.js';
import type { ReadRows, SelectProgram } from './select-program.js';
import { compileTotal, getRootAlias } from './shape-sql.js';
import type { Statement } from './statement.js';
import type { TableScan } from './condition-scans.js';
import { estimateScans } from './table-scans.js';
import type { SqlContext } from './table-sql.js';
import { buildViewLayout, type ViewLayout } from './view-layout.js';
import { compileViewProgram } from './view-program.js';
import { createViewRenderer } from './view-renderer.js';

/** Prints the rows of an export one by one. */
interface ExportPrinter {
  /** Precedes all rows; '' for formats without a header. */
  readonly header: string;
  /** A row of a read, with the rows of its edges and the line break. Throws errors of the author's transformers. */
  readonly print: (row: Row, at: number, read: ReadRows) => string;
}

/** A batch of an export. */
export interface ExportProgram {
  readonly select: SelectProgram;
  /** Each batch finds its rows where the last one ended. */
  readonly continuesByIndex: boolean;
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
  const { view } = shape;
  const printed = view
    ? compileViewExport(context, { shape, view }, style)
    : compileWholeExport(context, shape, style);
  return { ...printed, continuesByIndex: continuesByIndex(shape) };
}

type PrintedExport = Omit<ExportProgram, 'continuesByIndex'>;

function compileWholeExport(
  context: SqlContext,
  shape: SelectShape,
  { format, quotesFormulas }: ExportStyle,
): PrintedExport {
  const { subject: entity } = shape;
  const select = compileRowsProgram(context, shape);
  const own = createFieldsRenderer(entity, context.dialect);
  if (format === 'csv') {
    const rows = { entity, fields: own.fields, edges: listEagerCsvEdges(context, entity) };
    return { select, printer: createCsvLines(context, rows, quotesFormulas) };
  }
  const renderer = createEntityRenderer(context, { entity, own });
  const printer = createJsonLines((row, at, { children }) => renderer.render(row, children[at] ?? []));
  return { select, printer };
}

/** An export of chosen fields and edges. */
interface ViewExport {
  readonly shape: SelectShape;
  readonly view: View;
}

function compileViewExport(
  context: SqlContext,
  { shape, view }: ViewExport,
  { format, quotesFormulas }: ExportStyle,
): PrintedExport {
  const { subject: entity } = shape;
  const select = compileViewProgram(context, shape, view);
  const layout = buildViewLayout(context, { entity, alias: getRootAlias(entity), view });
  if (format === 'csv')
    return { select, printer: createCsvLines(context, toCsvRows(layout), quotesFormulas) };
  const renderer = createViewRenderer(context, { node: layout.root, children: select.children });
  return { select, printer: createJsonLines((row, _at, { related }) => renderer.render(row, related)) };
}

function toCsvRows({ root }: ViewLayout): CsvRows {
  const edges = root.edges.flatMap(({ shown: { edge }, joined }) =>
    joined ? [{ edge, target: joined.entity, keyAt: joined.keyAt }] : [],
  );
  return { entity: root.entity, fields: root.fields.fields, edges };
}

function createCsvLines(context: SqlContext, rows: CsvRows, quotesFormulas: boolean): ExportPrinter {
  const { header, print } = createCsvPrinter(context, rows, quotesFormulas);
  return { header: `${header}\r\n`, print: (row) => `${print(row)}\r\n` };
}

/** Line breaks between the members of a stored JSON text mean nothing; within texts they are escaped. */
function createJsonLines(render: ExportPrinter['print']): ExportPrinter {
  return { header: '', print: (...row) => `${render(...row).replace(/[\r\n]+/g, ' ')}\n` };
}
