// Reports annotations in the wrong place or with invalid arguments. The compiler catches these in TypeScript; this check
// catches them in JavaScript.
import type { Annotations } from '../annotation/annotations.js';
import { writtenOn, type Annotated, type AnnotationFacts, type AnnotationPlace } from './annotation-facts.js';
import { argumentFault } from './annotation-argument.js';
import { checkEdgeAnnotations } from './edge-check.js';
import { didYouMean } from './near-name.js';
import type { ScannedEntity } from './scan-entities.js';
import type { SchemaProblems } from './schema-problems.js';

/** Reports every annotation of a class and its members that is misplaced or has an invalid argument. */
export function checkAnnotations(entity: ScannedEntity, problems: SchemaProblems): void {
  checkPlace({ at: { entity: entity.name }, annotations: entity.annotations.own }, 'class', problems);
  for (const [member, annotations] of entity.annotations.members) {
    const place = placeOf(entity, member);
    if (place === 'embedded') continue;
    if (place === null) problems.add(noMember(entity, member, annotations));
    else checkPlace({ at: { entity: entity.name, member }, annotations }, place, problems);
  }
  for (const relation of entity.relations) checkEdgeAnnotations(entity, relation, problems);
}

/** Annotations on an embedded object apply to each of its columns and are checked there. */
function placeOf(entity: ScannedEntity, member: string): AnnotationPlace | 'embedded' | null {
  if (entity.relations.some(({ property }) => property === member)) return 'edge';
  if (entity.columns.some(({ property }) => property === member) || entity.leftOut.includes(member))
    return 'field';
  return entity.columns.some(({ property }) => property.startsWith(`${member}.`)) ? 'embedded' : null;
}

function noMember(entity: ScannedEntity, member: string, annotations: Annotations) {
  const members = [...entity.columns, ...entity.relations].map(({ property }) => property);
  const written = writtenOn(annotations).map(({ facts }) => facts.written);
  return {
    entity: entity.name,
    member,
    annotation: written.join(' '),
    problem: 'no column or relation has this name.',
    remedy: `${didYouMean(member, members)}Declare a column or a relation of this name, or remove the annotation.`,
  };
}

function checkPlace({ at, annotations }: Annotated, place: AnnotationPlace, problems: SchemaProblems): void {
  for (const { facts, value } of writtenOn(annotations)) {
    const fault = facts.on.includes(place) ? argumentFault(facts.takes, value) : misplaced(facts, place);
    if (fault) problems.add({ ...at, annotation: facts.written, ...fault });
  }
}

const places: Readonly<Record<AnnotationPlace, { one: string; many: string }>> = {
  class: { one: 'a class', many: 'classes' },
  edge: { one: 'an edge', many: 'edges' },
  field: { one: 'a field', many: 'fields' },
};

function misplaced({ written, on }: AnnotationFacts, place: AnnotationPlace) {
  const readOnlyEdge = written === '@ReadOnly' && place === 'edge';
  return {
    problem: `cannot be used on ${places[place].one}: it is for ${on.map((name) => places[name].many).join(' and ')}.`,
    remedy: readOnlyEdge
      ? 'Use @ExcludeOperations(OperationCreate, OperationUpdate).'
      : `Remove it, or put it on ${on.map((name) => places[name].one).join(' or ')}.`,
  };
}
