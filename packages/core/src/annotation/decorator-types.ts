// The types of decorators: each says what it may sit on, so that a misplaced annotation does not compile.
import { annotate, type Annotations } from './annotations.js';

type Nothing = null | undefined;

/** What an edge's property may hold: an entity or entities. The `never`s keep dates, bytes and other lists out. */
export type EdgeValue =
  | (object & { readonly getTime?: never; readonly byteLength?: never; readonly flatMap?: never })
  | readonly object[]
  | Nothing;

/** What a sortable field's property may hold. */
export type SortableValue = string | number | bigint | boolean | Date | Nothing;

/** An entity class. */
export type EntityClass<T extends object = object> = abstract new (...args: never[]) => T;

/** Sits on a class. */
export type ClassAnnotation<T extends object = object> = (target: EntityClass<T>) => void;

/** Sits on a member whose type is assignable to `V`. */
export type MemberAnnotation<V = unknown> = <K extends string>(
  target: Partial<Record<K, V>>,
  member: K,
) => void;

/** Sits on an edge. */
export type EdgeAnnotation = MemberAnnotation<EdgeValue>;

/** Sits on a class or on an edge. */
export interface ClassOrEdgeAnnotation {
  (target: EntityClass): void;
  <K extends string>(target: Partial<Record<K, EdgeValue>>, member: K): void;
}

/** Sits on a class or on any member. */
export interface AnyAnnotation {
  (target: EntityClass): void;
  <K extends string>(target: Partial<Record<K, unknown>>, member: K): void;
}

/** A decorator that writes one note wherever it sits. */
export function note(annotations: Annotations): (target: object, member?: string) => void {
  return (target, member) => {
    annotate(target, member, annotations);
  };
}
