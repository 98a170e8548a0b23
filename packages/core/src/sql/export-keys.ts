// The keys of the rows of an export: where no index has its order, the rows are not looked for again for each batch.
import { findEdgesOfCondition, findEdgesOfFilter } from '../plan/condition-edges.js';
import type { SelectShape } from '../plan/plan.js';
import type { SortTerm } from '../plan/terms.js';
import type { TableScan } from './condition-scans.js';
import { isLong } from './response-size.js';
import { compileShape, getRootAlias } from './shape-sql.js';
import type { Statement } from './statement.js';
import { estimateScans } from './table-scans.js';
import { compileSelectedFields, type SqlContext } from './table-sql.js';

/** Reads the keys of the rows after a position, in their order, each with the values of its own position. */
export interface ExportKeysProgram {
  readonly statement: Statement;
  readonly scans: readonly TableScan[];
  /** The columns that hold the position of a row; those before are its key. */
  readonly positionAt: readonly number[];
}

/** Compiles the read of keys. */
export function compileExportKeys(context: SqlContext, shape: SelectShape): ExportKeysProgram {
  const { subject, sort } = shape;
  const { binder, rows, listPositions, isOverpriced } = compileShape(context, shape);
  const keys = compileSelectedFields(context, getRootAlias(subject), subject.key);
  const positions = listPositions(false).map((position, at) => `${position} AS p${at}`);
  const isLarge = sort.some(({ sort: by }) => 'field' in by && isLong(by.field));
  return {
    statement: binder.statement(`SELECT ${[...keys, ...positions].join(', ')}${rows()}`, {
      isLarge,
      isOverpriced,
    }),
    scans: estimateScans(context, shape),
    positionAt: positions.map((_, at) => keys.length + at),
  };
}

/**
 * Whether each batch of an export finds its rows where the last one ended: by an index on what is unique, with no condition that
 * reads other tables as a whole.
 */
export function continuesByIndex({ subject, source, sort, filters, where }: SelectShape): boolean {
  if (source.from !== 'all') return false;
  const edges = [...filters.flatMap(findEdgesOfFilter), ...(where ? findEdgesOfCondition(where) : [])];
  return edges.length === 0 && (isByKey(subject.key, sort) || isByUniqueField(sort));
}

function isByKey(key: SelectShape['subject']['key'], sort: readonly SortTerm[]): boolean {
  return sort.every(
    ({ sort: by, descending }, at) =>
      by.by === 'field' && by.field === key[at] && descending === sort[0]?.descending,
  );
}

/** A value that is unique leaves nothing to the other terms; NULLs are sorted apart. */
function isByUniqueField([first]: readonly SortTerm[]): boolean {
  return first?.sort.by === 'field' && first.sort.field.unique && !first.sort.field.nullable;
}
