// Which operations an entity has, and where an edge may be used.
import type { Annotations } from '../annotation/annotations.js';
import type { Settings } from '../options.js';
import { operations, type Operation } from '../vocabulary/operation.js';
import type { SchemaProblems } from './schema-problems.js';

/** The operations of a class. A composite key leaves list and create: nothing can be addressed by an id. */
export function resolveOperations(
  entity: string,
  annotations: Annotations,
  settings: Settings,
  hasId: boolean,
  problems: SchemaProblems,
): readonly Operation[] {
  const wanted = chosen(annotations, settings.defaultOperations);
  if (wanted.length === 0) problems.add(nothingLeft(entity));
  return hasId ? wanted : wanted.filter((operation) => operation === 'list' || operation === 'create');
}

/** What an edge takes part in, by its own annotations alone. */
export function edgeOperations(annotations: Annotations): ReadonlySet<Operation> {
  return new Set(chosen(annotations, operations));
}

function chosen(annotations: Annotations, unlessIncluded: readonly Operation[]): readonly Operation[] {
  const { includeOperations: included = [], excludeOperations: excluded = [] } = annotations;
  const base = included.length > 0 ? included : unlessIncluded;
  return operations.filter((operation) => base.includes(operation) && !excluded.includes(operation));
}

function nothingLeft(entity: string) {
  return {
    entity,
    annotation: '@ExcludeOperations',
    problem: 'no operation is left.',
    remedy: 'Use @Skip() to leave the whole class out, or include at least one operation.',
  };
}
