// class-transformer's `@Exclude` where it has no exact meaning here: the line to write instead.
import type { ScannedEntity } from './scan-entities.js';
import type { SchemaProblems } from './schema-problems.js';

const annotation = '@Exclude';

/** Reports what class-transformer hides and the API would show. What is skipped is hidden already. */
export function checkExclusions(entity: ScannedEntity, problems: SchemaProblems): void {
  const { name, annotations, columns, relations } = entity;
  if (annotations.own.skip) return;
  if (entity.excludesAll) {
    problems.add({
      entity: name,
      annotation,
      problem:
        'class-transformer hides every member that @Expose does not name, and the API would show them.',
      remedy: 'Remove it, and put @Skip() on what is to be hidden.',
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
  problem: 'class-transformer hides it, and the API would show it.',
  remedy:
    'Add @Skip() to hide it everywhere, or write @Exclude({ toPlainOnly: true }) for what is taken and never shown, @Exclude({ toClassOnly: true }) for what is shown and never taken.',
};

const hiddenKey = {
  problem: 'the primary key cannot be hidden: it is part of every address.',
  remedy: 'Remove it, or put @Skip() on the class.',
};

const hiddenEdge = {
  both: { problem: hiddenHow.problem, remedy: 'Add @Skip() to hide the edge everywhere.' },
  answers: {
    problem: 'class-transformer hides it in answers, and the API would show it.',
    remedy:
      'Add @Skip() to hide the edge everywhere, or write @EagerLoad(false) and @EdgeEndpoint(false) in its place.',
  },
  bodies: {
    problem: 'class-transformer takes it out of bodies, and the API would set it.',
    remedy: 'Write @ExcludeOperations(OperationCreate, OperationUpdate) in its place.',
  },
};
