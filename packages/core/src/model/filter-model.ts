// Resolves filters, one per query parameter, from @Filter and @FilterGroup on fields and edges.
import type { Settings } from '../options.js';
import { FilterEdge, FilterIsNil, predicateGroups, type FilterArgument } from '../vocabulary/predicate.js';
import type { EdgeModel, FilterModel } from './api-model.js';
import type { DraftContext, EntityDraft } from './entity-draft.js';
import { hasIdName, idModel } from './id-model.js';
import { groupFilters } from './filter-group-model.js';
import {
  filterableFields,
  idPredicates,
  isGroup,
  ownFilter,
  type FilterableField,
  type UnnumberedFilter,
} from './filterable-field.js';
import { unreported, type SchemaProblems } from './schema-problems.js';
import { shown } from './value-fault.js';

/** All filters of an entity. */
export function resolveFilters(entity: EntityDraft, context: DraftContext): readonly FilterModel[] {
  const { settings, problems } = context;
  const filters = [
    ...idFilters(entity, null, settings),
    ...filterableFields(entity, settings, problems).flatMap((filterable) => fieldFilters(filterable, null)),
    ...entity.edges.flatMap((edge) => edgeFilters(entity, edge, context)),
    ...groupFilters(entity, context),
  ];
  reportTwins(entity, filters, problems);
  return filters.map((filter, ordinal) => ({ ...filter, ordinal }));
}

function fieldFilters(
  { field, predicates: tests }: FilterableField,
  edge: EdgeModel | null,
): UnnumberedFilter[] {
  const prefix = edge ? `${edge.name}.` : '';
  return tests.map((test) => ownFilter(`${prefix}${field.name}.${test}`, test, { edge, field }));
}

/** Filters by an id of several columns. An id of one column is an ordinary field. */
function idFilters(entity: EntityDraft, edge: EdgeModel | null, settings: Settings): UnnumberedFilter[] {
  if (!settings.defaultFilterID || !hasIdName(entity)) return [];
  const prefix = edge ? `${edge.name}.` : '';
  const { name } = idModel(entity);
  return idPredicates.map((test) =>
    ownFilter(`${prefix}${name}.${test}`, test, { edge, field: null, key: entity.key }),
  );
}

function edgeFilters(
  entity: EntityDraft,
  edge: EdgeModel,
  { targetOf, settings, problems }: DraftContext,
): UnnumberedFilter[] {
  const wanted = entity.annotationsOf(edge).filters ?? [];
  const exists = ownFilter(`has.${edge.name}`, 'exists', { edge, field: null });
  const none = ownFilter(`${edge.name}.null`, 'null', { edge, field: null });
  reportEdgePredicates(entity, edge, problems);
  return [
    ...(wanted.includes(FilterEdge) ? [exists, ...acrossEdge(edge, targetOf(edge), settings)] : []),
    ...(wanted.some(testsForNone) ? [none] : []),
  ];
}

function acrossEdge(edge: EdgeModel, target: EntityDraft, settings: Settings): UnnumberedFilter[] {
  return [
    ...idFilters(target, edge, settings),
    ...filterableFields(target, settings, unreported).flatMap((filterable) => fieldFilters(filterable, edge)),
  ];
}

/** Only the predicate `null` applies to an edge itself, alone or in a group. */
function testsForNone(argument: FilterArgument): boolean {
  return isGroup(argument) ? predicateGroups[argument].includes(FilterIsNil) : argument === FilterIsNil;
}

function reportEdgePredicates(entity: EntityDraft, edge: EdgeModel, problems: SchemaProblems): void {
  for (const argument of entity.annotationsOf(edge).filters ?? []) {
    if (argument === FilterEdge || testsForNone(argument)) continue;
    problems.add({
      entity: entity.name,
      member: edge.property,
      annotation: '@Filter',
      problem: `${shown(argument)} cannot test an edge.`,
      remedy: 'Use FilterEdge, or FilterIsNil for "has none".',
    });
  }
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
