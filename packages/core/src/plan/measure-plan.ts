// Aggregates: `group_by`, `measures`, `having` and `sort` -> the shape of groups. Filters and pages are those of lists.
import type { GroupKeyModel, HavingModel, MeasureModel } from '../model/aggregate-model.js';
import type { ApiModel } from '../model/api-model.js';
import type { Route } from '../model/route-model.js';
import type { ParsedRequest } from '../request/parsed-request.js';
import { parameterNames } from '../vocabulary/wire-names.js';
import { formatQuantity, shortenName } from '../vocabulary/wording.js';
import { isDeletedParameter } from './deleted-plan.js';
import { Faults } from './faults.js';
import { getRepetition } from './filter-plan.js';
import { planPage } from './page-plan.js';
import { planGroupSort } from './group-sort-plan.js';
import { planHaving } from './having-plan.js';
import type { AggregatePlan, AggregateShape, GroupSortTerm, HavingTerm, SelectShape } from './plan.js';
import {
  createQueryCheck,
  type KnownParameter,
  type QueryCheck,
  type QueryNames,
  type QueryParameters,
} from './query-parameters.js';
import { planRows, type PlannedRows } from './list-rows.js';
import { buildListKey, requireCollection } from './select-plan.js';

/** The names that the aggregates of an entity may use. */
export interface AggregateNames extends QueryNames {
  readonly keys: ReadonlyMap<string, GroupKeyModel>;
  readonly measures: ReadonlyMap<string, MeasureModel>;
  readonly having: ReadonlyMap<string, HavingModel>;
}

/** Builds the lookups of one entity, which must have aggregates. */
export function buildAggregateNames(names: QueryNames): AggregateNames {
  const { aggregate, name } = names.entity;
  if (!aggregate) throw new Error(`${name} has no aggregates.`);
  return {
    ...names,
    keys: new Map(aggregate.keys.map((key) => [key.name, key])),
    measures: new Map(aggregate.measures.map((measure) => [measure.name, measure])),
    having: new Map(aggregate.having.map((having) => [having.name, having])),
  };
}

/** Plans an aggregate of an entity or of an edge. Throws `invalid_request` with every fault. */
export function planAggregate(model: ApiModel, names: AggregateNames, request: ParsedRequest): AggregatePlan {
  const { route } = request;
  const faults = new Faults(request.query.faults);
  const check = createQueryCheck(model, faults);
  const list = planRows(request, names, createKnownParameter(names, route), check);
  const { parameters, condition } = list;
  const keys = planKeys(parameters, names, check);
  const measures = planMeasures(parameters, names, check);
  const firstSlot = list.values.length;
  const having = planHaving(
    parameters,
    { names: names.having, measures, firstSlot, filters: condition.count },
    check,
  );
  const sort = planGroupSort(parameters, { keys, measures }, faults);
  const { page, perPage } = planPage(parameters, requireCollection(route), check);
  faults.throwIfAny();
  const values = [...list.values, ...having.values];
  const rows = buildRowsShape(route, list);
  const window = { kind: 'page', limitSlot: values.length, offsetSlot: values.length + 1 } as const;
  return {
    kind: 'aggregate',
    shape: buildShape({ rows, keys, measures, having: having.terms, sort, window }),
    values: [...values, perPage, ((page ?? 1) - 1) * perPage],
    page: { page, perPage, cursors: null },
  };
}

/** The rows of a list, all of them and in no order. */
function buildRowsShape(route: Route, list: PlannedRows): SelectShape {
  const { source, deleted, condition } = list;
  return {
    key: buildListKey(route, list, []),
    keptFrom: 'second use',
    subject: route.subject,
    source,
    deleted,
    filters: condition.filters,
    junction: condition.junction,
    where: condition.where,
    sort: [],
    window: { kind: 'all' },
    count: 'exact',
    position: null,
    view: null,
  };
}

/** The lists of names that every aggregate has. */
const listParameters: ReadonlySet<string> = new Set([parameterNames.measures, parameterNames.sort]);

/** The other parameters that every aggregate has. */
const commonParameters: ReadonlySet<string> = new Set([
  parameterNames.order,
  parameterNames.page,
  parameterNames.perPage,
  parameterNames.pretty,
]);

function createKnownParameter(names: AggregateNames, route: Route): KnownParameter {
  const { groupBy, filterOp, where } = parameterNames;
  return (name) => {
    const filter = names.filters.get(name);
    if (filter) return getRepetition(filter);
    if (listParameters.has(name)) return 'list';
    if (commonParameters.has(name) || names.having.has(name)) return 'one';
    if (isDeletedParameter(route, name)) return 'one';
    if (name === filterOp) return names.filters.size > 0 ? 'one' : 'no';
    if (name === where) return names.where ? 'json' : 'no';
    return name === groupBy && names.keys.size > 0 ? 'list' : 'no';
  };
}

function planKeys(
  parameters: QueryParameters,
  { keys }: AggregateNames,
  { limits, faults }: QueryCheck,
): readonly GroupKeyModel[] {
  const parameter = parameterNames.groupBy;
  const text = parameters.one(parameter);
  if (text === undefined) return [];
  const list = { parameter, text, one: 'key of groups', limit: 'groupKeys' } as const;
  return parseNames({ ...list, known: keys, max: limits.groupKeys }, faults);
}

/** The default is `count`, if the class has this measure. */
function planMeasures(
  parameters: QueryParameters,
  { measures }: AggregateNames,
  { limits, faults }: QueryCheck,
): readonly MeasureModel[] {
  const parameter = parameterNames.measures;
  const text = parameters.one(parameter);
  if (text !== undefined) {
    const list = { parameter, text, one: 'measure', limit: 'measures' } as const;
    return parseNames({ ...list, known: measures, max: limits.measures }, faults);
  }
  const count = [...measures.values()].find(({ of }) => of === 'rows');
  if (count) return [count];
  faults.add({ parameter, code: 'required', detail: "'measures' is required." });
  return [];
}

/** Names separated by commas, and what they may be. */
interface NameList<T> {
  readonly parameter: string;
  readonly text: string;
  readonly known: ReadonlyMap<string, T>;
  /** What each of them is. */
  readonly one: string;
  readonly max: number;
  readonly limit: 'groupKeys' | 'measures';
}

function parseNames<T>(
  { parameter, text, known, one, max, limit }: NameList<T>,
  faults: Faults,
): readonly T[] {
  const found = text.split(',').flatMap((name): T[] => {
    const each = known.get(name);
    if (each !== undefined) return [each];
    const detail = `'${shortenName(name)}' is not a ${one}.`;
    faults.add({ parameter, code: 'malformed_parameter', detail });
    return [];
  });
  if (new Set(found).size < found.length)
    faults.add({ parameter, code: 'malformed_parameter', detail: `A ${one} may be given only once.` });
  if (found.length > max) {
    const detail = `'${parameter}' has more than ${formatQuantity(max, 'name')} (limits.${limit}).`;
    faults.add({ parameter, code: 'too_many', detail });
  }
  return found;
}

function buildShape(shape: Omit<AggregateShape, 'key' | 'keptFrom'>): AggregateShape {
  const { rows, keys, measures, having, sort, window } = shape;
  const formatOrdinals = (models: readonly { readonly ordinal: number }[]) =>
    models.map(({ ordinal }) => ordinal).join();
  const parts = [
    formatOrdinals(keys),
    formatOrdinals(measures),
    having.map(formatHaving).join(),
    sort.map(formatSort).join(),
  ];
  return {
    key: `agg ${rows.key}|${parts.join(';')}`,
    // Clients can ask for practically any combination of keys, measures and conditions.
    keptFrom: 'second use',
    rows,
    keys,
    measures,
    having,
    sort,
    window,
  };
}

function formatHaving({ having }: HavingTerm): string {
  return `${having.ordinal}`;
}

function formatSort({ by, at, descending }: GroupSortTerm): string {
  return `${by === 'key' ? 'k' : 'm'}${at}${descending ? 'd' : ''}`;
}
