// Reports uses of class-transformer's `@Exclude` that have no exact equivalent here, with the annotation to use instead.
import type { ScannedEntity } from './scan-entities.js';
import type { SchemaProblems } from './schema-problems.js';

const annotation = '@Exclude';

/** Reports members that class-transformer hides and the API would show. Skipped members are hidden already. */
export function checkExclusions(entity: ScannedEntity, problems: SchemaProblems): void {
  const { name, annotations, columns, relations } = entity;
  if (annotations.own.skip) return;
  if (entity.excludesAll) {
    problems.add({
      entity: name,
      annotation,
      problem: 'class-transformer hides every member without @Expose, but the API would show them.',
      remedy: 'Remove it, and put @Skip() on the members to hide.',
    });
    return;
  }
  const isSkipped = (property: string) => annotations.members.get(property)?.skip === true;
  for (const { property, excluded, primary } of columns) {
    if (excluded === null || isSkipped(property)) continue;
    if (excluded === 'both') problems.add({ entity: name, member: property, annotation, ...hiddenHow });
    else if (excluded === 'answers' && primary)
      problems.add({ entity: name, member: property, annotation, ...hiddenKey });
  }
  for (const { property, excluded } of relations) {
    if (excluded === null || isSkipped(property)) continue;
    problems.add({ entity: name, member: property, annotation, ...hiddenEdge[excluded] });
  }
}

const hiddenHow = {
  problem: 'class-transformer hides it, but the API would show it.',
  remedy:
    'Add @Skip() to hide it everywhere, or use @Exclude({ toPlainOnly: true }) for a write-only member, @Exclude({ toClassOnly: true }) for a read-only one.',
};

const hiddenKey = {
  problem: 'the primary key cannot be hidden: it is part of every URL.',
  remedy: 'Remove it, or put @Skip() on the class.',
};

const hiddenEdge = {
  both: { problem: hiddenHow.problem, remedy: 'Add @Skip() to hide the edge everywhere.' },
  answers: {
    problem: 'class-transformer hides it in responses, but the API would show it.',
    remedy:
      'Add @Skip() to hide the edge everywhere, or use @EagerLoad(false) and @EdgeEndpoint(false) instead.',
  },
  bodies: {
    problem: 'class-transformer removes it from bodies, but the API would set it.',
    remedy: 'Use @ExcludeOperations(OperationCreate, OperationUpdate) instead.',
  },
};
