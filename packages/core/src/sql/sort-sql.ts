// Sort terms -> ORDER BY: a total order, NULL lowest.
import type { EdgeModel, EntityModel, SortModel } from '../model/api-model.js';
import type { SortTerm } from '../plan/plan.js';
import { edgeRows } from './row-scope.js';
import type { Binder } from './statement.js';
import { columnOf, type SqlContext } from './table-sql.js';

/** The terms of an ORDER BY over rows of the entity under `alias`. */
export function sortSql(
  context: SqlContext,
  binder: Binder,
  entity: EntityModel,
  terms: readonly SortTerm[],
  alias: string,
): string {
  return terms
    .map(({ sort, descending }) => {
      const { expression, nullable } = sortExpression(context, binder, entity, sort, alias);
      return context.dialect.ordered(expression, descending, nullable);
    })
    .join(', ');
}

function sortExpression(
  context: SqlContext,
  binder: Binder,
  entity: EntityModel,
  sort: SortModel,
  alias: string,
) {
  switch (sort.by) {
    case 'field':
      return { expression: columnOf(context, alias, sort.field.column), nullable: sort.field.nullable };
    case 'edge-field':
      return {
        expression: related(context, binder, entity, sort.edge, alias, (to) =>
          columnOf(context, to, sort.field.column),
        ),
        nullable: true,
      };
    case 'edge-count':
      return {
        expression: related(context, binder, entity, sort.edge, alias, () => 'COUNT(*)'),
        nullable: false,
      };
    case 'edge-sum':
      return {
        expression: related(context, binder, entity, sort.edge, alias, (to) =>
          context.dialect.summed(columnOf(context, to, sort.field.column), sort.field.kind),
        ),
        nullable: true,
      };
    case 'random':
      return { expression: context.dialect.random, nullable: false };
  }
}

/** One value over the rows an edge leads to. */
function related(
  context: SqlContext,
  binder: Binder,
  entity: EntityModel,
  edge: EdgeModel,
  alias: string,
  value: (target: string) => string,
): string {
  const target = 'sorted';
  const { from, where } = edgeRows(context, binder, edge, entity, alias, target);
  return `(SELECT ${value(target)} FROM ${from} WHERE ${where.join(' AND ')})`;
}
