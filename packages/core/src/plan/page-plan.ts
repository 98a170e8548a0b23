// `page` and `per_page` -> the requested page. A value out of bounds is a fault; it is never clamped.
import type { FaultCode } from '../errors.js';
import type { PageModel } from '../model/api-model.js';
import type { Limits } from '../options.js';
import { formatQuantity } from '../vocabulary/wording.js';
import { parameterNames } from '../vocabulary/wire-names.js';
import type { Faults } from './faults.js';
import type { PageRequest } from './plan.js';
import type { QueryCheck, QueryParameters } from './query-parameters.js';

const wholeNumber = /^[1-9][0-9]{0,15}$/;

/** The requested page; the default where a value has a fault. */
export function planPage(
  parameters: QueryParameters,
  bounds: PageModel,
  { limits, faults }: QueryCheck,
): PageRequest {
  const perPage = parsePerPage(parameters.one(parameterNames.perPage), bounds, faults);
  const page = parsePage(parameters.one(parameterNames.page), faults);
  if ((page - 1) * perPage > limits.offset) faults.add(createTooFarFault(limits));
  return { page, perPage };
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

function createTooFarFault({ offset }: Limits) {
  const detail = `The page is out of range: more than ${formatQuantity(offset, 'row')} would be skipped (limits.offset).`;
  return { parameter: parameterNames.page, code: 'out_of_range', detail } as const;
}
