// Sort keys: what lists can be sorted by, and the default.
import { numericKinds, sortableKinds } from '../vocabulary/field-kind.js';
import { OrderAsc, OrderDesc } from '../vocabulary/order.js';
import type { DefaultSortModel, EdgeModel, FieldModel, SortModel } from './api-model.js';
import type { TargetOf } from './edge-targets.js';
import type { EntityDraft } from './entity-draft.js';
import { hasIdName, idModel } from './id-model.js';
import { didYouMean } from './near-name.js';
import { singleColumn } from './row-id.js';
import type { SchemaProblems } from './schema-problems.js';
import { wireName } from './wire-name.js';
import type { Naming } from '../options.js';

type WithoutOrdinal<T> = T extends unknown ? Omit<T, 'ordinal'> : never;
type UnnumberedSort = WithoutOrdinal<SortModel>;

/** All sort keys of an entity. `targetOf` finds the entity an edge leads to. */
export function resolveSorts(
  entity: EntityDraft,
  targetOf: TargetOf<EntityDraft>,
  problems: SchemaProblems,
): readonly SortModel[] {
  reportUnsortable(entity, problems);
  const sorts: UnnumberedSort[] = [
    ...(hasIdName(entity) ? [{ key: idModel(entity).name, by: 'key' as const }] : []),
    ...sortableFields(entity).map((field) => ({ key: field.name, by: 'field' as const, field })),
    ...entity.edges.flatMap((edge) => edgeSorts(edge, targetOf(edge))),
    { key: 'random', by: 'random' },
  ];
  reportRandom(entity, sorts, problems);
  return sorts.map((sort, ordinal) => ({ ...sort, ordinal }));
}

/** `random` is a sort key of every entity. */
function reportRandom(entity: EntityDraft, sorts: readonly UnnumberedSort[], problems: SchemaProblems): void {
  for (const sort of sorts) {
    if (sort.by !== 'field' || sort.key !== 'random') continue;
    const problem = "the sort key 'random' is kept for the random order.";
    const remedy = 'Rename the property; its column may stay.';
    problems.add({
      entity: entity.name,
      member: sort.field.property,
      annotation: '@Sortable',
      problem,
      remedy,
    });
  }
}

function sortableFields(entity: EntityDraft): readonly FieldModel[] {
  return entity.fields.filter((field) => {
    const wanted = isSingleKey(entity, field) || entity.annotationsOf(field).sortable === true;
    return wanted && field.readable && sortableKinds.has(field.kind);
  });
}

function isSingleKey({ key }: EntityDraft, field: FieldModel): boolean {
  return field === singleColumn(key);
}

function reportUnsortable(entity: EntityDraft, problems: SchemaProblems): void {
  for (const field of entity.fields) {
    if (!entity.annotationsOf(field).sortable || (field.readable && sortableKinds.has(field.kind))) continue;
    problems.add({
      entity: entity.name,
      member: field.property,
      annotation: '@Sortable',
      problem: field.readable
        ? `a field of kind ${field.kind} has no order.`
        : 'the column is never returned, and its order would give it away.',
      remedy: 'Remove @Sortable().',
    });
  }
}

function edgeSorts(edge: EdgeModel, target: EntityDraft): UnnumberedSort[] {
  if (edge.unique) {
    return sortableFields(target).map((field) => ({
      key: `${edge.name}.${field.name}`,
      by: 'edge-field' as const,
      edge,
      field,
    }));
  }
  const sums = sortableFields(target).filter(
    (field) => !isSingleKey(target, field) && numericKinds.has(field.kind),
  );
  return [
    { key: `${edge.name}.count`, by: 'edge-count', edge },
    ...sums.map((field) => ({ key: `${edge.name}.${field.name}.sum`, by: 'edge-sum' as const, edge, field })),
  ];
}

/** The declared default sort, spelled as on the wire; otherwise the id. */
export function resolveDefaultSort(
  entity: EntityDraft,
  sorts: readonly SortModel[],
  naming: Naming,
  problems: SchemaProblems,
): DefaultSortModel {
  const { defaultSort, defaultOrder = OrderAsc } = entity.scanned.annotations.own;
  if (defaultSort === undefined) {
    const isNamed = entity.key.length === 1 || hasIdName(entity);
    return { key: isNamed ? idModel(entity).name : null, order: defaultOrder };
  }
  const descending = defaultSort.startsWith('-');
  const key = wireName(descending ? defaultSort.slice(1) : defaultSort, naming);
  if (!sorts.some((sort) => sort.key === key)) problems.add(unknownKey(entity, defaultSort, key, sorts));
  return { key, order: descending ? OrderDesc : defaultOrder };
}

function unknownKey(entity: EntityDraft, written: string, key: string, sorts: readonly SortModel[]) {
  const keys = sorts.map((sort) => sort.key);
  const unsorted = entity.fields.some((field) => field.name === key);
  return {
    entity: entity.name,
    annotation: '@DefaultSort',
    problem: unsorted ? `'${written}' is not sortable.` : `'${written}' is not a sort key.`,
    remedy: unsorted
      ? `Put @Sortable() on ${key}, or use one of ${keys.join(', ')}.`
      : `${didYouMean(key, keys)}Use one of ${keys.join(', ')}.`,
  };
}
