// Collects all mistakes found while the model is resolved, so that they are reported together.
import { SchemaError, type SchemaProblem } from '../../schema-error.js';
import { uniteInherited, type FindDeclaration } from './inherited-problems.js';

/** A growing list of problems, thrown as one `SchemaError`. */
export interface SchemaProblems {
  add(problem: SchemaProblem): void;
  /** @throws SchemaError if any problem was added. */
  raise(findDeclaration: FindDeclaration): void;
}

/** Ignores problems: for resolving something again, such as the target of each edge, whose problems are reported already. */
export const ignoredProblems: SchemaProblems = { add: () => undefined, raise: () => undefined };

/** An empty list. */
export function createSchemaProblems(): SchemaProblems {
  const found: SchemaProblem[] = [];
  return {
    add: (problem) => void found.push(Object.freeze(problem)),
    raise: (findDeclaration) => {
      if (found.length > 0) throw new SchemaError(Object.freeze(uniteInherited(found, findDeclaration)));
    },
  };
}
