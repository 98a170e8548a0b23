// Resolves filters, one per query parameter, from @Filter and @FilterGroup on fields and edges.
import type { Settings } from '../../options.js';
import { FilterEdge, FilterIsNil, predicateGroups, type FilterArgument } from '../../vocabulary/predicate.js';
import type { EdgeModel } from '../member-model.js';
import type { FilterModel } from '../query-model.js';
import type { DraftContext, EntityDraft } from './entity-draft.js';
import { hasIdName, resolveId } from './id-model.js';
import { resolveGroupFilters } from './filter-group-model.js';
import {
  resolveFilterableFields,
  idPredicates,
  isPredicateGroup,
  createFilter,
  type FilterableField,
  type UnnumberedFilter,
} from './filterable-field.js';
import { ignoredProblems, type SchemaProblems } from '../problem/schema-problems.js';
import { inspectValue } from '../problem/value-fault.js';

/** All filters of an entity. */
export function resolveFilters(entity: EntityDraft, context: DraftContext): readonly FilterModel[] {
  const { settings, problems } = context;
  const filters = [
    ...createIdFilters(entity, null, settings),
    ...resolveFilterableFields(entity, settings, problems).flatMap((filterable) =>
      createFieldFilters(filterable, null),
    ),
    ...entity.edges.flatMap((edge) => resolveEdgeFilters(entity, edge, context)),
    ...resolveGroupFilters(entity, context),
  ];
  reportDuplicateFilters(entity, filters, problems);
  return filters.map((filter, ordinal) => ({ ...filter, ordinal }));
}

function createFieldFilters(
  { field, predicates: tests }: FilterableField,
  edge: EdgeModel | null,
): UnnumberedFilter[] {
  const prefix = edge ? `${edge.name}.` : '';
  return tests.map((test) => createFilter(`${prefix}${field.name}.${test}`, test, { edge, field }));
}

/** Filters by an id of several columns. An id of one column is an ordinary field. */
function createIdFilters(
  entity: EntityDraft,
  edge: EdgeModel | null,
  settings: Settings,
): UnnumberedFilter[] {
  if (!settings.defaultFilterID || !hasIdName(entity)) return [];
  const prefix = edge ? `${edge.name}.` : '';
  const { name } = resolveId(entity);
  return idPredicates.map((test) =>
    createFilter(`${prefix}${name}.${test}`, test, { edge, field: null, key: entity.key }),
  );
}

function resolveEdgeFilters(
  entity: EntityDraft,
  edge: EdgeModel,
  { targetOf, settings, problems }: DraftContext,
): UnnumberedFilter[] {
  const wanted = entity.getAnnotations(edge).filters ?? [];
  const exists = createFilter(`has.${edge.name}`, 'exists', { edge, field: null });
  const none = createFilter(`${edge.name}.null`, 'null', { edge, field: null });
  reportEdgePredicates(entity, edge, problems);
  return [
    ...(wanted.includes(FilterEdge)
      ? [exists, ...resolveFiltersAcrossEdge(edge, targetOf(edge), settings)]
      : []),
    ...(wanted.some(isNilArgument) ? [none] : []),
  ];
}

function resolveFiltersAcrossEdge(
  edge: EdgeModel,
  target: EntityDraft,
  settings: Settings,
): UnnumberedFilter[] {
  return [
    ...createIdFilters(target, edge, settings),
    ...resolveFilterableFields(target, settings, ignoredProblems).flatMap((filterable) =>
      createFieldFilters(filterable, edge),
    ),
  ];
}

/** Only the predicate `null` applies to an edge itself, alone or in a group. */
function isNilArgument(argument: FilterArgument): boolean {
  return isPredicateGroup(argument)
    ? predicateGroups[argument].includes(FilterIsNil)
    : argument === FilterIsNil;
}

function reportEdgePredicates(entity: EntityDraft, edge: EdgeModel, problems: SchemaProblems): void {
  for (const argument of entity.getAnnotations(edge).filters ?? []) {
    if (argument === FilterEdge || isNilArgument(argument)) continue;
    problems.add({
      entity: entity.name,
      member: edge.property,
      annotation: '@Filter',
      problem: `${inspectValue(argument)} cannot test an edge.`,
      remedy: 'Use FilterEdge, or FilterIsNil for "has none".',
    });
  }
}

function reportDuplicateFilters(
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
