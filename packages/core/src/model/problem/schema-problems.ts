// Collects all mistakes found while the model is resolved, so that they are reported together.
import { SchemaError, type SchemaProblem } from '../../schema-error.js';
import { mergeProblems, type FindProblemSource } from './merged-problems.js';

/** A growing list of problems, thrown as one `SchemaError`. */
export interface SchemaProblems {
  add(problem: SchemaProblem): void;
  /** @throws SchemaError if any problem was added. */
  raise(): void;
}

/** Ignores problems: for resolving something again, such as the target of each edge, whose problems are reported already. */
export const ignoredProblems: SchemaProblems = { add: () => undefined, raise: () => undefined };

/** An empty list. `findSource` finds the classes that several entities have a problem from. */
export function createSchemaProblems(findSource: FindProblemSource = () => null): SchemaProblems {
  const found: SchemaProblem[] = [];
  return {
    add: (problem) => void found.push(Object.freeze(problem)),
    raise: () => {
      if (found.length > 0) throw new SchemaError(Object.freeze(mergeProblems(found, findSource)));
    },
  };
}
