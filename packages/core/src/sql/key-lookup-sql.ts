// The stored spellings of ids: a collation or digits after the decimal point may make an id equal to a key with another text.
import type { EntityModel } from '../model/api-model.js';
import { compileKeyEquals } from './key-sql.js';
import { createBinder, type Statement } from './statement.js';
import { compileAliasedTable } from './policy-sql.js';
import { compileSelectedFields, type RowScope, type SqlContext } from './table-sql.js';

/** How many ids a statement looks up, each in a slot of its own. */
export const idsPerLookup = 64;

/** Compiles the lookup of the keys of the rows with these ids, in one row: those of the first id first, NULL without a row. */
export function compileKeyLookup(context: SqlContext, entity: EntityModel): Statement {
  const binder = createBinder(context.dialect);
  const rows: RowScope = { context, binder, entity, alias: 't' };
  const parts = compileSelectedFields(context, 't', entity.key);
  const columns = Array.from({ length: idsPerLookup }, (_, slot) =>
    parts.map(
      (part, at) =>
        `(SELECT ${part} FROM ${compileAliasedTable(rows)} WHERE ${compileKeyEquals(rows, slot)} LIMIT 1) AS k${slot * parts.length + at}`,
    ),
  ).flat();
  return binder.statement(`SELECT ${columns.join(', ')}`);
}
