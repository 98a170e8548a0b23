// Reports annotations in the wrong place, with invalid arguments (the compiler catches both in TypeScript, this check in
// JavaScript), or in contradiction to their edge or view.
import type { Annotations } from '../../annotation/annotations.js';
import type { EdgeOperation } from '../../vocabulary/operation.js';
import {
  listAnnotations,
  annotationFacts,
  type Annotated,
  type AnnotationFacts,
  type AnnotationPlace,
} from '../problem/annotation-facts.js';
import { checkArgument } from '../problem/argument-check.js';
import { suggestName } from '../problem/suggestion.js';
import type { ScannedEntity } from '../scan/scan-entities.js';
import type { SchemaProblems } from '../problem/schema-problems.js';
import { resolveEdgeOperations } from '../resolve/operation-model.js';
import type { ScannedRelation } from '../scan/scan-relations.js';

/** Annotations with a text for each operation. */
export const perOperation = ['operationSummaries', 'operationDescriptions', 'operationIDs'] as const;

/** Reports every annotation of a class and its members that is misplaced or has an invalid argument. */
export function checkAnnotations(entity: ScannedEntity, problems: SchemaProblems): void {
  checkPlace({ at: { entity: entity.name }, annotations: entity.annotations.own }, 'class', problems);
  for (const [member, annotations] of entity.annotations.members) {
    const place = findPlace(entity, member);
    if (place === 'embedded') continue;
    if (place === null) problems.add(describeUnknownMember(entity, member, annotations));
    else checkPlace({ at: { entity: entity.name, member }, annotations }, place, problems);
  }
  for (const relation of entity.relations) checkEdgeAnnotations(entity, relation, problems);
}

/** Annotations on an embedded object apply to each of its columns and are checked there. */
function findPlace(entity: ScannedEntity, member: string): AnnotationPlace | 'embedded' | null {
  if (entity.relations.some(({ property }) => property === member)) return 'edge';
  if (entity.columns.some(({ property }) => property === member) || entity.omittedMembers.includes(member))
    return 'field';
  return entity.columns.some(({ property }) => property.startsWith(`${member}.`)) ? 'embedded' : null;
}

function describeUnknownMember(entity: ScannedEntity, member: string, annotations: Annotations) {
  const members = [...entity.columns, ...entity.relations].map(({ property }) => property);
  const written = listAnnotations(annotations).map(({ facts }) => facts.decorator);
  return {
    entity: entity.name,
    member,
    annotation: written.join(' '),
    problem: 'no column or relation has this name.',
    remedy: `${suggestName(member, members)}Declare a column or a relation of this name, or remove the annotation.`,
  };
}

function checkPlace({ at, annotations }: Annotated, place: AnnotationPlace, problems: SchemaProblems): void {
  for (const { facts, value } of listAnnotations(annotations)) {
    const fault = facts.on.includes(place)
      ? checkArgument(facts.argument, value)
      : describeMisplacement(facts, place);
    if (fault) problems.add({ ...at, annotation: facts.decorator, ...fault });
  }
}

const places: Readonly<Record<AnnotationPlace, { one: string; many: string }>> = {
  class: { one: 'a class', many: 'classes' },
  edge: { one: 'an edge', many: 'edges' },
  field: { one: 'a field', many: 'fields' },
};

function describeMisplacement({ decorator, on }: AnnotationFacts, place: AnnotationPlace) {
  const readOnlyEdge = decorator === '@ReadOnly' && place === 'edge';
  return {
    problem: `cannot be used on ${places[place].one}: it is for ${on.map((name) => places[name].many).join(' and ')}.`,
    remedy: readOnlyEdge
      ? 'Use @ExcludeOperations(OperationCreate, OperationUpdate).'
      : `Remove it, or put it on ${on.map((name) => places[name].one).join(' or ')}.`,
  };
}

const collectionAnnotations = [
  'eagerLoadLimit',
  'edgeUpdateBulk',
  'edgeCreate',
  'pagination',
  'minItemsPerPage',
  'maxItemsPerPage',
  'itemsPerPage',
  'exports',
  'exportLimit',
  'cursorPagination',
  'totalCount',
  'maxOffset',
  'requiredFilters',
] as const;
const operationLists = ['includeOperations', 'excludeOperations'] as const;

/** Reports contradictions on an edge. A skipped edge may have any annotation. */
function checkEdgeAnnotations(
  entity: ScannedEntity,
  relation: ScannedRelation,
  problems: SchemaProblems,
): void {
  const annotations = entity.annotations.members.get(relation.property) ?? {};
  if (annotations.skip) return;
  const report = (annotation: string, problem: string, remedy: string) => {
    problems.add({ entity: entity.name, member: relation.property, annotation, problem, remedy });
  };
  if (relation.unique) reportCollectionAnnotations(annotations, report);
  reportTextsOfOtherOperations(annotations, getEndpointOperation(relation), report);
  reportOtherEndpoint(annotations, getEndpointOperation(relation), report);
  reportNoOperationLeft(annotations, getEndpointOperation(relation), report);
  reportExcludedCreate(annotations, report);
}

type Report = (annotation: string, problem: string, remedy: string) => void;

function getEndpointOperation({ unique }: ScannedRelation): EdgeOperation {
  return unique ? 'read' : 'list';
}

function reportCollectionAnnotations(annotations: Annotations, report: Report): void {
  for (const name of collectionAnnotations) {
    if (annotations[name] === undefined || annotations[name] === false) continue;
    report(annotationFacts[name].decorator, 'the edge leads to at most one entity.', 'Remove it.');
  }
}

function reportTextsOfOtherOperations(
  annotations: Annotations,
  endpoint: EdgeOperation,
  report: Report,
): void {
  for (const name of perOperation) {
    for (const operation of Object.keys(annotations[name] ?? {})) {
      if (operation === endpoint || (operation === 'create' && annotations.edgeCreate)) continue;
      // Whether it has groups depends on its target.
      if (operation === 'aggregate' && endpoint === 'list') continue;
      const problem = `the edge has no operation '${operation}': its endpoint is '${endpoint}'.`;
      report(annotationFacts[name].decorator, problem, `Use ${toConstantName(endpoint)}.`);
    }
  }
}

/** Excluding `read` from an edge whose endpoint is `list` would have no effect. */
function reportOtherEndpoint(annotations: Annotations, endpoint: EdgeOperation, report: Report): void {
  const other = endpoint === 'read' ? 'list' : 'read';
  for (const name of operationLists) {
    const written = annotations[name] ?? [];
    if (written.includes('delete')) {
      report(annotationFacts[name].decorator, 'an edge has no delete operation.', 'Remove OperationDelete.');
    }
    if (written.includes(other) && !written.includes(endpoint)) {
      const problem = `the endpoint of this edge is '${endpoint}', not '${other}'.`;
      report(annotationFacts[name].decorator, problem, `Use ${toConstantName(endpoint)}.`);
    }
  }
}

function reportNoOperationLeft(annotations: Annotations, endpoint: EdgeOperation, report: Report): void {
  const left = resolveEdgeOperations(annotations);
  if ([endpoint, 'create' as const, 'update' as const].some((operation) => left.has(operation))) return;
  if (annotations.edgeCreate) return;
  report(
    '@ExcludeOperations',
    'no operation is left.',
    'Use @Skip() to leave the edge out, or @EdgeEndpoint(false) to show it inside its parent only.',
  );
}

function reportExcludedCreate(annotations: Annotations, report: Report): void {
  if (!annotations.nestedCreate || resolveEdgeOperations(annotations).has('create')) return;
  const remedy = 'Include OperationCreate on the edge, or remove the annotation.';
  report('@NestedCreate', "clients cannot set the edge: it has no operation 'create'.", remedy);
}

function toConstantName(operation: EdgeOperation): string {
  return `Operation${operation.charAt(0).toUpperCase()}${operation.slice(1)}`;
}
