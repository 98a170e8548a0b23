// Fields and the predicates they may be filtered by, from @Filter.
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
import type { FieldModel, FilterModel } from './api-model.js';
import type { EntityDraft } from './entity-draft.js';
import type { SchemaProblems } from './schema-problems.js';

/** A filter before it has its place among the others. */
export type UnnumberedFilter = Omit<FilterModel, 'ordinal'>;

/** A field and the predicates it may be filtered by. */
export interface FilterableField {
  readonly field: FieldModel;
  readonly predicates: readonly Predicate[];
}

/** The target's own problems are reported where its fields are resolved, not once more per edge. */
export const unreported: SchemaProblems = { add: () => undefined, raise: () => undefined };

/** The fields with the predicates they may be tested by; hidden fields (`select: false`) have none. */
export function filterableFields(
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

export function isGroup(argument: FilterArgument): argument is PredicateGroup {
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
