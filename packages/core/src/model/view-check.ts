// Reports annotations that ask for writes to a view, whose rows are computed.
import type { Annotations } from '../annotation/annotations.js';
import type { Operation } from '../vocabulary/operation.js';
import { annotationFacts, type Annotated } from './annotation-facts.js';
import { viewOperations } from './operation-model.js';
import type { ScannedEntity } from './scan-entities.js';
import type { SchemaProblems } from './schema-problems.js';

const perOperation = ['operationSummaries', 'operationDescriptions', 'operationIDs'] as const;

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

function reportWrites({ at, annotations }: Annotated, reason: string, problems: SchemaProblems): void {
  const report = (annotation: keyof Annotations, problem: string, remedy: string) => {
    problems.add({ ...at, annotation: annotationFacts[annotation].written, problem, remedy });
  };
  const reportOperations = (annotation: keyof Annotations, operations: readonly string[]) => {
    for (const operation of operations.filter((each) => !isRead(each)))
      report(annotation, `${reason}: it has no operation '${operation}'.`, `Remove '${operation}'.`);
  };
  reportOperations('includeOperations', annotations.includeOperations ?? []);
  for (const name of perOperation) reportOperations(name, Object.keys(annotations[name] ?? {}));
  for (const name of ['allowClientIDs', 'edgeUpdateBulk'] as const)
    if (annotations[name]) report(name, `${reason}.`, 'Remove it.');
}

function isRead(operation: string): boolean {
  return viewOperations.has(operation as Operation);
}
