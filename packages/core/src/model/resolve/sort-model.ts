// Resolves the sort keys of lists, and the default sort.
import { numericKinds, sortableKinds } from '../../vocabulary/field-kind.js';
import { OrderAsc, OrderDesc } from '../../vocabulary/order.js';
import type { EdgeModel, FieldModel } from '../member-model.js';
import type { DefaultSortModel, SortModel } from '../query-model.js';
import type { TargetOf } from '../edge-targets.js';
import { createPathField } from './document-field.js';
import type { DraftContext, EntityDraft } from './entity-draft.js';
import { pathRemedy } from './filterable-field.js';
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
  return entity.fields.flatMap((field) => {
    if (!field.readable) return [];
    const { sortable, sortablePaths = [] } = entity.getAnnotations(field);
    const wanted = isSingleKey(entity, field) || sortable !== undefined;
    const own = wanted && sortableKinds.has(field.kind) ? [field] : [];
    const paths = [...new Set(sortablePaths)].map((path) => createPathField(field, path));
    return [...own, ...paths.flatMap((found) => (found.ok ? [found.field] : []))];
  });
}

/** Whether the field is a column of its own, not a value inside one. */
function isWhole({ document }: FieldModel): boolean {
  return document === null || document.path.length === 0;
}

function isSingleKey({ key }: EntityDraft, field: FieldModel): boolean {
  return field === findSingleColumn(key);
}

function reportUnsortable(entity: EntityDraft, problems: SchemaProblems): void {
  for (const field of entity.fields) {
    reportPaths(entity, field, problems);
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

function reportPaths(entity: EntityDraft, field: FieldModel, problems: SchemaProblems): void {
  for (const path of entity.getAnnotations(field).sortablePaths ?? []) {
    const found = createPathField(field, path);
    if (found.ok && field.readable) continue;
    problems.add({
      entity: entity.name,
      member: field.property,
      annotation: '@SortablePath',
      problem: found.ok ? 'the column is never returned, and its order would reveal it.' : found.problem,
      remedy: found.ok ? 'Remove @SortablePath.' : pathRemedy,
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
    (field) => !isSingleKey(target, field) && isWhole(field) && numericKinds.has(field.kind),
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
