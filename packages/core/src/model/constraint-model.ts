// What the option `constraints` says of the tables' constraints: the words for their violation, and the place in the body.
import type { ConstraintNote } from '../options.js';
import { pointerTo } from '../vocabulary/json-pointer.js';
import type { EntityModel } from './api-model.js';
import { didYouMean } from './near-name.js';
import type { ScannedEntity } from './scan-entities.js';
import type { SchemaProblems } from './schema-problems.js';

/** A violated constraint, as far as the database names it. */
export interface Violation {
  /** Its name, if the database gives it. */
  readonly constraint: string | null;
  /** Columns of a violated unique key, where the database names them. */
  readonly columns: readonly string[];
}

/** The constraints that the entities declare, and what the author says of them. */
export interface ConstraintModel {
  /** An entity declares a constraint of this name. */
  declares(name: string): boolean;
  /** What the author says of the constraint of an entity that was violated. */
  noteOn(entity: { readonly name: string }, violation: Violation): ConstraintNote | undefined;
}

/** Finds what the entities declare. A constraint that none of them declares is a mistake of the author's. */
export function resolveConstraints(
  scanned: readonly ScannedEntity[],
  notes: Readonly<Record<string, ConstraintNote>>,
  problems: SchemaProblems,
): ConstraintModel {
  const declared = new Set(scanned.flatMap(({ constraints }) => constraints.map(({ name }) => name)));
  for (const name of Object.keys(notes))
    if (!declared.has(name)) problems.add(undeclared(name, [...declared]));
  const byEntity = new Map(scanned.map(({ name, constraints }) => [name, constraints]));
  return {
    declares: (name) => declared.has(name),
    noteOn: ({ name }, { constraint, columns }) => {
      const violated = byEntity
        .get(name)
        ?.find((one) => (constraint === null ? isSameSet(one.columns, columns) : one.name === constraint));
      return violated && Object.hasOwn(notes, violated.name) ? notes[violated.name] : undefined;
    },
  };
}

function isSameSet(some: readonly string[], others: readonly string[]): boolean {
  return (
    others.length > 0 && some.length === others.length && some.every((column) => others.includes(column))
  );
}

function undeclared(name: string, declared: readonly string[]) {
  return {
    entity: 'options',
    member: 'constraints',
    problem: `no entity declares a constraint '${name}'.`,
    remedy: `${didYouMean(name, declared)}Name it on its entity, as in @Check('${name}', ...) or @Unique('${name}', ...).`,
  };
}

/** A pointer that leads to no key of a body is a mistake. */
export function checkConstraintPointers(
  entities: readonly EntityModel[],
  scanned: readonly ScannedEntity[],
  notes: Readonly<Record<string, ConstraintNote>>,
  problems: SchemaProblems,
): void {
  for (const [name, { pointer }] of Object.entries(notes)) {
    const owners = scanned.filter(({ constraints }) => constraints.some((one) => one.name === name));
    const pointers = entities
      .filter((one) => owners.some((owner) => owner.name === one.name))
      .flatMap(pointersOf);
    if (pointer === undefined || pointer === '' || pointers.length === 0 || pointers.includes(pointer))
      continue;
    problems.add({
      entity: 'options',
      member: 'constraints',
      problem: `the pointer '${pointer}' of '${name}' leads to no key of a body.`,
      remedy: `${didYouMean(pointer, pointers)}Use one of ${pointers.join(', ')}.`,
    });
  }
}

function pointersOf({ fields, edges }: EntityModel): string[] {
  return [...fields, ...edges]
    .filter(({ settable }) => settable.create || settable.update)
    .map(({ name }) => pointerTo(name));
}
