// The value of a `where` -> a condition and its values, or all faults, each with its place in the value.
import type { FaultCode } from '../errors.js';
import type { FilterModel } from '../model/query-model.js';
import { parseJsonParameter } from '../request/json-parameter.js';
import { escapePointer } from '../vocabulary/json-pointer.js';
import type { JsonObject, JsonValue } from '../vocabulary/json-schema.js';
import { shortenName } from '../vocabulary/wording.js';
import { buildCondition, type ConditionDraft, type FilterDraft } from './condition-form.js';
import { describeTooManyFilters, parseFilter } from './filter-plan.js';
import type { Condition } from './terms.js';
import type { QueryCheck } from './query-parameters.js';
import { describeJsonValue, toFilterTexts } from './where-value.js';
import type { RelatedNames, WhereNames } from './where-names.js';

/** A `where` of a list, or of the rows of an edge. */
interface WhereParameter {
  /** The name of the parameter. */
  readonly parameter: string;
  readonly text: string;
  readonly names: WhereNames;
  /** The slot of its first value. */
  readonly firstSlot: number;
  /** The number of other filters in the request: `limits.filters` applies to the sum. */
  readonly otherFilters: number;
}

/** The condition of a `where`. */
export interface PlannedWhere {
  /** Null if it has a fault. */
  readonly condition: Condition | null;
  /** In slot order. */
  readonly values: readonly unknown[];
  /** Identifies the condition without its values: part of the key of a shape. */
  readonly key: string;
  /** How many filters it has. */
  readonly filters: number;
}

/** Plans a `where`. Adds a fault for each place that has one. */
export function planWhere(given: WhereParameter, check: QueryCheck): PlannedWhere {
  const walk = createWalk(given, check);
  const { limits } = check;
  const depth = { max: limits.whereDepth, name: 'limits.whereDepth' };
  const { value, faults } = parseJsonParameter(given.text, depth);
  for (const { pointer, code, detail } of faults) walk.report(pointer, code, detail);
  const draft = value === undefined ? null : planObject(walk, value, { names: given.names, pointer: '' });
  if (!draft || walk.hasFaults) return { condition: null, values: [], key: '', filters: walk.filters };
  return { ...buildCondition(draft, given.firstSlot), filters: walk.filters };
}

/** The state of one walk through a value. */
interface Walk {
  readonly check: QueryCheck;
  readonly report: (pointer: string, code: FaultCode, detail: string) => void;
  readonly otherFilters: number;
  hasFaults: boolean;
  filters: number;
}

function createWalk({ parameter, otherFilters }: WhereParameter, check: QueryCheck): Walk {
  const walk: Walk = {
    check,
    otherFilters,
    hasFaults: false,
    filters: 0,
    report: (pointer, code, detail) => {
      walk.hasFaults = true;
      check.faults.add({ parameter, pointer, code, detail });
    },
  };
  return walk;
}

/** Where a walk is. */
interface Place {
  readonly names: WhereNames;
  readonly pointer: string;
}

/** Plans an object, whose members are joined by AND. Null if faults leave no member. */
function planObject(walk: Walk, value: JsonValue, { names, pointer }: Place): ConditionDraft | null {
  if (!isObject(value)) {
    walk.report(pointer, 'wrong_type', `The value must be an object, not ${describeJsonValue(value)}.`);
    return null;
  }
  const keys = Object.keys(value);
  if (keys.length === 0)
    walk.report(pointer, 'malformed_parameter', 'The object must have at least one member.');
  const filters: FilterDraft[] = [];
  const conditions: ConditionDraft[] = [];
  for (const key of keys) {
    if (walk.check.faults.isFull) return null;
    const member = value[key] ?? null;
    const at = { names, pointer: `${pointer}/${escapePointer(shortenName(key))}` };
    const filter = names.filters.get(key);
    if (filter) filters.push(...planFilter(walk, filter, { value: member, pointer: at.pointer }));
    else conditions.push(...planOperator(walk, key, { ...at, value: member }));
  }
  if (filters.length > 0) conditions.push({ is: 'filters', filters });
  return conditions.length === 0 ? null : { is: 'and', of: conditions };
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A place, and the value there. */
interface Member extends Place {
  readonly value: JsonValue;
}

function planOperator(walk: Walk, key: string, member: Member): ConditionDraft[] {
  if (key === 'and' || key === 'or') return planJunction(walk, key, member);
  if (key === 'not') return negateDraft(planObject(walk, member.value, member));
  const related = member.names.related.get(key);
  if (related) return planRelated(walk, related, member);
  walk.report(member.pointer, 'unknown_key', `There is no filter '${shortenName(key)}' here.`);
  return [];
}

function planJunction(walk: Walk, is: 'and' | 'or', { names, pointer, value }: Member): ConditionDraft[] {
  if (!Array.isArray(value)) {
    walk.report(pointer, 'wrong_type', `The value must be an array, not ${describeJsonValue(value)}.`);
    return [];
  }
  const items = value as readonly JsonValue[];
  if (items.length === 0)
    walk.report(pointer, 'malformed_parameter', 'The array must have at least one item.');
  const of: ConditionDraft[] = [];
  for (const [at, item] of items.entries()) {
    if (walk.check.faults.isFull) return [];
    of.push(...toList(planObject(walk, item, { names, pointer: `${pointer}/${at}` })));
  }
  return of.length === 0 ? [] : [{ is, of }];
}

/** `none` is NOT `some`; `all` is `none` with the negated condition. */
function planRelated(
  walk: Walk,
  { quantifier, edge, ordinal, names }: RelatedNames,
  { value, pointer }: Member,
): ConditionDraft[] {
  const condition = planObject(walk, value, { names, pointer });
  const buildSome = (of: ConditionDraft): ConditionDraft => ({ is: 'some', edge, ordinal, of });
  if (!condition) return [];
  switch (quantifier) {
    case 'some':
      return [buildSome(condition)];
    case 'none':
      return [{ is: 'not', of: buildSome(condition) }];
    case 'all':
      return [{ is: 'not', of: buildSome({ is: 'not', of: condition }) }];
  }
}

function negateDraft(of: ConditionDraft | null): ConditionDraft[] {
  return of ? [{ is: 'not', of }] : [];
}

function toList<T>(value: T | null): T[] {
  return value === null ? [] : [value];
}

function planFilter(
  walk: Walk,
  filter: FilterModel,
  { value, pointer }: Omit<Member, 'names'>,
): FilterDraft[] {
  const { limits, faults } = walk.check;
  walk.filters++;
  if (walk.otherFilters + walk.filters === limits.filters + 1)
    walk.report(pointer, 'too_many', describeTooManyFilters(limits));
  const sent = toFilterTexts(filter, value, limits);
  if (!sent.ok) {
    walk.report(`${pointer}${sent.at}`, sent.code, sent.detail);
    return [];
  }
  const parsed = parseFilter({ filter, texts: sent.texts, inArray: true }, walk.check, {
    isFull: () => faults.isFull,
    add: (code, detail, item) => {
      const at = item === undefined || !Array.isArray(value) ? pointer : `${pointer}/${item}`;
      walk.report(at, code === 'malformed' ? 'wrong_format' : code, detail);
    },
  });
  return [{ filter, ...parsed }];
}
