// Reports annotations that ask for writes of what is read-only: of views, of their edges, and of the shape of stored trees.
import type { Annotations } from '../../annotation/annotations.js';
import type { Operation } from '../../vocabulary/operation.js';
import { annotationFacts, type Annotated } from '../problem/annotation-facts.js';
import type { SchemaProblems } from '../problem/schema-problems.js';
import { viewOperations } from '../resolve/operation-model.js';
import type { ScannedEntity } from '../scan/scan-entities.js';
import { perOperation } from './annotation-check.js';

/** Reports writes that annotations name: of a view, of an edge of a view, of an edge to a view. */
export function checkViews(shown: readonly ScannedEntity[], problems: SchemaProblems): void {
  const views = new Set(shown.filter(({ table }) => table.isView).map(({ name }) => name));
  for (const entity of shown) {
    const { own, members } = entity.annotations;
    const isView = views.has(entity.name);
    if (isView)
      reportWrites({ at: { entity: entity.name }, annotations: own }, 'a view is read-only', problems);
    for (const { property, target } of entity.relations) {
      const written = members.get(property) ?? {};
      if (written.skip || !(isView || views.has(target))) continue;
      const reason = isView ? 'a view is read-only' : 'an edge to a view is read-only';
      const at = { entity: entity.name, member: property };
      reportWrites({ at, annotations: written }, reason, problems);
    }
  }
}

/**
 * Reports creates of rows of stored trees, and changes of their parents and children, that annotations name: `save()` of TypeORM
 * writes the shape of the tree a second time, and this API does not.
 */
export function checkStoredTrees(shown: readonly ScannedEntity[], problems: SchemaProblems): void {
  const trees = new Map(shown.map(({ name, storedTree }) => [name, storedTree]));
  for (const { name, storedTree, annotations, relations } of shown) {
    if (storedTree !== null) {
      const reason = `only TypeORM can create rows of a tree (${storedTree})`;
      const { own } = annotations;
      reportOperations({ at: { entity: name }, annotations: own }, { reason, problems, isRefused: isCreate });
    }
    for (const { property, target, inStoredTree } of relations) {
      const written = annotations.members.get(property) ?? {};
      const tree = trees.get(target) ?? null;
      if (written.skip || tree === null) continue;
      const reason = `only TypeORM can create and move rows of a tree (${tree})`;
      const annotated = { at: { entity: name, member: property }, annotations: written };
      if (inStoredTree) reportWrites(annotated, reason, problems);
      else reportFlags(annotated, ['edgeCreate', 'nestedCreate'], { reason, problems });
    }
  }
}

function isCreate(operation: string): boolean {
  return operation === 'create';
}

function reportWrites(annotated: Annotated, reason: string, problems: SchemaProblems): void {
  reportOperations(annotated, { reason, problems, isRefused: (operation) => !isRead(operation) });
  const flags = ['allowClientIDs', 'edgeUpdateBulk', 'edgeCreate', 'nestedCreate', 'bulk'] as const;
  reportFlags(annotated, flags, { reason, problems });
}

function isRead(operation: string): boolean {
  return operation === 'aggregate' || viewOperations.has(operation as Operation);
}

/** Why writes are refused, and the list that it goes to. */
interface Refusal {
  readonly reason: string;
  readonly problems: SchemaProblems;
}

function reportOperations(
  { at, annotations }: Annotated,
  { reason, problems, isRefused }: Refusal & { readonly isRefused: (operation: string) => boolean },
): void {
  const named = [
    ['includeOperations', annotations.includeOperations ?? []] as const,
    ...perOperation.map((name) => [name, Object.keys(annotations[name] ?? {})] as const),
  ];
  for (const [name, operations] of named)
    for (const operation of operations.filter(isRefused))
      problems.add({
        ...at,
        annotation: annotationFacts[name].decorator,
        problem: `${reason}: it has no operation '${operation}'.`,
        remedy: `Remove '${operation}'.`,
      });
}

function reportFlags(
  { at, annotations }: Annotated,
  flags: readonly (keyof Annotations)[],
  { reason, problems }: Refusal,
): void {
  for (const name of flags)
    if (annotations[name])
      problems.add({
        ...at,
        annotation: annotationFacts[name].decorator,
        problem: `${reason}.`,
        remedy: 'Remove it.',
      });
}
