// `page`, `per_page` and `count` -> the page of a list, and how the list is counted.
import type { FaultCode } from '../errors.js';
import type { PageModel } from '../model/member-model.js';
import type { Limits } from '../limits.js';
import type { CountMode } from '../options.js';
import { parameterNames } from '../vocabulary/wire-names.js';
import { formatQuantity } from '../vocabulary/wording.js';
import type { Faults } from './faults.js';
import type { PageRequest, SelectShape } from './plan.js';
import type { QueryCheck, QueryParameters } from './query-parameters.js';

/** A page of a list, and how the list is counted. */
export interface PlannedPage {
  readonly request: PageRequest;
  readonly count: CountMode;
}

const wholeNumber = /^[1-9][0-9]{0,15}$/;

/** The requested page; the default where a value has a fault. */
export function planPage(parameters: QueryParameters, bounds: PageModel, check: QueryCheck): PlannedPage {
  const { limits, faults } = check;
  const perPage = parsePerPage(parameters.one(parameterNames.perPage), bounds, faults);
  const page = parsePage(parameters.one(parameterNames.page), faults);
  if ((page - 1) * perPage > (bounds.maxOffset ?? limits.offset))
    faults.add(createTooFarFault(bounds, limits));
  const hasModes = bounds.countModes.length > 0;
  return {
    request: { page, perPage, walk: hasModes ? { boundTo: null } : null },
    count: hasModes ? parseCount(parameters.one(parameterNames.count), bounds, faults) : 'exact',
  };
}

/** Whether a read of one row more than the page holds shows that another page follows: no total tells. */
export function readsOneMore({ count }: Pick<SelectShape, 'count'>): boolean {
  return count !== 'exact';
}

/** The values of the window, then the maximum of a limited count: one more row tells that there are more. */
export function getPageValues({ request, count }: PlannedPage, limits: Limits): readonly unknown[] {
  const { page, perPage } = request;
  const limit = readsOneMore({ count }) ? perPage + 1 : perPage;
  const offset = page === null ? 0 : (page - 1) * perPage;
  return count === 'limited' ? [limit, offset, limits.count + 1] : [limit, offset];
}

function parseCount(text: string | undefined, { countModes }: PageModel, faults: Faults): CountMode {
  const byDefault = countModes[0] ?? 'exact';
  if (text === undefined) return byDefault;
  const mode = countModes.find((known) => known === text);
  if (mode !== undefined) return mode;
  const detail = `'count' must be ${countModes.join(' or ')}.`;
  faults.add({ parameter: parameterNames.count, code: 'malformed_parameter', detail });
  return byDefault;
}

function parsePerPage(
  text: string | undefined,
  { minItems, maxItems, defaultItems }: PageModel,
  faults: Faults,
): number {
  if (text === undefined) return defaultItems;
  const perPage = wholeNumber.test(text) ? Number(text) : 0;
  if (perPage >= minItems && perPage <= maxItems) return perPage;
  const detail = `'per_page' must be an integer from ${minItems} to ${maxItems}.`;
  faults.add({ parameter: parameterNames.perPage, code: getFaultCode(text), detail });
  return defaultItems;
}

function parsePage(text: string | undefined, faults: Faults): number {
  if (text === undefined) return 1;
  if (wholeNumber.test(text)) return Number(text);
  const detail = "'page' must be a positive integer.";
  faults.add({ parameter: parameterNames.page, code: getFaultCode(text), detail });
  return 1;
}

/** The code for an integer that is out of bounds, or for text that is not an integer. */
function getFaultCode(text: string): FaultCode {
  return /^-?[0-9]+$/.test(text) ? 'out_of_range' : 'malformed_parameter';
}

function createTooFarFault({ maxOffset }: PageModel, { offset }: Limits) {
  const most = formatQuantity(maxOffset ?? offset, 'row');
  const by = maxOffset === null ? ' (limits.offset)' : '';
  const detail = `The page is out of range: more than ${most} would be skipped${by}.`;
  return { parameter: parameterNames.page, code: 'out_of_range', detail } as const;
}
