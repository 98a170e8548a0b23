// Filters: one per query parameter, from @Filter and @FilterGroup on fields and edges.
import type { Settings } from '../options.js';
import type { FieldKind } from '../vocabulary/field-kind.js';
import {
  FilterEdge,
  FilterIsNil,
  predicateGroups,
  predicateNames,
  predicates,
  type FilterArgument,
  type Predicate,
  type PredicateGroup,
} from '../vocabulary/predicate.js';
import type { EdgeModel, FieldModel, FilterModel, FilterTarget } from './api-model.js';
import type { EntityDraft } from './entity-draft.js';
import type { SchemaProblems } from './schema-problems.js';

type UnnumberedFilter = Omit<FilterModel, 'ordinal'>;

/** A field and the predicates it may be filtered by. */
interface FilterableField {
  readonly field: FieldModel;
  readonly predicates: readonly Predicate[];
}

/** All filters of an entity. `targetOf` finds the entity an edge leads to. */
export function resolveFilters(
  entity: EntityDraft,
  targetOf: (edge: EdgeModel) => EntityDraft,
  settings: Settings,
  problems: SchemaProblems,
): readonly FilterModel[] {
  const filters = [
    ...filterableFields(entity, settings, problems).flatMap((filterable) => fieldFilters(filterable, null)),
    ...entity.edges.flatMap((edge) => edgeFilters(entity, edge, targetOf(edge), settings, problems)),
    ...groupFilters(entity, targetOf, settings, problems),
  ];
  reportTwins(entity, filters, problems);
  return filters.map((filter, ordinal) => ({ ...filter, ordinal }));
}

/** The fields with the predicates they may be tested by; hidden fields (`select: false`) have none. */
function filterableFields(
  entity: EntityDraft,
  settings: Settings,
  problems: SchemaProblems,
): FilterableField[] {
  return entity.fields.flatMap((field) => {
    const wanted = [...(entity.annotationsOf(field).filters ?? []), ...idFilters(entity, field, settings)];
    const allowed = wanted.flatMap((argument) => expand(entity, field, argument, problems));
    const ordered = predicateNames.filter((predicate) => allowed.includes(predicate));
    return field.readable && ordered.length > 0 ? [{ field, predicates: ordered }] : [];
  });
}

function idFilters(entity: EntityDraft, field: FieldModel, settings: Settings): readonly FilterArgument[] {
  return settings.defaultFilterID && field === entity.id ? ['eq', 'neq', 'in', 'notIn'] : [];
}

/** A group takes the members that fit; a single predicate that does not fit is a problem. */
function expand(
  entity: EntityDraft,
  field: FieldModel,
  argument: FilterArgument,
  problems: SchemaProblems,
): readonly Predicate[] {
  if (isGroup(argument)) return predicateGroups[argument].filter((predicate) => fits(predicate, field));
  if (argument !== FilterEdge && fits(argument, field)) return [argument];
  problems.add({
    entity: entity.name,
    member: field.property,
    annotation: '@Filter',
    problem: misfit(argument, field),
    remedy: `Use ${predicateNames.filter((predicate) => fits(predicate, field)).join(', ')}.`,
  });
  return [];
}

function isGroup(argument: FilterArgument): argument is PredicateGroup {
  return Object.hasOwn(predicateGroups, argument);
}

function fits(
  predicate: Predicate,
  field: { readonly kind: FieldKind; readonly nullable: boolean },
): boolean {
  return predicates[predicate].fits.has(field.kind) && (predicate !== FilterIsNil || field.nullable);
}

function misfit(argument: FilterArgument, field: FieldModel): string {
  if (argument === FilterEdge) return 'FilterEdge is for edges.';
  if (argument === FilterIsNil) return "'null' needs a nullable field.";
  return `'${argument}' does not fit a field of kind ${field.kind}.`;
}

function fieldFilters(
  { field, predicates: tests }: FilterableField,
  edge: EdgeModel | null,
): UnnumberedFilter[] {
  const prefix = edge ? `${edge.name}.` : '';
  return tests.map((test) => ({ name: `${prefix}${field.name}.${test}`, test, targets: [{ edge, field }] }));
}

function edgeFilters(
  entity: EntityDraft,
  edge: EdgeModel,
  target: EntityDraft,
  settings: Settings,
  problems: SchemaProblems,
): UnnumberedFilter[] {
  const wanted = entity.annotationsOf(edge).filters ?? [];
  const exists: UnnumberedFilter = {
    name: `has.${edge.name}`,
    test: 'exists',
    targets: [{ edge, field: null }],
  };
  const none: UnnumberedFilter = {
    name: `${edge.name}.null`,
    test: 'null',
    targets: [{ edge, field: null }],
  };
  reportEdgePredicates(entity, edge, wanted, problems);
  return [
    ...(wanted.includes(FilterEdge) ? [exists, ...acrossEdge(edge, target, settings)] : []),
    ...(wanted.includes(FilterIsNil) ? [none] : []),
  ];
}

/** The target's own problems are reported where its fields are resolved, not once more per edge. */
const unreported: SchemaProblems = { add: () => undefined, raise: () => undefined };

function acrossEdge(edge: EdgeModel, target: EntityDraft, settings: Settings): UnnumberedFilter[] {
  return filterableFields(target, settings, unreported).flatMap((filterable) =>
    fieldFilters(filterable, edge),
  );
}

function reportEdgePredicates(
  entity: EntityDraft,
  edge: EdgeModel,
  wanted: readonly FilterArgument[],
  problems: SchemaProblems,
): void {
  for (const argument of wanted) {
    if (argument === FilterEdge || argument === FilterIsNil || isGroup(argument)) continue;
    problems.add({
      entity: entity.name,
      member: edge.property,
      annotation: '@Filter',
      problem: `'${argument}' cannot test an edge.`,
      remedy: 'Use FilterEdge, or FilterIsNil for "has none".',
    });
  }
}

function groupFilters(
  entity: EntityDraft,
  targetOf: (edge: EdgeModel) => EntityDraft,
  settings: Settings,
  problems: SchemaProblems,
): UnnumberedFilter[] {
  return [...groupMembers(entity, targetOf, settings)].flatMap(([group, members]) => {
    const common = predicateNames.filter((test) =>
      members.every((member) => member.predicates.includes(test)),
    );
    reportGroup(entity, group, common, problems);
    return common.map((test) => ({
      name: `${group}.${test}`,
      test,
      targets: members.map((member) => member.target),
    }));
  });
}

interface GroupMember {
  readonly target: FilterTarget;
  readonly predicates: readonly Predicate[];
}

/** Group name -> members: own fields, and through an edge of the group the target's members of the same group. */
function groupMembers(
  entity: EntityDraft,
  targetOf: (edge: EdgeModel) => EntityDraft,
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

function reportGroup(
  entity: EntityDraft,
  group: string,
  common: readonly Predicate[],
  problems: SchemaProblems,
): void {
  const taken = [...entity.fields, ...entity.edges].some((member) => member.name === group);
  if (common.length > 0 && !taken) return;
  problems.add({
    entity: entity.name,
    annotation: '@FilterGroup',
    problem: taken
      ? `the group '${group}' has the name of a field or an edge.`
      : `the members of the group '${group}' have no predicate in common.`,
    remedy: taken ? 'Give the group another name.' : 'Give every member the same @Filter predicate.',
  });
}

function reportTwins(
  entity: EntityDraft,
  filters: readonly UnnumberedFilter[],
  problems: SchemaProblems,
): void {
  const seen = new Set<string>();
  for (const { name } of filters) {
    if (seen.has(name)) {
      problems.add({
        entity: entity.name,
        annotation: '@Filter',
        problem: `two filters are named '${name}'.`,
        remedy: 'Rename one of the fields, edges or groups.',
      });
    }
    seen.add(name);
  }
}
