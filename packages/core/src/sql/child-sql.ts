// A non-unique eager edge of a list -> one statement for all parents, with the edge's limit for each of them.
import type { EdgeModel, EntityModel, FieldModel } from '../model/api-model.js';
import { planDefaultSort } from '../plan/default-sort.js';
import { compileKeyMembership } from './key-sql.js';
import { compileKeyJoin, compileSubqueryColumns, isLateMaterialized } from './late-materialization.js';
import { hasLongValues } from './response-size.js';
import { createFieldsRenderer } from './row-renderer.js';
import { compileEdgeKeys } from './policy-sql.js';
import { compileSort } from './sort-sql.js';
import { createBinder, type Statement } from './statement.js';
import {
  chooseAlias,
  compileSelectedFields,
  compileWhere,
  type SqlContext,
  type UnboundScope,
} from './table-sql.js';
import { findPrintedColumns } from './value-text.js';

/** Reads the rows that an edge leads to, in the order of the edge unless `placeAt` is set. */
export interface ChildProgram {
  /** Slot 0 is the list of parent keys, as the rows of the parents hold them. */
  readonly statement: Statement;
  /** The columns with the parent's key. */
  readonly parentAt: readonly number[];
  /** The column with a row's place among those of its parent, if rows may come in another order; otherwise null. */
  readonly placeAt: number | null;
}

/** The largest limit that every database accepts. */
const maxLimit = '9223372036854775807';

/** Compiles the read of an edge. Reads one row past the limit for each parent, to see whether more exist. */
export function compileChildProgram(context: SqlContext, parent: EntityModel, edge: EdgeModel): ChildProgram {
  const target = context.targetOf(edge);
  const alias = chooseAlias(target, 'c');
  const binder = createBinder(context.dialect);
  const scope = { context, binder, entity: target, alias, few: true };
  const { fields } = createFieldsRenderer(target, context.dialect);
  const sort = compileSort(scope, planDefaultSort(target));
  // Each call binds placeholders, so the calls follow the order of the text.
  const terms = sort.terms();
  const { from, key, compileVisible: visible } = compileEdgeKeys(scope, edge, alias);
  const { dialect } = context;
  const named = compileSubqueryColumns(scope, fields);
  const parentNames = key.map((_, at) => (at === 0 ? 'parent' : `parent${at}`));
  const parentKey = parent.key.map(
    ({ columnKind }, at) => `${dialect.compileSelected(key[at] ?? '', columnKind)} AS ${parentNames[at]}`,
  );
  const place = `ROW_NUMBER() OVER (PARTITION BY ${key.join(', ')} ORDER BY ${terms}) AS place`;
  const joins = sort.joins();
  const keys = compileKeyMembership(context, binder, {
    predicate: 'in',
    columns: key,
    slot: 0,
    of: parent,
    stored: true,
  });
  const ranked = `SELECT ${[...named, ...parentKey, place].join(', ')} FROM ${from}${joins}${compileWhere([keys, ...visible()])}`;
  const limit = edge.eagerLimit === -1 ? '' : ` WHERE place <= ${edge.eagerLimit + 1}`;
  const text = compileOrderedRead(scope, {
    fields,
    parentNames,
    sorted: `(${ranked}) ranked${limit} ORDER BY place`,
  });
  const parentAt = key.map((_, at) => fields.length + at);
  // Parent keys are decoded as in the parents' rows, so that they are equal.
  const printed = findPrintedColumns([...fields, ...parent.key], dialect);
  const rows = { printed, isLarge: hasLongValues(target) };
  const placeAt = isOrderLost(context, target) ? fields.length + key.length : null;
  return { statement: binder.statement(text, rows), parentAt, placeAt };
}

/** The sorted rows of an edge. */
interface SortedRows {
  readonly fields: readonly FieldModel[];
  /** Names of the columns that hold the parent's key. */
  readonly parentNames: readonly string[];
  /** What follows FROM. */
  readonly sorted: string;
}

/** The LIMIT makes the database keep the order of the subquery. */
function compileOrderedRead(scope: UnboundScope, { fields, parentNames, sorted }: SortedRows): string {
  const { context, entity, alias } = scope;
  if (!isLateMaterialized(context, entity))
    return `SELECT ${[...fields.map((_, at) => `c${at}`), ...parentNames].join(', ')} FROM ${sorted}`;
  const parents = parentNames.map((name) => `k.${name}`);
  const place = isOrderLost(context, entity) ? ['k.place'] : [];
  const columns = [...compileSelectedFields(context, alias, fields), ...parents, ...place].join(', ');
  return `SELECT ${columns} FROM (SELECT * FROM ${sorted} LIMIT ${maxLimit}) k${compileKeyJoin(scope, 'k')}`;
}

/** MariaDB joins a small table through a buffer, and returns rows in the order of that table. */
function isOrderLost(context: SqlContext, target: EntityModel): boolean {
  return isLateMaterialized(context, target) && !context.dialect.ordersJoins;
}
