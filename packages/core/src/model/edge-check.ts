// Reports annotations that contradict their edge: a unique edge has no pages and no bulk updates, and each edge has one
// endpoint, read or list.
import type { Annotations } from '../annotation/annotations.js';
import type { EdgeOperation } from '../vocabulary/operation.js';
import { annotationFacts } from './annotation-facts.js';
import { edgeOperations } from './operation-model.js';
import type { ScannedEntity } from './scan-entities.js';
import type { ScannedRelation } from './scan-relations.js';
import type { SchemaProblems } from './schema-problems.js';

const forMany = [
  'eagerLoadLimit',
  'edgeUpdateBulk',
  'pagination',
  'minItemsPerPage',
  'maxItemsPerPage',
  'itemsPerPage',
] as const;
const perOperation = ['operationSummaries', 'operationDescriptions', 'operationIDs'] as const;
const operationLists = ['includeOperations', 'excludeOperations'] as const;

/** Reports contradictions on an edge. A skipped edge may have any annotation. */
export function checkEdgeAnnotations(
  entity: ScannedEntity,
  relation: ScannedRelation,
  problems: SchemaProblems,
): void {
  const annotations = entity.annotations.members.get(relation.property) ?? {};
  if (annotations.skip) return;
  const report = (annotation: string, problem: string, remedy: string) => {
    problems.add({ entity: entity.name, member: relation.property, annotation, problem, remedy });
  };
  if (relation.unique) reportForMany(annotations, report);
  reportTextsBeside(annotations, endpointOperation(relation), report);
  reportOtherEndpoint(annotations, endpointOperation(relation), report);
  reportNothingLeft(annotations, endpointOperation(relation), report);
}

type Report = (annotation: string, problem: string, remedy: string) => void;

function endpointOperation({ unique }: ScannedRelation): EdgeOperation {
  return unique ? 'read' : 'list';
}

function reportForMany(annotations: Annotations, report: Report): void {
  for (const name of forMany) {
    if (annotations[name] === undefined || annotations[name] === false) continue;
    report(annotationFacts[name].written, 'the edge leads to at most one entity.', 'Remove it.');
  }
}

function reportTextsBeside(annotations: Annotations, endpoint: EdgeOperation, report: Report): void {
  for (const name of perOperation) {
    for (const operation of Object.keys(annotations[name] ?? {})) {
      if (operation === endpoint) continue;
      const problem = `the edge has no operation '${operation}': its endpoint is '${endpoint}'.`;
      report(annotationFacts[name].written, problem, `Use ${constantOf(endpoint)}.`);
    }
  }
}

/** Excluding `read` from an edge whose endpoint is `list` would have no effect. */
function reportOtherEndpoint(annotations: Annotations, endpoint: EdgeOperation, report: Report): void {
  const other = endpoint === 'read' ? 'list' : 'read';
  for (const name of operationLists) {
    const written = annotations[name] ?? [];
    if (written.includes('delete')) {
      report(annotationFacts[name].written, 'an edge has no delete operation.', 'Remove OperationDelete.');
    }
    if (written.includes(other) && !written.includes(endpoint)) {
      const problem = `the endpoint of this edge is '${endpoint}', not '${other}'.`;
      report(annotationFacts[name].written, problem, `Use ${constantOf(endpoint)}.`);
    }
  }
}

function reportNothingLeft(annotations: Annotations, endpoint: EdgeOperation, report: Report): void {
  const left = edgeOperations(annotations);
  if ([endpoint, 'create' as const, 'update' as const].some((operation) => left.has(operation))) return;
  report(
    '@ExcludeOperations',
    'no operation is left.',
    'Use @Skip() to leave the edge out, or @EdgeEndpoint(false) to show it inside its parent only.',
  );
}

function constantOf(operation: EdgeOperation): string {
  return `Operation${operation.charAt(0).toUpperCase()}${operation.slice(1)}`;
}
