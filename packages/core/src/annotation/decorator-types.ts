// The types of decorators: each restricts its targets, so that a misplaced annotation does not compile.
import { addNote, type Annotations } from './annotations.js';

type Nothing = null | undefined;

/** The type of an edge's property: an entity or a list of entities. The `never`s exclude dates, bytes and other lists. */
export type EdgeValue =
  | (object & { readonly getTime?: never; readonly byteLength?: never; readonly flatMap?: never })
  | readonly object[]
  | Nothing;

/** The type of a sortable field's property. */
export type SortableValue = string | number | bigint | boolean | Date | Nothing;

/** An entity class, possibly abstract. */
export type EntityClass<T extends object = object> = abstract new (...args: never[]) => T;

/** A decorator of classes. */
export type ClassAnnotation<T extends object = object> = (target: EntityClass<T>) => void;

/** A decorator of members whose type is assignable to `V`. */
export type MemberAnnotation<V = unknown> = <K extends string>(
  target: Partial<Record<K, V>>,
  member: K,
) => void;

/** A decorator of edges. */
export type EdgeAnnotation = MemberAnnotation<EdgeValue>;

/** A decorator of classes and edges. */
export interface ClassOrEdgeAnnotation {
  (target: EntityClass): void;
  <K extends string>(target: Partial<Record<K, EdgeValue>>, member: K): void;
}

/** A decorator of classes and of all members. */
export interface AnyAnnotation {
  (target: EntityClass): void;
  <K extends string>(target: Partial<Record<K, unknown>>, member: K): void;
}

/** Creates a decorator that adds one note to its target. */
export function createDecorator(annotations: Annotations): (target: object, member?: string) => void {
  return (target, member) => {
    addNote(target, member, annotations);
  };
}
