// The programs that read, each within the limit of a statement. Of shapes that are kept from the second use, those that come
// once are forgotten.
import type { EntityModel } from '../model/api-model.js';
import { findSingleColumn } from '../model/row-id.js';
import type { AggregateShape, ExportStyle, SelectShape } from '../plan/plan.js';
import { buildInsertedShape } from '../plan/one-shape.js';
import {
  forgetExportStatements,
  forgetGroupStatements,
  forgetStatementOf,
  forgetStatements,
  type Programs,
} from './bound-programs.js';
import type { Dialect } from './dialect.js';
import { compileExportKeys } from './export-keys.js';
import { compileCount, compileExport } from './export-program.js';
import { compileGroupProgram } from './group-sql.js';
import type { CachesByKind } from './program-caches.js';
import { listGroupStatements, listSelectStatements, requireShortStatements } from './program-size.js';
import { compileRowsOf } from './row-with-edges-program.js';
import { hasLongValues } from './response-size.js';
import type { CompileSelect, SelectProgram } from './select-program.js';
import type { Statement } from './statement.js';
import { createStatementName } from './statement-name.js';
import type { SqlContext } from './table-sql.js';

/** What reads are compiled with. */
export interface ReadCompilation {
  /** Tried first, as a database that prints JSON is faster; null where none does. */
  readonly compileSelect: CompileSelect | null;
  /** The maximum length of the statements that clients determine: `limits.statementLength`. */
  readonly statementLength: number;
}

type ReadPrograms = Pick<
  Programs,
  'select' | 'aggregate' | 'export' | 'exportKeys' | 'countRows' | 'selectInserted'
>;

/** The programs that read, in their caches. */
export function createReadPrograms(
  compilation: ReadCompilation,
  context: SqlContext,
  { selects, groups, exports, exportKeys, counts, inserted, isRepeated }: CachesByKind,
): ReadPrograms {
  const { select, aggregate, exportRows, keys, count } = createCompilers(compilation, context);
  const isKept = ({ keptFrom }: Pick<SelectShape, 'keptFrom'>, key: string) =>
    keptFrom === 'first use' || isRepeated(key);
  return {
    select: (shape) =>
      isKept(shape, shape.key) ? selects(shape.key, () => select(shape)) : forgetStatements(select(shape)),
    aggregate: (shape) =>
      isKept(shape, shape.key)
        ? groups(shape.key, () => aggregate(shape))
        : forgetGroupStatements(aggregate(shape)),
    export: (shape, style) => {
      const compile = () => exportRows(shape, style);
      const key = `${shape.key} as ${style.format}`;
      return isKept(shape, key) ? exports(key, compile) : forgetExportStatements(compile());
    },
    countRows: (shape) =>
      isKept(shape, `count of ${shape.key}`)
        ? counts(shape.key, () => count(shape))
        : forgetStatementOf(count(shape)),
    exportKeys: (shape) =>
      isKept(shape, `keys of ${shape.key}`)
        ? exportKeys(shape.key, () => keys(shape))
        : forgetStatementOf(keys(shape)),
    selectInserted: (entity) =>
      inserted(entity.name, () => ({
        program: hasKeptKey(context.dialect, entity) ? select(buildInsertedShape(entity)) : null,
      })).program,
  };
}

/** Compiles each kind of read. Throws `invalid_request` for a statement that is too long. */
function createCompilers({ compileSelect, statementLength }: ReadCompilation, context: SqlContext) {
  return {
    select: (shape: SelectShape) => {
      const program = compileSelect?.(context, shape) ?? compileRowsOf(context, shape);
      if (isChosen(shape)) requireShortStatements(listSelectStatements(program), statementLength);
      const bounded = compileBounded(context, shape, program);
      return bounded ? { ...program, bounded } : program;
    },
    aggregate: (shape: AggregateShape) => {
      const program = compileGroupProgram(context, shape);
      requireShortStatements(listGroupStatements(program), statementLength);
      return program;
    },
    exportRows: (shape: SelectShape, style: ExportStyle) => {
      const program = compileExport(context, shape, style);
      requireShortStatements(listSelectStatements(program.select), statementLength);
      return program;
    },
    keys: (shape: SelectShape) => {
      const program = compileExportKeys(context, shape);
      requireShortStatements([program.statement], statementLength);
      return program;
    },
    count: (shape: SelectShape) => {
      const program = compileCount(context, shape);
      requireShortStatements([program.statement], statementLength);
      return program;
    },
  };
}

/** The read of one entity that may be larger than an answer, for the round trip that also writes it. */
function compileBounded(
  context: SqlContext,
  { window, view, subject }: SelectShape,
  { statement }: SelectProgram,
): Statement | undefined {
  const { dialect, responseBytes } = context;
  const { guardRowSize } = dialect;
  if (!guardRowSize || window.kind !== 'one' || view) return undefined;
  const joined = subject.edges
    .filter(({ eager, unique }) => eager && unique)
    .map((edge) => context.targetOf(edge));
  if (![subject, ...joined].some(hasLongValues)) return undefined;
  return rewriteStatement(statement, guardRowSize(statement.text, responseBytes));
}

/** A statement with the parameters of another one, which has no lists of several sizes. */
function rewriteStatement(statement: Statement, text: string): Statement {
  const rewritten: Statement = {
    ...statement,
    text,
    name: createStatementName(text, statement.printed),
    keptLength: text.length,
    fitLists: () => rewritten,
  };
  return rewritten;
}

/** Whether a client determines more of a read than its row: the length of others is the author's. */
function isChosen({ window, view }: SelectShape): boolean {
  return window.kind === 'page' || window.kind === 'capped' || view !== null;
}

/** Whether a statement can find the row that an earlier one of its transaction inserted. */
function hasKeptKey({ insertedKey }: Dialect, { key }: EntityModel): boolean {
  const only = findSingleColumn(key);
  return only !== undefined && insertedKey?.readKey(only.columnKind) !== undefined;
}
