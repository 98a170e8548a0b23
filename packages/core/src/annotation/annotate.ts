// Annotations without decorators: for classes that the author cannot change, and for entities that an EntitySchema makes.
import type { EntitySchema } from 'typeorm';
import { appendNotes, readOwnNotes, type Annotations } from './annotations.js';
import type {
  AnyAnnotation,
  ClassAnnotation,
  ClassOrEdgeAnnotation,
  EdgeValue,
  EntityClass,
} from './decorator-types.js';

/** Annotations of members, by name: those whose decorators the member can have. */
export type AnnotationsOfMembers<T extends object> = {
  readonly [K in keyof T & string]?: readonly AnnotationOf<T, K>[];
};

/** TypeScript does not choose between the signatures of an interface with several. */
type AnnotationOf<T extends object, K extends keyof T & string> =
  ((target: T, member: K) => void) | AnyAnnotation | (T[K] extends EdgeValue ? ClassOrEdgeAnnotation : never);

/**
 * Annotates an entity as its decorators would: `annotate(Pet, [Bulk()])` the class, `annotate(Pet, { name: [Filter(FilterEQ)] })`
 * its members. For an entity without a class, pass its `EntitySchema`, which has to stand in `entities` of the data source. Call it
 * before `createApi`. An annotation that the class has already is overridden, or extended where it can be repeated.
 *
 * @throws TypeError for a value that is no annotation.
 */
export function annotate<T extends object>(
  entity: EntityClass<T> | EntitySchema<T>,
  annotations: readonly ClassAnnotation<T>[] | AnnotationsOfMembers<T>,
): void {
  const holder = typeof entity === 'function' ? entity : (entity.options.target ?? entity);
  if (isListOfClass(annotations)) appendNotes(holder, undefined, collectNotes(annotations, undefined));
  else
    for (const [member, given] of Object.entries<readonly Decorator[] | undefined>(annotations))
      appendNotes(holder, member, collectNotes(given ?? [], member));
}

/** Any decorator: its own type restricts what it may be written on. */
type Decorator = (target: never, member: never) => void;

function isListOfClass(annotations: object): annotations is readonly Decorator[] {
  return Array.isArray(annotations);
}

/** The notes that decorators would make, in source order. */
function collectNotes(decorators: readonly Decorator[], member: string | undefined): readonly Annotations[] {
  return decorators.map((decorate) => {
    const scratch = () => undefined;
    (decorate as (target: object, member?: string) => void)(scratch, member);
    const [note] = readOwnNotes(scratch, member);
    if (note) return note;
    throw new TypeError(
      `annotate: ${member === undefined ? 'a value for the class' : `a value for '${member}'`} is no annotation of decorest.`,
    );
  });
}
