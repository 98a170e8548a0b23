// Whether the rows exist that foreign keys are to lead to: asked by the statement that writes them, so that it takes no
// round trip of its own.
import type { EntityModel } from '../model/api-model.js';
import type { ColumnTerm } from '../plan/plan.js';
import type { Encode } from './dialect.js';
import { fromTable, visibleRows } from './row-scope.js';
import { hasId, idField, whereAll, type SqlContext } from './table-sql.js';
import type { Binder } from './statement.js';

const alias = 'g';

/** A condition per foreign key: its target exists and shows, and stays until the transaction ends; or there is none. */
export function targetsExist(
  context: SqlContext,
  binder: Binder,
  columns: readonly ColumnTerm[],
): readonly string[] {
  return columns.flatMap((term, slot) =>
    term.of === 'field' ? [] : [targetExists(context, binder, term.target, slot)],
  );
}

function targetExists(context: SqlContext, binder: Binder, target: EntityModel, slot: number): string {
  const { dialect } = context;
  const { encode } = idField(target).codec;
  // A parameter of its own: the key that is looked up may have another type than the column that is written.
  const encodeId: Encode = (value) => encode(value);
  const apart: Binder = { ...binder, bind: () => binder.bind(slot, encodeId) };
  const scope = { context, binder, entity: target, alias };
  const shown = [hasId(context, apart, alias, target, slot), ...visibleRows(scope)];
  const rows = `${fromTable(scope)}${whereAll(shown)}`;
  const lock = dialect.forReference(target.table.deletedAt !== null);
  return `(EXISTS (SELECT 1 FROM ${rows}${lock}) OR ${apart.bind(slot, encode)} IS NULL)`;
}
