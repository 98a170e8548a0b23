// `page`, `per_page` and `count` -> the page of a list, and how the list is counted.
import type { FaultCode } from '../errors.js';
import type { CollectionModel } from '../model/member-model.js';
import type { Limits } from '../limits.js';
import type { CountMode } from '../options.js';
import { parameterNames } from '../vocabulary/wire-names.js';
import { formatQuantity } from '../vocabulary/wording.js';
import { parseCursor, type SentCursor } from './cursor-plan.js';
import type { Faults } from './faults.js';
import { parseWholeNumber } from './parse-value.js';
import type { Position, SelectShape } from './plan.js';
import type { QueryCheck, QueryParameters } from './query-parameters.js';

/** A page of a list, and how the list is counted. */
export interface PlannedPage {
  /** Its number; null if the request uses a cursor. */
  readonly page: number | null;
  readonly perPage: number;
  readonly count: CountMode;
  readonly cursor: SentCursor | null;
}

/** Plans the requested page; the default for a value with a fault. */
export function planPage(
  parameters: QueryParameters,
  bounds: CollectionModel,
  check: QueryCheck,
): PlannedPage {
  const { limits, faults } = check;
  const perPage = parsePerPage(parameters.one(parameterNames.perPage), bounds, faults);
  const page = parsePage(parameters.one(parameterNames.page), faults);
  if ((page - 1) * perPage > (bounds.maxOffset ?? limits.offset))
    faults.add(createTooFarFault(bounds, limits));
  const cursor = bounds.cursors ? parseCursor(parameters, faults) : null;
  const byDefault = cursor ? 'none' : (bounds.countModes[0] ?? 'exact');
  const count = parseCount(parameters.one(parameterNames.count), bounds, faults) ?? byDefault;
  return { page: cursor ? null : page, perPage, count, cursor };
}

/** Whether a read needs one row more than the page, to see whether another page follows, because it has no exact total. */
export function readsOneMore(shape: Pick<SelectShape, 'count' | 'position'>): boolean {
  return shape.count !== 'exact' || followsCursor(shape);
}

/** Whether a read begins at the position of a row. */
export function followsCursor({ position }: Pick<SelectShape, 'position'>): boolean {
  return position !== null && position.side !== 'start';
}

/** The values of the window, then the maximum of a limited count plus one, to see whether more rows match. */
export function getPageValues(
  { page, perPage, count }: PlannedPage,
  position: Position | null,
  limits: Limits,
): readonly unknown[] {
  const limit = readsOneMore({ count, position }) ? perPage + 1 : perPage;
  const offset = page === null ? 0 : (page - 1) * perPage;
  return count === 'limited' ? [limit, offset, limits.count + 1] : [limit, offset];
}

function parseCount(
  text: string | undefined,
  { countModes }: CollectionModel,
  faults: Faults,
): CountMode | undefined {
  const mode = countModes.find((known) => known === text);
  if (text !== undefined && mode === undefined) {
    const detail = `'count' must be ${countModes.join(' or ')}.`;
    faults.add({ parameter: parameterNames.count, code: 'malformed_parameter', detail });
  }
  return mode;
}

function parsePerPage(
  text: string | undefined,
  { minItems, maxItems, defaultItems }: CollectionModel,
  faults: Faults,
): number {
  if (text === undefined) return defaultItems;
  const perPage = parseWholeNumber(text);
  if (perPage >= minItems && perPage <= maxItems) return perPage;
  const detail = `'per_page' must be an integer from ${minItems} to ${maxItems}.`;
  faults.add({ parameter: parameterNames.perPage, code: getFaultCode(text), detail });
  return defaultItems;
}

function parsePage(text: string | undefined, faults: Faults): number {
  if (text === undefined) return 1;
  const page = parseWholeNumber(text);
  if (page > 0) return page;
  const detail = "'page' must be a positive integer.";
  faults.add({ parameter: parameterNames.page, code: getFaultCode(text), detail });
  return 1;
}

/** The code for an integer that is out of bounds, or for text that is not an integer. */
function getFaultCode(text: string): FaultCode {
  return /^-?[0-9]+$/.test(text) ? 'out_of_range' : 'malformed_parameter';
}

function createTooFarFault({ maxOffset }: CollectionModel, { offset }: Limits) {
  const max = formatQuantity(maxOffset ?? offset, 'row');
  const by = maxOffset === null ? ' (limits.offset)' : '';
  const detail = `The page is out of range: more than ${max} would be skipped${by}.`;
  return { parameter: parameterNames.page, code: 'out_of_range', detail } as const;
}
