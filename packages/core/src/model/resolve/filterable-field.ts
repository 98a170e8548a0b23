// Resolves the predicates that each field may be filtered by, from @Filter.
import type { Settings } from '../../options.js';
import {
  FilterEdge,
  FilterIsEmpty,
  FilterIsNil,
  predicateGroups,
  predicateNames,
  predicates,
  type FilterArgument,
  type Predicate,
  type PredicateGroup,
} from '../../vocabulary/predicate.js';
import type { FieldModel } from '../member-model.js';
import type { FilterModel, FilterTarget, FilterTest } from '../query-model.js';
import type { EntityDraft } from './entity-draft.js';
import { createPathField, getComparedField, itemPredicates } from './document-field.js';
import { findSingleColumn } from '../row-id.js';
import type { SchemaProblems } from '../problem/schema-problems.js';
import { suggestName } from '../problem/suggestion.js';
import { inspectValue, type ValueFault } from '../problem/value-fault.js';

/** A filter without its position among the others. */
export type UnnumberedFilter = Omit<FilterModel, 'ordinal'>;

/** The filter of a field or an edge. */
export function createFilter(name: string, test: FilterTest, target: FilterTarget): UnnumberedFilter {
  return { name, test, group: null, targets: [getComparedTarget(target, test)] };
}

/** The target with what the test compares: the items of a list, for some. */
export function getComparedTarget<T extends FilterTarget>(target: T, test: FilterTest): T {
  return target.field && test !== 'exists'
    ? { ...target, field: getComparedField(target.field, test) }
    : target;
}

/** A field and the predicates it may be filtered by. */
export interface FilterableField {
  readonly field: FieldModel;
  readonly predicates: readonly Predicate[];
}

/** The fields with their predicates; hidden fields (`select: false`) have none. */
export function resolveFilterableFields(
  entity: EntityDraft,
  settings: Settings,
  problems: SchemaProblems,
): FilterableField[] {
  return entity.fields.flatMap((field) => {
    const written = entity.getAnnotations(field).filters;
    const report: Report = (fault) => {
      problems.add({ entity: entity.name, member: field.property, annotation: '@Filter', ...fault });
    };
    if (written && !field.readable) report(hiddenFieldFault);
    if (!field.readable && entity.getAnnotations(field).filterPaths)
      problems.add({
        entity: entity.name,
        member: field.property,
        annotation: '@FilterPath',
        ...hiddenFieldFault,
      });
    if (!field.readable) return [];
    const wanted = [...(written ?? []), ...getIdPredicates(entity, field, settings)];
    const allowed = wanted.flatMap((argument) => expandArgument(argument, field, report));
    const ordered = predicateNames.filter((predicate) => allowed.includes(predicate));
    if (written?.every(isPredicateGroup) && ordered.length === 0) report(describeNoFit(field));
    const own = ordered.length > 0 ? [{ field, predicates: ordered }] : [];
    return [...own, ...resolvePaths(entity, field, problems)];
  });
}

/** The filters of the values inside a JSON field. */
function resolvePaths(entity: EntityDraft, field: FieldModel, problems: SchemaProblems): FilterableField[] {
  const notes = entity.getAnnotations(field).filterPaths ?? [];
  const report: Report = (fault) => {
    problems.add({ entity: entity.name, member: field.property, annotation: '@FilterPath', ...fault });
  };
  return [...new Set(notes.map(({ path }) => path))].flatMap((path) => {
    const found = createPathField(field, path);
    if (!found.ok) {
      report({ problem: found.problem, remedy: pathRemedy });
      return [];
    }
    const written = notes.filter((note) => note.path === path).flatMap((note) => note.predicates);
    if (written.length === 0) report({ problem: `names no predicate for '${path}'.`, remedy: 'Name one.' });
    const allowed = written.flatMap((argument) => expandArgument(argument, found.field, report));
    const ordered = predicateNames.filter((predicate) => allowed.includes(predicate));
    if (written.length > 0 && written.every(isPredicateGroup) && ordered.length === 0)
      report(describeNoFit(found.field));
    return [{ field: found.field, predicates: ordered }];
  });
}

/** What to do about a path that leads nowhere. */
export const pathRemedy =
  "Declare its type in @Schema, or correct the path: keys joined by dots, such as 'size.height'.";

type Report = (fault: ValueFault) => void;

const hiddenFieldFault: ValueFault = {
  problem: 'the column is never returned, and a filter would reveal it.',
  remedy: 'Remove @Filter.',
};

function describeNoFit(field: FieldModel): ValueFault {
  const nullable = field.nullable ? '' : 'non-nullable ';
  return {
    problem: `names no predicate that fits a ${nullable}field of kind ${field.kind}.`,
    remedy: buildRemedy(undefined, field),
  };
}

function getIdPredicates(
  entity: EntityDraft,
  field: FieldModel,
  settings: Settings,
): readonly FilterArgument[] {
  if (!settings.defaultFilterID || field !== findSingleColumn(entity.key)) return [];
  return idPredicates.filter((predicate) => isApplicable(predicate, field));
}

/** The predicates of ids. */
export const idPredicates: readonly Predicate[] = ['eq', 'neq', 'in', 'notIn'];

/** Expands a group to its predicates that fit; reports a single predicate that does not fit. */
function expandArgument(argument: FilterArgument, field: FieldModel, report: Report): readonly Predicate[] {
  if (isPredicateGroup(argument))
    return predicateGroups[argument].filter((predicate) => isApplicable(predicate, field));
  if (isPredicate(argument) && isApplicable(argument, field)) return [argument];
  report({ problem: describeMisfit(argument, field), remedy: buildRemedy(argument, field) });
  return [];
}

/** Whether an argument of `@Filter` names a group of predicates. */
export function isPredicateGroup(argument: FilterArgument): argument is PredicateGroup {
  return Object.hasOwn(predicateGroups, argument);
}

/** Whether a predicate can test a field. */
export function isApplicable(
  predicate: Predicate,
  { kind, nullable, document }: Pick<FieldModel, 'kind' | 'nullable' | 'document'>,
): boolean {
  if (predicate === FilterIsNil && !nullable) return false;
  const needsList = itemPredicates.has(predicate) || predicate === FilterIsEmpty;
  return predicates[predicate].fits.has(kind) && (!needsList || (document?.items ?? null) !== null);
}

/** Authors in JavaScript can write anything. */
function isPredicate(argument: FilterArgument): argument is Predicate {
  return Object.hasOwn(predicates, argument);
}

function buildRemedy(argument: FilterArgument | undefined, field: FieldModel): string {
  const fitting = predicateNames.filter((predicate) => isApplicable(predicate, field));
  const near = argument === undefined || isPredicate(argument) ? '' : suggestPredicate(argument, fitting);
  return fitting.length > 0 ? `${near}Use ${fitting.join(', ')}.` : 'Remove @Filter.';
}

function describeMisfit(argument: FilterArgument, field: FieldModel): string {
  if (argument === FilterEdge) return 'FilterEdge is for edges.';
  if (argument === FilterIsNil) return "'null' needs a nullable field.";
  return isPredicate(argument)
    ? `'${argument}' does not fit a field of kind ${field.kind}.`
    : `${inspectValue(argument)} is not a predicate.`;
}

/** Words of SQL and of other libraries: the predicate with the nearest spelling may mean the opposite. */
const synonyms: Readonly<Record<string, Predicate>> = {
  contains: 'has',
  icontains: 'ihas',
  includes: 'has',
  like: 'has',
  ilike: 'ihas',
  search: 'ihas',
  startswith: 'prefix',
  beginswith: 'prefix',
  endswith: 'suffix',
  equals: 'eq',
  equal: 'eq',
  exact: 'eq',
  iexact: 'ieq',
  ne: 'neq',
  not: 'neq',
  noteq: 'neq',
  ge: 'gte',
  min: 'gte',
  le: 'lte',
  max: 'lte',
  morethan: 'gt',
  morethanorequal: 'gte',
  lessthan: 'lt',
  lessthanorequal: 'lte',
  nin: 'notIn',
  oneof: 'in',
  any: 'in',
  isnull: 'null',
  isnil: 'null',
};

/** A question to put before a remedy; empty if no fitting predicate is near. */
function suggestPredicate(argument: string, fitting: readonly Predicate[]): string {
  const word = argument.toLowerCase().replace(/[^a-z]/g, '');
  const known = Object.hasOwn(synonyms, word) ? synonyms[word] : undefined;
  return known && fitting.includes(known) ? `Did you mean '${known}'? ` : suggestName(argument, fitting);
}
