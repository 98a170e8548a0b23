// Collects every mistake found while the model is resolved, so that all are reported at once.
import { SchemaError, type SchemaProblem } from '../errors.js';

/** A list of problems that grows while passes run and is thrown as one `SchemaError`. */
export interface SchemaProblems {
  add(problem: SchemaProblem): void;
  /** Throws when there is any. */
  raise(): void;
}

/** For what is resolved a second time, such as the target of each edge: its problems were reported the first time. */
export const unreported: SchemaProblems = { add: () => undefined, raise: () => undefined };

/** An empty list. */
export function schemaProblems(): SchemaProblems {
  const found: SchemaProblem[] = [];
  return {
    add: (problem) => void found.push(Object.freeze(problem)),
    raise: () => {
      if (found.length > 0) throw new SchemaError(Object.freeze(found));
    },
  };
}
