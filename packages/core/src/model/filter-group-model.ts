// Resolves filter groups: own fields and fields of related entities, tested together with OR.
import type { Settings } from '../options.js';
import { predicateNames, predicates, type Predicate } from '../vocabulary/predicate.js';
import type { EdgeModel, FieldModel, FilterTarget } from './api-model.js';
import type { TargetOf } from './edge-targets.js';
import type { EntityDraft } from './entity-draft.js';
import { filterableFields, type UnnumberedFilter } from './filterable-field.js';
import { unreported, type SchemaProblems } from './schema-problems.js';
import { shareValue } from './shared-value.js';

/** One filter per group and predicate that all its members have. */
export function groupFilters(
  entity: EntityDraft,
  targetOf: TargetOf<EntityDraft>,
  settings: Settings,
  problems: SchemaProblems,
): UnnumberedFilter[] {
  return [...groupMembers(entity, targetOf, settings)].flatMap(([group, members]) => {
    const common = predicateNames.filter((test) =>
      members.every((member) => member.predicates.includes(test)),
    );
    const mistake = groupMistake(entity, group, members, common);
    if (mistake) {
      problems.add({ entity: entity.name, annotation: '@FilterGroup', ...mistake });
      return [];
    }
    const possible = common.filter((test) => hasValues(test, members));
    if (possible.length < common.length) warnOfNoValue(entity, group, members, settings);
    return possible.map((test) => ({
      name: `${group}.${test}`,
      test,
      group,
      targets: members.map((member) => member.target),
    }));
  });
}

/** Whether a request can use the predicate: it takes no value, or some value fits all members. */
function hasValues(test: Predicate, members: readonly GroupMember[]): boolean {
  return predicates[test].arity === 'flag' || shareValue(members.map(({ target }) => target.field));
}

/** A filter that no value fits is useless, but no reason to fail at startup. */
function warnOfNoValue(
  { name }: EntityDraft,
  group: string,
  members: readonly GroupMember[],
  { logger }: Settings,
): void {
  const kinds = members.map(({ target }) => `${memberName(target)} (${target.field.kind})`).join(', ');
  logger.warn(
    { entity: name, group },
    `No value fits all members of the filter group '${group}' of ${name}, so filters that take a value are left out: ${kinds}.`,
  );
}

/** The target of a group is always a field. */
type MemberTarget = Extract<FilterTarget, { readonly field: FieldModel }>;

interface GroupMember {
  readonly target: MemberTarget;
  readonly predicates: readonly Predicate[];
}

/** Group name -> members: own fields and, through an edge of the group, the target's fields of the same group. */
function groupMembers(
  entity: EntityDraft,
  targetOf: TargetOf<EntityDraft>,
  settings: Settings,
): Map<string, GroupMember[]> {
  const groups = new Map<string, GroupMember[]>();
  const join = (group: string, members: GroupMember[]) =>
    groups.set(group, [...(groups.get(group) ?? []), ...members]);
  for (const field of entity.fields) {
    for (const group of entity.annotationsOf(field).filterGroups ?? []) {
      join(group, [memberOf(entity, field, null, settings)]);
    }
  }
  for (const edge of entity.edges) {
    for (const group of entity.annotationsOf(edge).filterGroups ?? []) {
      join(group, membersAcross(group, edge, targetOf(edge), settings));
    }
  }
  return groups;
}

function membersAcross(
  group: string,
  edge: EdgeModel,
  target: EntityDraft,
  settings: Settings,
): GroupMember[] {
  return target.fields
    .filter((field) => target.annotationsOf(field).filterGroups?.includes(group))
    .map((field) => memberOf(target, field, edge, settings));
}

function memberOf(
  entity: EntityDraft,
  field: FieldModel,
  edge: EdgeModel | null,
  settings: Settings,
): GroupMember {
  const own = filterableFields(entity, settings, unreported).find((filterable) => filterable.field === field);
  return { target: { edge, field }, predicates: own?.predicates ?? [] };
}

function groupMistake(
  entity: EntityDraft,
  group: string,
  members: readonly GroupMember[],
  common: readonly Predicate[],
): { readonly problem: string; readonly remedy: string } | null {
  if ([...entity.fields, ...entity.edges].some((member) => member.name === group)) {
    const problem = `the group '${group}' has the same name as a field or an edge.`;
    return { problem, remedy: 'Give the group another name.' };
  }
  if (members.length === 0) {
    const problem = `the group '${group}' has no members: no field of the related entities is in it.`;
    return { problem, remedy: 'Put the same @FilterGroup on fields of the related entity.' };
  }
  if (common.length > 0) return null;
  const found = members.map(described).join('; ');
  const problem = `the members of the group '${group}' have no predicate in common: ${found}.`;
  return { problem, remedy: 'Give every member the same @Filter predicate.' };
}

function described({ target, predicates: own }: GroupMember): string {
  return `${memberName(target)} has ${own.length === 0 ? 'none' : own.join(', ')}`;
}

function memberName({ edge, field }: MemberTarget): string {
  return edge ? `${edge.name}.${field.name}` : field.name;
}
