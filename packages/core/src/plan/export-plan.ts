// Plans of exports: the whole list in its order, in batches.
import type { EntityModel } from '../model/api-model.js';
import type { Route } from '../model/route-model.js';
import type { ParsedRequest } from '../request/parsed-request.js';
import type { ExportFormat } from '../vocabulary/export-format.js';
import { parameterNames } from '../vocabulary/wire-names.js';
import { Faults } from './faults.js';
import type { ExportPlan, SelectPlan } from './plan.js';
import { hasPositions, planFirstBatch } from './position-plan.js';
import { planList, type ListPlanning } from './select-plan.js';
import type { ListNames } from './view-names.js';
import { isViewParameter } from './view-plan.js';

/** In rows. */
const usualBatchSize = 500;

/** The number of fields up to which a batch has its usual size. */
const maxUsualFields = 8;

/** The number of values in the batch of a wider class: some drivers read a batch without a break, this one in 0.5 ms. */
const wideBatchValues = 2_000;

/** How many rows a batch has. */
function chooseBatchSize({ fields }: EntityModel): number {
  const shown = fields.filter(({ readable }) => readable).length;
  return shown <= maxUsualFields ? usualBatchSize : Math.ceil(wideBatchValues / shown);
}

const { page, perPage, after, before, count, pretty } = parameterNames;

/** The parameters of lists that an export does not take, as it has no pages. */
const refusedParameters: ReadonlySet<string> = new Set([page, perPage, after, before, count, pretty]);

/** Plans the export of a list. Throws `invalid_request` with every fault. */
export function planExport(
  planning: ListPlanning,
  names: ListNames,
  request: ParsedRequest,
  format: ExportFormat,
): ExportPlan {
  const { route, query } = request;
  const faults = new Faults(query.faults);
  const terms = query.terms.filter(({ name }) => !isRefused(name, names, format));
  for (const name of new Set(query.terms.map((term) => term.name)))
    if (isRefused(name, names, format)) faults.add(createConflictFault(name, format));
  const list = planList(planning, names, { ...request, query: { ...query, terms } }, faults);
  if (!hasPositions(list.shape.sort)) {
    faults.add(createNoPositionsFault());
    faults.throwIfAny();
  }
  return {
    kind: 'export',
    style: { format, quotesFormulas: planning.model.quotesFormulas },
    list: planFirstBatch(list, chooseBatchSize(route.subject)),
    count: planCount(route, list),
  };
}

/** Whether an export rejects a parameter. CSV has no columns for the fields of edges. */
function isRefused(name: string, { view }: ListNames, format: ExportFormat): boolean {
  if (refusedParameters.has(name)) return true;
  return format === 'csv' && name !== parameterNames.fields && isViewParameter(view, name);
}

function createConflictFault(parameter: string, format: ExportFormat) {
  const exports = refusedParameters.has(parameter) ? 'an export' : `a ${format.toUpperCase()} export`;
  const detail = `'${parameter}' cannot be used in ${exports}.`;
  return { parameter, code: 'conflict', detail } as const;
}

function createNoPositionsFault() {
  const detail = 'A list cannot be exported in this sort order, because it has no stable positions.';
  return { parameter: parameterNames.sort, code: 'conflict', detail } as const;
}

function planCount(route: Route, list: SelectPlan): ExportPlan['count'] {
  const limit = route.collection?.exportLimit ?? -1;
  if (limit === -1) return null;
  const counted = planFirstBatch(list, chooseBatchSize(route.subject));
  const { shape, values } = counted;
  return {
    list: {
      ...counted,
      shape: { ...shape, key: `${shape.key};count`, count: 'limited' },
      values: [...values, limit + 1],
    },
    limit,
  };
}
