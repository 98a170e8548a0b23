// The tables that a condition scans row by row.
import type { EntityModel } from '../model/api-model.js';
import type { EdgeModel, FieldModel } from '../model/member-model.js';
import type { Condition, FilterTerm } from '../plan/terms.js';
import { isLong } from './response-size.js';
import type { SqlContext } from './table-sql.js';

/** A scan of a table. */
export interface TableScan {
  /** The path of the table, as TypeORM writes it. */
  readonly table: string;
  /** The work for each row: 1 is one comparison. */
  readonly weight: number;
  /** It compares texts of any length. */
  readonly long?: true;
  /** A view, or expressions of the author: how many rows they read is not known. */
  readonly computed?: true;
}

/** Compares rows that an index finds: an unknown number. */
export const indexedWeight = 0.1;

/** Each test of a condition scans its table once, wherever it stands. */
export function estimateConditionScans(
  context: SqlContext,
  entity: EntityModel,
  condition: Condition,
): readonly TableScan[] {
  switch (condition.is) {
    case 'filters':
      return condition.terms.flatMap((term) => estimateFilterScans(context, entity, term));
    case 'and':
    case 'or':
      return condition.of.flatMap((one) => estimateConditionScans(context, entity, one));
    case 'not':
      return estimateConditionScans(context, entity, condition.of);
    case 'some': {
      const target = context.targetOf(condition.edge);
      return [
        { table: entity.table.path, weight: 1 },
        ...estimateLinkScan(condition.edge, 1),
        ...estimateConditionScans(context, target, condition.of),
      ];
    }
  }
}

export function estimateFilterScans(
  context: SqlContext,
  entity: EntityModel,
  { filter: { test, targets } }: FilterTerm,
): TableScan[] {
  const own = entity.table.path;
  return targets.flatMap(({ edge, field, key }) => {
    const served = (key !== undefined || field?.indexed === true) && (test === 'eq' || test === 'in');
    const weight = served ? indexedWeight : 1;
    const long = field && test !== 'null' ? getLongFlag(field) : {};
    if (!edge) return [{ table: own, weight, ...long }];
    return [
      { table: own, weight: 1 },
      { table: context.targetOf(edge).table.path, weight, ...long },
      ...estimateLinkScan(edge, 1),
    ];
  });
}

export function getLongFlag(field: FieldModel): Pick<TableScan, 'long'> {
  return isLong(field) ? { long: true } : {};
}

/** The scan of an edge's join table, if it has one. It may be large even if the target's table is small. */
export function estimateLinkScan({ join }: EdgeModel, weight: number): TableScan[] {
  return join.kind === 'table' ? [{ table: join.table, weight }] : [];
}
