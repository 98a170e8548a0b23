// A non-unique eager edge of a list -> one statement for all parents at once, with its limit per parent.
import type { EdgeModel, EntityModel } from '../model/api-model.js';
import { defaultSort } from '../plan/default-sort.js';
import { printedColumns } from './printed-columns.js';
import { holdsLongValues } from './response-size.js';
import { fieldsRenderer } from './row-renderer.js';
import { edgeKeys } from './row-scope.js';
import { sortSql } from './sort-sql.js';
import { asIs, boundValue, createBinder, type Statement } from './statement.js';
import { idField, selectedFields, whereAll, type SqlContext } from './table-sql.js';

/** Reads the rows an edge leads to. Rows come in the order of the edge, the parent's key in the last column. */
export interface ChildProgram {
  /** Slot 0 is the list of the parents' keys, as the parents' rows hold them. */
  readonly statement: Statement;
  /** Column of the parent's key. */
  readonly parentAt: number;
}

const alias = 'c';

/** One row more than the limit is read for each parent, to tell that there are more. */
export function childProgram(context: SqlContext, parent: EntityModel, edge: EdgeModel): ChildProgram {
  const target = context.targetOf(edge);
  const binder = createBinder(context.dialect);
  const scope = { context, binder, entity: target, alias, few: true };
  const { fields } = fieldsRenderer(target, context.dialect);
  const sort = sortSql(scope, defaultSort(target));
  // Each part is written where it stands: it binds its own placeholders.
  const terms = sort.terms();
  const { from, key, visible } = edgeKeys(scope, edge, alias);
  const { dialect } = context;
  const columns = [...selectedFields(context, alias, fields), dialect.selected(key, idField(parent).kind)];
  const named = columns.map((column, at) => `${column} AS c${at}`);
  const place = `ROW_NUMBER() OVER (PARTITION BY ${key} ORDER BY ${terms}) AS place`;
  const joins = sort.joins();
  const keys = dialect.predicates.in(key, boundValue(binder, 'in', 0, asIs), idField(parent));
  const ranked = `SELECT ${named.join(', ')}, ${place} FROM ${from}${joins}${whereAll([keys, ...visible()])}`;
  const limit = edge.eagerLimit === -1 ? '' : ` WHERE place <= ${edge.eagerLimit + 1}`;
  const names = columns.map((_, at) => `c${at}`);
  const text = `SELECT ${names.join(', ')} FROM (${ranked}) ranked${limit} ORDER BY place`;
  const printed = printedColumns(fields, dialect).add(fields.length);
  const rows = { printed, isLarge: holdsLongValues(target) };
  return { statement: binder.statement(text, rows), parentAt: fields.length };
}
