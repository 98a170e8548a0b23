// The rows that a request updates or deletes: those of a list with its filters, and the guards against more than were meant.
// Guards are parameters of the query: an API that does not know them answers 400, while an unknown header has no effect.
import type { Limits } from '../limits.js';
import type { ApiModel } from '../model/api-model.js';
import type { ParsedRequest } from '../request/parsed-request.js';
import { parameterNames } from '../vocabulary/wire-names.js';
import { planListCondition, type PlannedCondition } from './condition-plan.js';
import type { Faults } from './faults.js';
import { getRepetition } from './filter-plan.js';
import type { Selection } from './writes.js';
import {
  checkPretty,
  collectParameters,
  createQueryCheck,
  type KnownParameter,
  type QueryCheck,
  type QueryNames,
  type QueryParameters,
} from './query-parameters.js';
import { restrictsRows } from './restricting-condition.js';
import { planKeySort } from './sort-plan.js';

/** Plans which rows a request writes. Adds the faults of its query. */
export function planSelection(
  model: ApiModel,
  names: QueryNames,
  { route, query }: ParsedRequest,
  faults: Faults,
): Selection {
  const writtenBy = route.operation === 'delete' ? 'delete' : 'update';
  const check = createQueryCheck(model, faults);
  const parameters = collectParameters(query.terms, createKnownParameter(names), check);
  checkPretty(parameters, faults);
  const required = route.requiredFilters;
  const condition = planListCondition(parameters, { names, required }, 0, check);
  checkExtent(parameters, { condition, isFilterRequired: required.length > 0 }, check);
  const max = planMaxAffected(parameters, model.limits, faults);
  const { filters, junction, where, values } = condition;
  return {
    shape: {
      key: `${writtenBy} ${route.path}?${condition.filtersKey};${junction}${condition.whereKey}`,
      keptFrom: where ? 'second use' : 'first use',
      subject: route.subject,
      source: { from: 'all', writtenBy },
      filters,
      junction,
      where,
      sort: planKeySort(route.subject),
      window: { kind: 'capped', limitSlot: values.length },
      count: 'none',
      position: null,
      deleted: 'without',
      view: null,
    },
    values: [...values, max + 1],
    max,
  };
}

/** Adds a fault for each parameter of a request whose body names its rows, but `pretty`. */
export function refuseSelection(
  { limits }: ApiModel,
  names: QueryNames,
  { query }: ParsedRequest,
  faults: Faults,
): void {
  if (query.terms.length === 0) return;
  const parameters = collectParameters(query.terms, createKnownParameter(names), { limits, faults });
  checkPretty(parameters, faults);
  for (const parameter of parameters.names)
    if (parameter !== parameterNames.pretty)
      faults.add({
        parameter,
        code: 'conflict',
        detail: `'${parameter}' selects rows, but the body names them: an array of rows takes no filters.`,
      });
}

function createKnownParameter({ filters, where }: QueryNames): KnownParameter {
  const { filterOp, where: whereName, all, maxAffected, pretty } = parameterNames;
  return (name) => {
    const filter = filters.get(name);
    if (filter) return getRepetition(filter);
    if (name === whereName) return where ? 'json' : 'no';
    if (name === filterOp) return filters.size > 0 ? 'one' : 'no';
    return name === all || name === maxAffected || name === pretty ? 'one' : 'no';
  };
}

/** The condition of a request, and whether the class requires a filter. */
interface Extent {
  readonly condition: PlannedCondition;
  readonly isFilterRequired: boolean;
}

/**
 * A request whose filters leave no row out writes all rows: it must say so, as something on its way may have dropped the query,
 * or a value.
 */
function checkExtent(
  parameters: QueryParameters,
  { condition, isFilterRequired }: Extent,
  { entities, faults }: QueryCheck,
): void {
  const { all: parameter } = parameterNames;
  const all = parameters.one(parameter);
  const where = parameters.one(parameterNames.where);
  const isGiven = condition.count > 0 || where !== undefined;
  // A condition with faults has no meaning yet, and they are reported anyway.
  const isFiltered = isGiven && (faults.count > 0 || restrictsRows({ ...condition, firstSlot: 0 }, entities));
  if (all !== undefined && all !== 'true')
    faults.add({ parameter, code: 'malformed_parameter', detail: "'all' must be true." });
  else if (all !== undefined && isGiven)
    faults.add({ parameter, code: 'conflict', detail: "'all' cannot be given together with filters." });
  else if (all === undefined && !isFiltered && !isFilterRequired)
    faults.add({
      parameter,
      code: 'required',
      detail: "The request has no filter. To write all rows, give 'all=true'.",
    });
}

function planMaxAffected(parameters: QueryParameters, { bulk }: Limits, faults: Faults): number {
  const { maxAffected: parameter } = parameterNames;
  const text = parameters.one(parameter);
  if (text === undefined) return bulk;
  const isWhole = /^(0|[1-9][0-9]{0,15})$/.test(text);
  if (isWhole && Number(text) <= bulk) return Number(text);
  const code = /^-?[0-9]+$/.test(text) ? 'out_of_range' : 'malformed_parameter';
  const detail = `'${parameter}' must be an integer from 0 to ${bulk} (limits.bulk).`;
  faults.add({ parameter, code, detail });
  return bulk;
}
