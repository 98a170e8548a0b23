// The parameters of one entity in a view: its selected fields, and the rows of an edge.
import type { EdgeModel } from '../model/member-model.js';
import { OrderAsc } from '../vocabulary/order.js';
import { formatEdgeParameter } from '../vocabulary/wire-names.js';
import { shortenName } from '../vocabulary/wording.js';
import type { Faults } from './faults.js';
import { parseWholeNumber } from './parse-value.js';
import type { FieldChoice, RelatedRows, RelatedWhere } from './view.js';
import type { QueryCheck, QueryParameters } from './query-parameters.js';
import { planSortKeys } from './sort-plan.js';
import { relatedWhereSlot } from './view.js';
import { planWhere } from './where-plan.js';
import type { FieldNames, PathNames } from './view-names.js';

/** A parameter that the client may have sent. */
interface SentParameter {
  readonly parameters: QueryParameters;
  readonly parameter: string;
}

/** Plans the fields that a parameter selects; null for all. */
export function planFields(
  { parameters, parameter }: SentParameter,
  names: FieldNames | null,
  faults: Faults,
): FieldChoice | null {
  const text = parameters.one(parameter);
  if (text === undefined || names === null) return null;
  const given = text.split(',');
  for (const name of given.filter((each) => !names.places.has(each)))
    faults.add(createFieldFault(parameter, `'${shortenName(name)}' is not a field.`));
  if (new Set(given).size < given.length)
    faults.add(createFieldFault(parameter, 'A field may be given only once.'));
  const chosen = new Set([...names.kept, ...given]);
  if (chosen.size === names.places.size) return null;
  return { names: chosen, key: formatBits([...chosen].map((name) => names.places.get(name) ?? 0)) };
}

function createFieldFault(parameter: string, detail: string) {
  return { parameter, code: 'malformed_parameter', detail } as const;
}

/** A set of small numbers as hexadecimal digits. */
function formatBits(numbers: readonly number[]): string {
  return numbers.reduce((bits, at) => bits | (1n << BigInt(at)), 0n).toString(16);
}

/** Collects the values of limits and conditions of edges. */
export interface RowsDraft {
  readonly parameters: QueryParameters;
  readonly check: QueryCheck;
  readonly firstSlot: number;
  readonly values: unknown[];
  /** The number of filters so far: `limits.filters` applies to the whole request. */
  filters: number;
}

/** The rows of a non-unique edge; `names` are those of its path, undefined for an edge that `include` cannot name. */
export function planRelatedRows(
  edge: EdgeModel,
  names: PathNames | undefined,
  draft: RowsDraft,
): RelatedRows {
  const initial = names?.include.limit?.initial ?? edge.eagerLimit;
  const constant: RelatedRows['limit'] = { by: 'constant', rows: edge.eager ? edge.eagerLimit : initial };
  if (!names) return { sort: null, limit: constant, where: null };
  const { parameters, check } = draft;
  const parameter = formatEdgeParameter(names.include.path, 'sort');
  const text = parameters.one(parameter);
  return {
    sort:
      text === undefined
        ? null
        : planSortKeys({ parameter, text, order: OrderAsc }, names.query, check.faults),
    limit: planLimit(names, draft) ?? constant,
    where: planRelatedWhere(names, draft),
  };
}

function planLimit(
  { include: { path, limit } }: PathNames,
  { parameters, check, firstSlot, values }: RowsDraft,
): RelatedRows['limit'] | null {
  const parameter = formatEdgeParameter(path, 'limit');
  const text = parameters.one(parameter);
  if (text === undefined || limit === null) return null;
  const rows = parseWholeNumber(text);
  if (rows < 1 || rows > limit.maximum) {
    const detail = `'${parameter}' must be an integer from 1 to ${limit.maximum}.`;
    const code = /^-?[0-9]+$/.test(text) ? 'out_of_range' : 'malformed_parameter';
    check.faults.add({ parameter, code, detail });
    return null;
  }
  return { by: 'slot', slot: firstSlot + values.push(rows) - 1 };
}

function planRelatedWhere({ include: { path }, query }: PathNames, draft: RowsDraft): RelatedWhere | null {
  const parameter = formatEdgeParameter(path, 'where');
  const text = draft.parameters.one(parameter);
  if (text === undefined || query.where === null) return null;
  const given = {
    parameter,
    text,
    names: query.where,
    firstSlot: relatedWhereSlot,
    otherFilters: draft.filters,
  };
  const { condition, key, values, filters } = planWhere(given, draft.check);
  draft.filters += filters;
  if (condition === null) return null;
  const firstSlot = draft.firstSlot + draft.values.length;
  draft.values.push(...values);
  return { condition, key, firstSlot, valueCount: values.length };
}
