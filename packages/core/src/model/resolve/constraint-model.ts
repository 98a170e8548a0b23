// Resolves the option `constraints`: the message for a violated constraint, and the key of the body that it points to.
import type { ConstraintNote } from '../../options.js';
import { toPointer } from '../../vocabulary/json-pointer.js';
import type { EntityModel } from '../api-model.js';
import { suggestName } from '../problem/suggestion.js';
import type { ScannedEntity } from '../scan/scan-entities.js';
import type { SchemaProblems } from '../problem/schema-problems.js';

/** A violated constraint, as far as the database identifies it. */
export interface Violation {
  /** Its name; null if the database does not report it. */
  readonly constraint: string | null;
  /** Columns of a violated unique key, if the database reports them. */
  readonly columns: readonly string[];
}

/** The constraints that the entities declare, and the author's notes on them. */
export interface ConstraintModel {
  /** Whether an entity declares a constraint of this name. */
  declares(name: string): boolean;
  /** The columns of a unique key or an index of an entity; empty if it declares none of this name. */
  listColumns(entity: { readonly name: string }, constraint: string): readonly string[];
  /** The author's note on a violated constraint of an entity. */
  findNote(entity: { readonly name: string }, violation: Violation): ConstraintNote | undefined;
}

/** Finds the declared constraints. Reports notes on constraints that no entity declares. */
export function resolveConstraints(
  scanned: readonly ScannedEntity[],
  notes: Readonly<Record<string, ConstraintNote>>,
  problems: SchemaProblems,
): ConstraintModel {
  const declared = new Set(scanned.flatMap(({ constraints }) => constraints.map(({ name }) => name)));
  for (const name of Object.keys(notes))
    if (!declared.has(name)) problems.add(describeUndeclaredConstraint(name, [...declared]));
  const byEntity = new Map(scanned.map(({ name, constraints }) => [name, constraints]));
  return {
    declares: (name) => declared.has(name),
    listColumns: ({ name }, constraint) =>
      byEntity.get(name)?.find((one) => one.name === constraint)?.columns ?? [],
    findNote: ({ name }, { constraint, columns }) => {
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

function describeUndeclaredConstraint(name: string, declared: readonly string[]) {
  return {
    entity: 'options',
    member: 'constraints',
    problem: `no entity declares a constraint '${name}'.`,
    remedy: `${suggestName(name, declared)}Name it on its entity, as in @Check('${name}', ...) or @Unique('${name}', ...).`,
  };
}

/** Reports pointers that match no key of a body. */
export function checkConstraintPointers(
  notes: Readonly<Record<string, ConstraintNote>>,
  {
    entities,
    scanned,
  }: { readonly entities: readonly EntityModel[]; readonly scanned: readonly ScannedEntity[] },
  problems: SchemaProblems,
): void {
  for (const [name, { pointer }] of Object.entries(notes)) {
    const owners = scanned.filter(({ constraints }) => constraints.some((one) => one.name === name));
    const pointers = entities
      .filter((one) => owners.some((owner) => owner.name === one.name))
      .flatMap(listBodyPointers);
    if (pointer === undefined || pointer === '' || pointers.length === 0 || pointers.includes(pointer))
      continue;
    problems.add({
      entity: 'options',
      member: 'constraints',
      problem: `the pointer '${pointer}' of '${name}' points to no key of a request body.`,
      remedy: `${suggestName(pointer, pointers)}Use one of ${pointers.join(', ')}.`,
    });
  }
}

/** The pointers to the keys of the bodies of an entity. */
export function listBodyPointers({ fields, edges }: EntityModel): string[] {
  return [...fields, ...edges]
    .filter(({ settable }) => settable.create || settable.update)
    .map(({ name }) => toPointer(name));
}
