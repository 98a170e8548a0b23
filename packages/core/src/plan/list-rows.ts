// The rows that a list or an aggregate starts from: its parameters, its source and its condition.
import { ApiError } from '../errors.js';
import type { Route } from '../model/route-model.js';
import type { ParsedRequest } from '../request/parsed-request.js';
import { planListCondition, type PlannedCondition } from './condition-plan.js';
import type { DeletedRows } from '../vocabulary/deleted-rows.js';
import { planDeleted } from './deleted-plan.js';
import { parsePathId } from './id-value.js';
import type { SelectSource } from './plan.js';
import {
  checkPretty,
  collectParameters,
  type KnownParameter,
  type QueryCheck,
  type QueryNames,
  type QueryParameters,
} from './query-parameters.js';

/** The rows that a list starts from, before they are sorted and cut into pages. */
export interface PlannedRows {
  readonly source: SelectSource;
  readonly deleted: DeletedRows;
  readonly parameters: QueryParameters;
  readonly condition: PlannedCondition;
  /** How its filters are joined. */
  readonly junction: PlannedCondition['junction'];
  /** Those of the source, then those of the condition. */
  readonly values: readonly unknown[];
}

/** Reads the parameters of a list, and plans its source and its condition. */
export function planRows(
  request: ParsedRequest,
  names: QueryNames,
  known: KnownParameter,
  check: QueryCheck,
): PlannedRows {
  const { route, query } = request;
  const source = resolveSource(route);
  const ofSource = source.from === 'all' ? [] : [requirePathId(request)];
  const parameters = collectParameters(query.terms, known, check);
  checkPretty(parameters, check.faults);
  const deleted = planDeleted(parameters, route, check.faults);
  const accepted = { names, required: route.requiredFilters };
  const condition = planListCondition(parameters, accepted, ofSource.length, check);
  const { junction } = condition;
  return { source, deleted, parameters, condition, junction, values: [...ofSource, ...condition.values] };
}

/** The id in the path. Throws `not_found` when it is not spelled as the entity's ids are. */
export function requirePathId({ route, id }: ParsedRequest): unknown {
  const value = parsePathId(id, route.entity);
  if (value === undefined) throw new ApiError('not_found');
  return value;
}

/** The rows that the reads of a route start from. */
export function resolveSource({ entity, edge, kind }: Route): SelectSource {
  if (edge) return { from: 'edge', parent: entity, edge };
  return { from: kind === 'read' ? 'id' : 'all' };
}
