// Resolves filter groups: own fields and fields of related entities, tested together with OR.
import type { Settings } from '../../options.js';
import { predicateNames, predicates, type Predicate } from '../../vocabulary/predicate.js';
import type { FieldKind } from '../../vocabulary/field-kind.js';
import type { EdgeModel, FieldModel } from '../member-model.js';
import type { FilterTarget } from '../query-model.js';
import type { DraftContext, EntityDraft } from './entity-draft.js';
import { getComparedTarget, resolveFilterableFields, type UnnumberedFilter } from './filterable-field.js';
import { ignoredProblems } from '../problem/schema-problems.js';

/** One filter per group and predicate that all its members have. */
export function resolveGroupFilters(entity: EntityDraft, context: DraftContext): UnnumberedFilter[] {
  return collectFilterGroups(entity, context).flatMap((group) => {
    const { name, members } = group;
    const common = predicateNames.filter((test) =>
      members.every((member) => member.predicates.includes(test)),
    );
    const mistake = findGroupMistake(entity, group, common);
    if (mistake) {
      context.problems.add({ entity: entity.name, annotation: '@FilterGroup', ...mistake });
      return [];
    }
    const possible = common.filter((test) => hasValidValue(test, members));
    if (possible.length < common.length) warnOfNoValue(entity, group, context.settings);
    return possible.map((test) => ({
      name: `${name}.${test}`,
      test,
      group: name,
      targets: members.map((member) => getComparedTarget(member.target, test)),
    }));
  });
}

/** Whether a request can use the predicate: it takes no value, or some value fits all members. */
function hasValidValue(test: Predicate, members: readonly GroupMember[]): boolean {
  return (
    predicates[test].arity === 'flag' ||
    hasSharedValue(members.map(({ target }) => getComparedTarget(target, test).field))
  );
}

/** A filter that no value fits is useless, but no reason to fail at startup. */
function warnOfNoValue({ name }: EntityDraft, group: FilterGroup, { logger }: Settings): void {
  const kinds = group.members
    .map(({ target }) => `${getMemberName(target)} (${target.field.kind})`)
    .join(', ');
  logger.warn(
    { entity: name, group: group.name },
    `No value fits all members of the filter group '${group.name}' of ${name}, so filters that take a value are left out: ${kinds}.`,
  );
}

/** The target of a group is always a field. */
type MemberTarget = Extract<FilterTarget, { readonly field: FieldModel }>;

interface GroupMember {
  readonly target: MemberTarget;
  readonly predicates: readonly Predicate[];
}

/** A group: own fields and, through edges of the group, fields of their targets in the same group. */
interface FilterGroup {
  readonly name: string;
  readonly members: readonly GroupMember[];
}

function collectFilterGroups(entity: EntityDraft, context: DraftContext): readonly FilterGroup[] {
  const groups = new Map<string, GroupMember[]>();
  const join = (group: string, members: GroupMember[]) =>
    groups.set(group, [...(groups.get(group) ?? []), ...members]);
  for (const field of entity.fields) {
    for (const group of entity.getAnnotations(field).filterGroups ?? []) {
      join(group, [createGroupMember(entity, { edge: null, field }, context.settings)]);
    }
  }
  for (const edge of entity.edges) {
    for (const group of entity.getAnnotations(edge).filterGroups ?? []) {
      join(group, collectEdgeMembers(group, edge, context));
    }
  }
  return [...groups].map(([name, members]) => ({ name, members }));
}

function collectEdgeMembers(
  group: string,
  edge: EdgeModel,
  { targetOf, settings }: DraftContext,
): GroupMember[] {
  const target = targetOf(edge);
  return target.fields
    .filter((field) => target.getAnnotations(field).filterGroups?.includes(group))
    .map((field) => createGroupMember(target, { edge, field }, settings));
}

function createGroupMember(entity: EntityDraft, target: MemberTarget, settings: Settings): GroupMember {
  const own = resolveFilterableFields(entity, settings, ignoredProblems).find(
    ({ field }) => field === target.field,
  );
  return { target, predicates: own?.predicates ?? [] };
}

function findGroupMistake(
  entity: EntityDraft,
  { name, members }: FilterGroup,
  common: readonly Predicate[],
): { readonly problem: string; readonly remedy: string } | null {
  if ([...entity.fields, ...entity.edges].some((member) => member.name === name)) {
    const problem = `the group '${name}' has the same name as a field or an edge.`;
    return { problem, remedy: 'Give the group another name.' };
  }
  if (members.length === 0) {
    const problem = `the group '${name}' has no members: no field of the related entities is in it.`;
    return { problem, remedy: 'Put the same @FilterGroup on fields of the related entity.' };
  }
  if (common.length > 0) return null;
  const found = members.map(describeMember).join('; ');
  const problem = `the members of the group '${name}' have no predicate in common: ${found}.`;
  return { problem, remedy: 'Give every member the same @Filter predicate.' };
}

function describeMember({ target, predicates: own }: GroupMember): string {
  return `${getMemberName(target)} has ${own.length === 0 ? 'none' : own.join(', ')}`;
}

function getMemberName({ edge, field }: MemberTarget): string {
  return edge ? `${edge.name}.${field.name}` : field.name;
}

type ComparedField = Pick<FieldModel, 'kind' | 'range' | 'values'>;

const comparableNumbers: ReadonlySet<FieldKind> = new Set(['integer', 'bigint', 'float', 'decimal']);

/** Whether some text is a valid value of every field: a group compares its value with all its members. */
function hasSharedValue(fields: readonly ComparedField[]): boolean {
  const others = fields.filter(({ kind, values }) => kind !== 'string' && values === null);
  const enums = fields.flatMap(({ values }) => (values === null ? [] : [new Set(values.map(String))]));
  const [first, ...more] = enums;
  if (!first) return isComparable(others);
  return [...first].some(
    (text) => more.every((texts) => texts.has(text)) && others.every((field) => isPossibleValue(field, text)),
  );
}

/** Without enums: all are numbers whose ranges overlap, or all have the same kind. */
function isComparable(fields: readonly ComparedField[]): boolean {
  if (!fields.every(({ kind }) => comparableNumbers.has(kind)))
    return new Set(fields.map(({ kind }) => kind)).size <= 1;
  const ranges = fields.flatMap(({ range }) => range ?? []);
  return ranges.every(({ minimum }) => ranges.every(({ maximum }) => BigInt(minimum) <= BigInt(maximum)));
}

/** Rough patterns of each kind, enough to match the values of an enum against. */
const valuePatterns: Readonly<Partial<Record<FieldKind, RegExp>>> = {
  integer: /^-?[0-9]{1,20}$/,
  bigint: /^-?[0-9]{1,20}$/,
  float: /^-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?$/,
  decimal: /^-?[0-9]+(\.[0-9]+)?$/,
  boolean: /^(true|false)$/,
  uuid: /^[0-9a-f-]{36}$/,
  date: /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/,
  time: /^[0-9]{2}:[0-9]{2}:[0-9]{2}/,
  datetime: /^[0-9]{4}-[0-9]{2}-[0-9]{2}T/,
};

function isPossibleValue({ kind, range }: ComparedField, text: string): boolean {
  if (!(valuePatterns[kind]?.test(text) ?? false)) return false;
  return range === null || (BigInt(range.minimum) <= BigInt(text) && BigInt(text) <= BigInt(range.maximum));
}
