// What strangers' classes are annotated with, and what their author has changed since.
import type { Member } from './stranger-columns.js';

export type StrangerClass = abstract new () => object;

/** What an author has changed since the first try. */
export interface Edits {
  /** Annotations that were removed, such as `Pet.owner @EdgeCreate`. */
  readonly removed: ReadonlySet<string>;
}

/** Where the API is annotated. */
export interface Annotated {
  readonly target: StrangerClass;
  readonly edits: Edits;
}

/** Adds an annotation, unless the author has removed it. */
export function addAnnotation(
  { target, edits }: Annotated,
  annotation: string,
  decorator: unknown,
  member?: string,
): void {
  const place = member === undefined ? target.name : `${target.name}.${member}`;
  if (edits.removed.has(`${place} ${annotation}`)) return;
  if (member === undefined) (decorator as ClassDecorator)(target);
  else (decorator as Member)(target.prototype as object, member);
}
