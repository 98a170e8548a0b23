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
  // Of an overloaded type, TypeScript compares one signature alone: those with several are named.
  readonly [K in keyof T & string]?: readonly (
    | ((target: T, member: K) => void)
    | AnyAnnotation
    | (T[K] extends EdgeValue ? ClassOrEdgeAnnotation : never)
  )[];
};

/**
 * Annotates an entity as its decorators would: `annotate(Pet, [Bulk()])` the class, `annotate(Pet, { name: [Filter(FilterEQ)] })`
 * its members. For an entity without a class, pass its `EntitySchema`, which has to be listed in the option `entities` of the data
 * source. Call it before `createApi`. An annotation that the class has already is overridden, or extended where it can be repeated.
 *
 * @throws TypeError for a value that is not an annotation.
 */
export function annotate<T extends object>(
  entity: EntityClass<T> | EntitySchema<T>,
  annotations: readonly ClassAnnotation<T>[] | AnnotationsOfMembers<T>,
): void {
  const annotated = findAnnotated(entity);
  if (isList(annotations)) {
    appendNotes(annotated, undefined, collectNotes(annotations, undefined));
    return;
  }
  if (typeof annotations !== 'object')
    throw new TypeError(
      'annotate: pass a list of annotations for the class, or an object with a list for each member.',
    );
  for (const [member, given] of Object.entries<unknown>(annotations)) {
    if (!isList(given)) throw new TypeError(`annotate: the annotations of '${member}' are not a list.`);
    appendNotes(annotated, member, collectNotes(given, member));
  }
}

/** The class of an entity, or the schema that makes it. */
function findAnnotated(entity: unknown): object {
  if (typeof entity === 'function') return entity;
  if (isEntitySchema(entity)) return entity.options.target ?? entity;
  throw new TypeError('annotate: pass a class or an EntitySchema.');
}

/** By TypeORM's mark, which schemas of another copy of TypeORM have, too. */
export function isEntitySchema(value: unknown): value is EntitySchema {
  const mark = Symbol.for('EntitySchema');
  return (
    typeof value === 'object' && value !== null && '@instanceof' in value && value['@instanceof'] === mark
  );
}

/** Any decorator: its own type restricts what it may be written on. */
type Decorator = (target: never, member: never) => void;

function isList(value: unknown): value is readonly Decorator[] {
  return Array.isArray(value);
}

/** The notes that decorators would make, in source order. A decorator may call several. */
function collectNotes(decorators: readonly Decorator[], member: string | undefined): readonly Annotations[] {
  return decorators.flatMap((decorate) => {
    const scratch = () => undefined;
    if (typeof decorate === 'function')
      (decorate as (target: object, member?: string) => void)(scratch, member);
    const notes = readOwnNotes(scratch, member);
    if (notes.length > 0) return notes;
    throw new TypeError(
      `annotate: ${member === undefined ? 'a value for the class' : `a value for '${member}'`} is not a decorest annotation.`,
    );
  });
}
