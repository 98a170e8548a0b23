// Positions in the order of a list: where a page or a batch starts, from a cursor or from the last row read.
import { findEdgesOfCondition, findEdgesOfFilter } from './condition-edges.js';
import type { PositionValue } from './cursor-token.js';
import type { Position, PositionTerm, SelectPlan, SelectShape } from './plan.js';
import type { Condition, FilterTerm, SortTerm } from './terms.js';

/** A position and the values of its slots. */
interface PlannedPosition {
  readonly position: Position;
  readonly values: readonly unknown[];
}

/** The position before the first row. */
export const startPosition: PlannedPosition = Object.freeze({
  position: Object.freeze({ side: 'start', terms: Object.freeze([]) }),
  values: Object.freeze([]),
});

/** Whether an order has positions. A random one has none; sums of floats depend on the order in which they are added. */
export function hasPositions(sort: readonly SortTerm[]): boolean {
  return sort.every(
    ({ sort: key }) => key.by !== 'random' && !(key.by === 'edge-sum' && key.field.columnKind === 'float'),
  );
}

/** The position of a row with these values, one for each sort term. Its values come after `slot` others. */
export function planPosition(
  side: 'after' | 'before',
  values: readonly PositionValue[],
  slot: number,
): PlannedPosition {
  const bound: unknown[] = [];
  const terms = values.map((value): PositionTerm => {
    if (value === null) return { kind: 'null' };
    if (typeof value === 'object') return { kind: 'row' };
    return { kind: 'value', slot: slot + bound.push(value) - 1 };
  });
  return { position: { side, terms }, values: bound };
}

/** The first batch of a list, without a count: the rows of any page follow by `planNextBatch`. */
export function planFirstBatch(plan: SelectPlan, size: number): SelectPlan {
  return planBatch(plan, { key: `${plan.shape.key};batch`, size, planned: startPosition });
}

/**
 * The batch after a row with these values, one for each sort term: the same read as after a cursor. By default as many rows as
 * before.
 */
export function planNextBatch(
  plan: SelectPlan,
  row: readonly PositionValue[],
  size = plan.page?.perPage ?? 0,
): SelectPlan {
  const { key, position } = plan.shape;
  const ofList = key.slice(0, key.length - formatPositionKey(position).length);
  const planned = planPosition('after', row, countOwnValues(plan));
  return planBatch(plan, { key: ofList, size, planned });
}

/**
 * The rows of a list that have one of these ids, in their order. `plan`: its first batch. What follows an edge held when the ids
 * were found: to test it for some rows, a database may read other tables as a whole.
 */
export function planBatchAmong(plan: SelectPlan, ids: readonly unknown[]): SelectPlan {
  const { shape } = plan;
  const own = plan.values.slice(0, countOwnValues(plan));
  const idsSlot = own.length;
  return {
    ...plan,
    shape: {
      ...shape,
      ...keepOwnConditions(shape),
      key: `${shape.key};among`,
      window: { kind: 'page', limitSlot: idsSlot + 1, offsetSlot: idsSlot + 2 },
      idsSlot,
    },
    values: [...own, ids, ids.length + 1, 0],
    page: { page: null, perPage: ids.length, cursors: null },
  };
}

function keepOwnConditions({
  filters,
  junction,
  where,
}: SelectShape): Pick<SelectShape, 'filters' | 'where'> {
  const own = filters.filter(isOwnFilter);
  return {
    filters: junction === 'or' && own.length < filters.length ? [] : own,
    where: where && keepOwnConjuncts(where),
  };
}

/** What a condition requires of the row itself; null if nothing. */
function keepOwnConjuncts(condition: Condition): Condition | null {
  if (findEdgesOfCondition(condition).length === 0) return condition;
  if (condition.is === 'filters') {
    const terms = condition.terms.filter(isOwnFilter);
    return terms.length > 0 ? { is: 'filters', terms } : null;
  }
  if (condition.is !== 'and') return null;
  const of = condition.of.flatMap((one) => keepOwnConjuncts(one) ?? []);
  return of.length > 1 ? { is: 'and', of } : (of[0] ?? null);
}

function isOwnFilter(term: FilterTerm): boolean {
  return findEdgesOfFilter(term).length === 0;
}

/** A batch: the key of its list, how many rows it holds, and where it begins. */
interface Batch {
  readonly key: string;
  readonly size: number;
  readonly planned: PlannedPosition;
}

function planBatch(plan: SelectPlan, { key, size, planned: { position, values } }: Batch): SelectPlan {
  const { shape } = plan;
  const own = plan.values.slice(0, countOwnValues(plan));
  const limitSlot = own.length + values.length;
  return {
    kind: 'select',
    shape: {
      ...shape,
      key: key + formatPositionKey(position),
      window: { kind: 'page', limitSlot, offsetSlot: limitSlot + 1 },
      count: 'none',
      position,
    },
    // One row more shows whether another batch follows.
    values: [...own, ...values, size + 1, 0],
    page: { page: null, perPage: size, cursors: null },
  };
}

/** The values of a list before those of its position and window. */
function countOwnValues({ shape: { window, position }, values }: SelectPlan): number {
  if (window.kind !== 'page' && window.kind !== 'capped') return values.length;
  const ofPosition = (position?.terms ?? []).filter(({ kind }) => kind === 'value').length;
  return window.limitSlot - ofPosition;
}

/** The part of a shape's key that names its position; empty for a list without positions. */
export function formatPositionKey(position: Position | null): string {
  if (!position) return '';
  return `;k${sideLetters[position.side]}${position.terms.map(({ kind }) => termLetters[kind]).join('')}`;
}

const sideLetters: Readonly<Record<Position['side'], string>> = { start: 's', after: 'f', before: 'b' };
const termLetters: Readonly<Record<PositionTerm['kind'], string>> = { value: '1', null: '0', row: 'r' };
