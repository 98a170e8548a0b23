// `after` and `before` -> a position. A cursor is bound to the path, the sort and the filters of its list, by their names.
import type { EntityModel } from '../model/api-model.js';
import type { FieldModel } from '../model/member-model.js';
import type { Route } from '../model/route-model.js';
import { parameterNames } from '../vocabulary/wire-names.js';
import type { CursorSeal, PositionValue } from './cursor-token.js';
import type { Faults } from './faults.js';
import type { Position, SelectShape } from './plan.js';
import type { SortTerm } from './terms.js';
import { hasPositions, planPosition, startPosition } from './position-plan.js';
import type { QueryNames, QueryParameters } from './query-parameters.js';

/** A cursor that a client sent. */
export interface SentCursor {
  readonly side: 'after' | 'before';
  readonly text: string;
}

/** Finds the cursor of a query; null without one. Adds faults for a cursor together with another one or with a page. */
export function parseCursor(parameters: QueryParameters, faults: Faults): SentCursor | null {
  const after = parameters.one(parameterNames.after);
  const before = parameters.one(parameterNames.before);
  if (after === undefined && before === undefined) return null;
  const page = parameters.one(parameterNames.page);
  if (after !== undefined && before !== undefined) faults.add(createExclusionFault('before', 'after'));
  if (page !== undefined) faults.add(createExclusionFault('page', after === undefined ? 'before' : 'after'));
  return after === undefined ? { side: 'before', text: before ?? '' } : { side: 'after', text: after };
}

function createExclusionFault(parameter: 'before' | 'page', other: string) {
  const detail = `'${parameter}' cannot be combined with '${other}'.`;
  return { parameter, code: 'conflict', detail } as const;
}

/** The part of a list that its cursors are bound to. */
export interface CursorList {
  readonly route: Route;
  /** The id in the path, as sent. */
  readonly id: string;
  readonly names: QueryNames;
  readonly parameters: QueryParameters;
  readonly junction: SelectShape['junction'];
  readonly sort: readonly SortTerm[];
  /** How many values come before those of a position. */
  readonly slot: number;
}

/** What the cursors of a list are bound to, as JSON. */
function bindCursors({ route, id, names, parameters, junction, sort }: CursorList): string {
  const order = sort.map(({ sort: { key }, descending }) => (descending ? `-${key}` : key));
  const filters: string[][] = [];
  for (const name of parameters.names)
    if (names.filters.has(name)) filters.push([name, ...[...parameters.all(name)].sort()]);
  filters.sort(([a = ''], [b = '']) => (a < b ? -1 : 1));
  return JSON.stringify([
    route.path.replace('{id}', () => id),
    order,
    filters,
    junction,
    parseWhere(parameters),
    ...parameters.all(parameterNames.deleted),
  ]);
}

/** The value of `where` with its keys sorted; null without one. */
function parseWhere(parameters: QueryParameters): unknown {
  const text = parameters.one('where');
  if (text === undefined) return null;
  try {
    return JSON.parse(text, sortKeys) as unknown;
  } catch {
    return text;
  }
}

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A page by cursor: its position, and what its cursors are bound to. */
interface PlannedCursor {
  /** Null where the order has no positions. */
  readonly position: Position | null;
  readonly values: readonly unknown[];
  readonly boundTo: string | null;
}

/** A list without cursors. */
export const noCursor: PlannedCursor = Object.freeze({ position: null, values: [], boundTo: null });

/** Plans a page from the start, or from a cursor. Adds a fault for a cursor of another list or sort order. */
export function planCursor(
  list: CursorList,
  { cursor }: { readonly cursor: SentCursor | null },
  seal: CursorSeal,
  faults: Faults,
): PlannedCursor {
  const { route, sort, slot } = list;
  if (!hasPositions(sort)) {
    if (cursor) faults.add(createNoCursorsFault(cursor));
    return noCursor;
  }
  const boundTo = bindCursors(list);
  if (!cursor) return { position: startPosition.position, values: startPosition.values, boundTo };
  const values = seal.open(boundTo, cursor.text);
  const sealed = listSealedTerms({ subject: route.subject, sort });
  if (values?.length === sort.length && hasSealedTerms(values, sealed)) {
    const planned = planPosition(cursor.side, values, slot);
    return { position: planned.position, values: planned.values, boundTo };
  }
  faults.add(createCursorFault(cursor.side));
  return noCursor;
}

/** Whether the position has all values that a cursor always contains. */
function hasSealedTerms(values: readonly PositionValue[], sealed: readonly boolean[]): boolean {
  return values.every((value, at) => sealed[at] === false || value === null || typeof value !== 'object');
}

/** Whether a cursor always contains the value of each term: the key must be there, as its row provides omitted values. */
export function listSealedTerms({
  subject,
  sort,
}: Pick<SelectShape, 'subject' | 'sort'>): readonly boolean[] {
  return sort.map(
    ({ sort: key }) => key.by !== 'edge-field' && (key.by !== 'field' || isKey(subject, key.field)),
  );
}

function isKey({ key }: EntityModel, field: FieldModel): boolean {
  return key.includes(field);
}

/** The fault of a cursor that is damaged, belongs to another list or order, or refers to a deleted row. */
export function createCursorFault(side: 'after' | 'before') {
  const detail = `'${side}' is not a valid cursor for this list and sort order.`;
  return { parameter: side, code: 'invalid_cursor', detail } as const;
}

function createNoCursorsFault({ side }: SentCursor) {
  const detail = `'${side}' cannot be used with this sort order, which has no cursors.`;
  return { parameter: parameterNames.sort, code: 'conflict', detail } as const;
}

/** Reads a value of a row as part of a position. */
export function toPositionValue(stored: unknown): PositionValue {
  if (stored === null || stored === undefined) return null;
  if (typeof stored === 'number' || typeof stored === 'string') return stored;
  throw new Error('A position has texts and numbers.');
}
