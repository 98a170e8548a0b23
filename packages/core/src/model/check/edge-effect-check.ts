// Reports annotations of an edge that others of the same edge and class leave without effect.
import type { Annotations } from '../../annotation/annotations.js';
import { annotationFacts } from '../problem/annotation-facts.js';
import type { SchemaProblems } from '../problem/schema-problems.js';
import { resolveEdgeOperations } from '../resolve/operation-model.js';
import type { ScannedEntity } from '../scan/scan-entities.js';
import type { ScannedRelation } from '../scan/scan-relations.js';
import { perOperation } from './annotation-check.js';

type Name = keyof Annotations;

/** Of the endpoint of an edge. */
const ofEndpoint = [
  'pagination',
  'minItemsPerPage',
  'maxItemsPerPage',
  'itemsPerPage',
  'cursorPagination',
  'totalCount',
  'maxOffset',
  'requiredFilters',
  'exports',
  'exportLimit',
] as const satisfies readonly Name[];

/** Reports what the class itself has written on its edges without effect. */
export function checkEdgeEffects(entity: ScannedEntity, problems: SchemaProblems): void {
  const { members, writtenMembers } = entity.annotations;
  for (const relation of entity.relations) {
    const written = writtenMembers.get(relation.property);
    if (!written || members.get(relation.property)?.skip) continue;
    for (const { names, ...reason } of listReasons(relation, written))
      for (const name of names) {
        const { decorator: annotation } = annotationFacts[name];
        problems.add({ entity: entity.name, member: relation.property, annotation, ...reason });
      }
  }
}

/** Annotations without effect, and why. */
interface Reason {
  readonly names: readonly Name[];
  readonly problem: string;
  readonly remedy: string;
}

function listReasons({ unique }: ScannedRelation, written: Annotations): readonly Reason[] {
  const operations = resolveEdgeOperations(written);
  const endpoint = unique ? 'read' : 'list';
  const reasons: Reason[] = [];
  if (written.edgeEndpoint === false)
    reasons.push({
      names: [
        ...listWritten(written, ofEndpoint),
        ...perOperation.filter((name) => written[name]?.[endpoint]),
      ],
      problem: 'the edge has no endpoint: @EdgeEndpoint(false).',
      remedy: 'Remove one of the two.',
    });
  if (written.eagerLoad === false && written.includable === false)
    reasons.push({
      names: listWritten(written, ['eagerLoadLimit']),
      problem: 'no answer embeds the edge: @EagerLoad(false) and @Includable(false).',
      remedy: 'Remove one of them.',
    });
  if (!operations.has('update'))
    reasons.push({
      names: listWritten(written, ['edgeUpdateBulk']),
      problem: "clients cannot replace the links: the edge has no operation 'update'.",
      remedy: 'Include OperationUpdate on the edge, or remove the annotation.',
    });
  return reasons;
}

function listWritten<N extends Name>(written: Annotations, names: readonly N[]): readonly N[] {
  return names.filter((name) => written[name] !== undefined && written[name] !== false);
}
