// Resolves the operations of entities and edges.
import type { Annotations } from '../../annotation/annotations.js';
import type { Settings } from '../../options.js';
import { operations, type Operation } from '../../vocabulary/operation.js';
import type { ScannedEntity } from '../scan/scan-entities.js';
import type { EntityDraft } from './entity-draft.js';
import type { SchemaProblems } from '../problem/schema-problems.js';

/** The operations of a view, which is read-only. */
export const viewOperations: ReadonlySet<Operation> = new Set<Operation>(['read', 'list']);

/** The operations of a class. */
export function resolveOperations(
  { name, scanned, unservable }: EntityDraft,
  settings: Settings,
  problems: SchemaProblems,
): readonly Operation[] {
  const { table, storedTree } = scanned;
  const wanted = filterOperations(scanned.annotations.own, settings.defaultOperations).filter((operation) =>
    table.isView ? viewOperations.has(operation) : storedTree === null || operation !== 'create',
  );
  if (wanted.length === 0) problems.add(describeNothingLeft(name));
  return wanted.filter((operation) => !unservable.includes(operation));
}

/** Whether clients can create rows of a class; `excluded` if its own annotations say that they cannot. */
export function resolveCreatable(
  { annotations, table, storedTree }: ScannedEntity,
  settings: Settings,
): boolean | 'excluded' {
  if (table.isView || storedTree !== null) return false;
  if (!filterOperations(annotations.own, operations).includes('create')) return 'excluded';
  return filterOperations(annotations.own, settings.defaultOperations).includes('create');
}

/** The operations of an edge, from its own annotations only. */
export function resolveEdgeOperations(annotations: Annotations): ReadonlySet<Operation> {
  return new Set(filterOperations(annotations, operations));
}

function filterOperations(
  annotations: Annotations,
  unlessIncluded: readonly Operation[],
): readonly Operation[] {
  const { includeOperations: included = [], excludeOperations: excluded = [] } = annotations;
  const base = included.length > 0 ? included : unlessIncluded;
  return operations.filter((operation) => base.includes(operation) && !excluded.includes(operation));
}

function describeNothingLeft(entity: string) {
  return {
    entity,
    annotation: '@ExcludeOperations',
    problem: 'no operation is left.',
    remedy: 'Use @Skip() to leave the whole class out, or include at least one operation.',
  };
}

/** What clients may choose in writes: ids, keys, to restore. */
export function resolveWriteChoices(
  { annotations: { own }, table }: EntityDraft['scanned'],
  settings: Settings,
) {
  return {
    allowClientIDs: own.allowClientIDs ?? settings.allowClientIDs,
    requiresIdempotencyKey: own.requireIdempotencyKey ?? false,
    restorable: own.restore === true && table.deletedAt !== null,
  };
}
