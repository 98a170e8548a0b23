// The condition of a list: its filters, joined by `filter_op`, and `where`. Lists, aggregates and exports all plan it here.
import { parameterNames } from '../vocabulary/wire-names.js';
import { formatFilterKey } from './condition-form.js';
import type { Faults } from './faults.js';
import { planFilters } from './filter-plan.js';
import type { Condition, FilterTerm } from './terms.js';
import type { QueryCheck, QueryNames, QueryParameters } from './query-parameters.js';
import { restrictsByItself } from './restricting-condition.js';
import type { ConditionWithValues } from './restricting-node.js';
import { planWhere, type PlannedWhere } from './where-plan.js';

/** The condition of a list, and its values in slot order. */
export interface PlannedCondition {
  readonly filters: readonly FilterTerm[];
  readonly junction: 'and' | 'or';
  readonly where: Condition | null;
  readonly values: readonly unknown[];
  /** The number of its filters, including those in `where`. */
  readonly count: number;
  /** The part of a shape's key that names `filters`. */
  readonly filtersKey: string;
  /** The part that names `where`; empty without one. */
  readonly whereKey: string;
}

/** What a list accepts. */
interface AcceptedFilters {
  readonly names: QueryNames;
  /** Names of filters; the list requires one of them. Empty if it requires none. */
  readonly required: readonly string[];
}

/** Plans the condition of a list of any entity. Its values take the slots from `firstSlot` on. */
export function planListCondition(
  parameters: QueryParameters,
  { names, required }: AcceptedFilters,
  firstSlot: number,
  check: QueryCheck,
): PlannedCondition {
  const junction = parseJunction(parameters, check.faults);
  const { terms: filters, values } = planFilters(parameters, names, firstSlot, check);
  const filtersKey = filters.map(formatFilterKey).join();
  const text = names.where && parameters.one(parameterNames.where);
  if (typeof text !== 'string') {
    const flat = { filters, junction, where: null, values, firstSlot };
    if (required.length > 0) requireFilter(required, flat, check);
    return { filters, junction, where: null, values, count: filters.length, filtersKey, whereKey: '' };
  }
  const planned = planListWhere({ text, names, filters, firstSlot: firstSlot + values.length }, check);
  const where = planned.condition;
  // A `where` with faults has no normal form, in which required filters are found.
  const whole = { filters, junction, where, values: [...values, ...planned.values], firstSlot };
  if (where && required.length > 0) requireFilter(required, whole, check);
  return {
    filters,
    junction,
    where,
    values: whole.values,
    count: filters.length + planned.filters,
    filtersKey,
    whereKey: `;w${planned.key}`,
  };
}

/** The `where` of a list, and its other filters. */
interface ListWhere {
  readonly text: string;
  readonly names: QueryNames;
  readonly filters: readonly FilterTerm[];
  readonly firstSlot: number;
}

function planListWhere({ text, names, filters, firstSlot }: ListWhere, check: QueryCheck): PlannedWhere {
  if (!names.where) throw new Error(`The lists of ${names.entity.name} take no where.`);
  const parameter = parameterNames.where;
  return planWhere({ parameter, text, names: names.where, firstSlot, otherFilters: filters.length }, check);
}

function parseJunction(parameters: QueryParameters, faults: Faults): 'and' | 'or' {
  const text = parameters.one(parameterNames.filterOp);
  if (text !== undefined && text !== 'and' && text !== 'or') {
    faults.add({
      parameter: parameterNames.filterOp,
      code: 'malformed_parameter',
      detail: "'filter_op' must be 'and' or 'or'.",
    });
  }
  return text === 'or' ? 'or' : 'and';
}

/** Adds a fault unless one of the required filters applies to every row that meets the condition, and restricts rows. */
function requireFilter(
  required: readonly string[],
  condition: ConditionWithValues,
  { entities, faults }: QueryCheck,
): void {
  const [parameter = ''] = required;
  const isMet = (term: FilterTerm) =>
    required.includes(term.filter.name) && restrictsByItself(condition, term, entities);
  if (listNecessaryFilters(condition).some(isMet)) return;
  const names = required.map((name) => `'${name}'`).join(', ');
  const detail =
    required.length === 1 ? `The filter ${names} is required.` : `One of the filters ${names} is required.`;
  const isAlternative = condition.filters.some(({ filter }) => required.includes(filter.name));
  const reason =
    isAlternative && condition.junction === 'or' ? " With 'filter_op=or' it restricts nothing." : '';
  faults.add({ parameter, code: 'required', detail: detail + reason });
}

/** Lists the filters that apply to every row: those outside of alternatives, negations and quantifiers. */
export function listNecessaryFilters({
  filters,
  junction,
  where,
}: Pick<PlannedCondition, 'filters' | 'junction' | 'where'>): readonly FilterTerm[] {
  const flat = junction === 'and' || filters.length === 1 ? filters : [];
  return where ? [...flat, ...listNecessaryTerms(where)] : flat;
}

function listNecessaryTerms(condition: Condition): readonly FilterTerm[] {
  if (condition.is === 'filters') return condition.terms;
  return condition.is === 'and' ? condition.of.flatMap(listNecessaryTerms) : [];
}
