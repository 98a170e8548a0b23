// Resolves the sort keys of lists, and the default sort.
import { numericKinds, sortableKinds } from '../../vocabulary/field-kind.js';
import { OrderAsc, OrderDesc } from '../../vocabulary/order.js';
import type { EdgeModel, FieldModel } from '../member-model.js';
import type { DefaultSortModel, SortModel } from '../query-model.js';
import type { TargetOf } from '../edge-targets.js';
import type { DraftContext, EntityDraft } from './entity-draft.js';
import { hasIdName, resolveId } from './id-model.js';
import { suggestName } from '../problem/suggestion.js';
import { findSingleColumn } from '../row-id.js';
import type { SchemaProblems } from '../problem/schema-problems.js';
import { toWireName } from './wire-name.js';

type WithoutOrdinal<T> = T extends unknown ? Omit<T, 'ordinal'> : never;
type UnnumberedSort = WithoutOrdinal<SortModel>;

/** All sort keys of an entity. `targetOf` finds the entity that an edge leads to. */
export function resolveSorts(
  entity: EntityDraft,
  targetOf: TargetOf<EntityDraft>,
  problems: SchemaProblems,
): readonly SortModel[] {
  reportUnsortable(entity, problems);
  const sorts: UnnumberedSort[] = [
    ...(hasIdName(entity) ? [{ key: resolveId(entity).name, by: 'key' as const }] : []),
    ...findSortableFields(entity).map((field) => ({ key: field.name, by: 'field' as const, field })),
    ...entity.edges.flatMap((edge) => createEdgeSorts(edge, targetOf(edge))),
    { key: 'random', by: 'random' },
  ];
  reportRandom(entity, sorts, problems);
  return sorts.map((sort, ordinal) => ({ ...sort, ordinal }));
}

/** `random` is a sort key of every entity. */
function reportRandom(entity: EntityDraft, sorts: readonly UnnumberedSort[], problems: SchemaProblems): void {
  for (const sort of sorts) {
    if (sort.by !== 'field' || sort.key !== 'random') continue;
    const problem = "the sort key 'random' is reserved for random order.";
    const remedy = 'Rename the property; its column can keep its name.';
    problems.add({
      entity: entity.name,
      member: sort.field.property,
      annotation: '@Sortable',
      problem,
      remedy,
    });
  }
}

function findSortableFields(entity: EntityDraft): readonly FieldModel[] {
  return entity.fields.filter((field) => {
    const wanted = isSingleKey(entity, field) || entity.getAnnotations(field).sortable !== undefined;
    return wanted && field.readable && sortableKinds.has(field.kind);
  });
}

function isSingleKey({ key }: EntityDraft, field: FieldModel): boolean {
  return field === findSingleColumn(key);
}

function reportUnsortable(entity: EntityDraft, problems: SchemaProblems): void {
  for (const field of entity.fields) {
    if (!entity.getAnnotations(field).sortable || (field.readable && sortableKinds.has(field.kind))) continue;
    problems.add({
      entity: entity.name,
      member: field.property,
      annotation: '@Sortable',
      problem: field.readable
        ? `fields of kind ${field.kind} are not sortable.`
        : 'the column is never returned, and its order would reveal it.',
      remedy: 'Remove @Sortable().',
    });
  }
}

function createEdgeSorts(edge: EdgeModel, target: EntityDraft): UnnumberedSort[] {
  if (edge.unique) {
    return findSortableFields(target).map((field) => ({
      key: `${edge.name}.${field.name}`,
      by: 'edge-field' as const,
      edge,
      field,
    }));
  }
  const sums = findSortableFields(target).filter(
    (field) => !isSingleKey(target, field) && numericKinds.has(field.kind),
  );
  return [
    { key: `${edge.name}.count`, by: 'edge-count', edge },
    ...sums.map((field) => ({ key: `${edge.name}.${field.name}.sum`, by: 'edge-sum' as const, edge, field })),
  ];
}

/** The declared default sort, named as in requests; otherwise the id. */
export function resolveDefaultSort(
  entity: EntityDraft,
  sorts: readonly SortModel[],
  { settings, problems }: DraftContext,
): DefaultSortModel {
  const { defaultSort, defaultOrder = OrderAsc } = entity.scanned.annotations.own;
  if (defaultSort === undefined) {
    const isNamed = entity.key.length === 1 || hasIdName(entity);
    return { key: isNamed ? resolveId(entity).name : null, order: defaultOrder };
  }
  const descending = defaultSort.startsWith('-');
  const key = toWireName(descending ? defaultSort.slice(1) : defaultSort, settings.naming);
  if (!sorts.some((sort) => sort.key === key)) problems.add(describeUnknownSortKey(entity, key, sorts));
  return { key, order: descending ? OrderDesc : defaultOrder };
}

function describeUnknownSortKey(entity: EntityDraft, key: string, sorts: readonly SortModel[]) {
  const written = String(entity.scanned.annotations.own.defaultSort);
  const keys = sorts.map((sort) => sort.key);
  const unsorted = entity.fields.some((field) => field.name === key);
  return {
    entity: entity.name,
    annotation: '@DefaultSort',
    problem: unsorted ? `'${written}' is not sortable.` : `'${written}' is not a sort key.`,
    remedy: unsorted
      ? `Put @Sortable() on ${key}, or use one of ${keys.join(', ')}.`
      : `${suggestName(key, keys)}Use one of ${keys.join(', ')}.`,
  };
}
