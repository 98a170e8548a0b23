// Reports annotations of an edge that others of the same edge and class leave without effect.
import type { Annotations } from '../../annotation/annotations.js';
import { annotationFacts } from '../problem/annotation-facts.js';
import type { SchemaProblems } from '../problem/schema-problems.js';
import { resolveEdgeOperations } from '../resolve/operation-model.js';
import type { ScannedEntity } from '../scan/scan-entities.js';
import { perOperation } from './annotation-check.js';

type Name = keyof Annotations;

/** Of the list at the endpoint of an edge. */
const ofList = [
  'pagination',
  'cursorPagination',
  'totalCount',
  'maxOffset',
  'requiredFilters',
  'exports',
  'exportLimit',
] as const satisfies readonly Name[];

/** Of the list, and of the edge where requests include it. */
const bounds = ['minItemsPerPage', 'maxItemsPerPage', 'itemsPerPage'] as const satisfies readonly Name[];

/** Reports what the class itself has written on its edges without effect. */
export function checkEdgeEffects(entity: ScannedEntity, problems: SchemaProblems): void {
  const { members, writtenMembers } = entity.annotations;
  for (const { property: member, unique } of entity.relations) {
    const written = writtenMembers.get(member);
    const { skip, includable = false } = members.get(member) ?? {};
    if (!written || skip) continue;
    for (const { names, ...reason } of listReasons({ unique, includable }, written))
      for (const name of names)
        problems.add({ entity: entity.name, member, annotation: annotationFacts[name].decorator, ...reason });
  }
}

/** What decides about an edge beside the annotations of the class itself. */
interface Edge {
  readonly unique: boolean;
  readonly includable: boolean;
}

/** Annotations without effect, and why. */
interface Reason {
  readonly names: readonly Name[];
  readonly problem: string;
  readonly remedy: string;
}

/** What is not for edges to one entity is reported as such. */
function listReasons(edge: Edge, written: Annotations): readonly Reason[] {
  const closed = explainClosedEndpoint(edge, written);
  const reasons: Reason[] = [];
  if (closed !== null) reasons.push({ names: listOfEndpoint(edge, written), ...closed });
  if (!edge.unique && written.eagerLoad === false && !edge.includable)
    reasons.push({
      names: listWritten(written, ['eagerLoadLimit']),
      problem: 'no answer embeds the edge: @EagerLoad(false).',
      remedy: 'Remove one of the two, or add @Includable().',
    });
  if (!edge.unique && !resolveEdgeOperations(written).has('update'))
    reasons.push({
      names: listWritten(written, ['edgeUpdateBulk']),
      problem: "clients cannot replace the links: the edge has no operation 'update'.",
      remedy: 'Include OperationUpdate on the edge, or remove the annotation.',
    });
  return reasons;
}

/** Why the edge has no endpoint, by the annotations of the class itself; null if it may have one. */
function explainClosedEndpoint({ unique }: Edge, written: Annotations): Omit<Reason, 'names'> | null {
  const endpoint = unique ? 'read' : 'list';
  if (written.edgeEndpoint === false)
    return { problem: 'the edge has no endpoint: @EdgeEndpoint(false).', remedy: 'Remove one of the two.' };
  if (written.edgeEndpoint || resolveEdgeOperations(written).has(endpoint)) return null;
  return {
    problem: `the edge has no endpoint: its annotations leave out the operation '${endpoint}'.`,
    remedy: 'Include the operation, or remove the annotation.',
  };
}

function listOfEndpoint({ unique, includable }: Edge, written: Annotations): readonly Name[] {
  const operations = unique ? (['read'] as const) : (['list', 'aggregate'] as const);
  return [
    ...(unique ? [] : listWritten(written, ofList)),
    ...(unique || includable ? [] : listWritten(written, bounds)),
    ...perOperation.filter((name) => operations.some((operation) => written[name]?.[operation])),
  ];
}

function listWritten<N extends Name>(written: Annotations, names: readonly N[]): readonly N[] {
  return names.filter((name) => written[name] !== undefined && written[name] !== false);
}
