// Does what a SchemaError says, as the author of the schema would: adds an annotation, or removes one.
import {
  annotate,
  createApi,
  Schema,
  SchemaError,
  Skip,
  type Api,
  type ApiOptions,
  type SchemaProblem,
} from '@decorest/core';
import type { DataSource } from 'typeorm';
import { ServerLog } from '../support/server-log.js';
import type { Edits } from './stranger-annotations.js';
import type { DeclaredSchema } from './stranger-entities.js';

/** Members are known by name only. */
const annotateAny = annotate as (target: unknown, annotations: object) => void;

/** What an author has changed since the first try, and why. */
export class SchemaEdits implements Edits {
  readonly removed = new Set<string>();
  readonly #added: [entity: string, member: string | undefined, annotation: unknown][] = [];
  /** Each problem that an edit solves, as the error said it. */
  readonly reasons: string[] = [];

  /** Adds the annotations to entities that are declared anew. */
  annotate({ byName }: DeclaredSchema): void {
    for (const [entity, member, annotation] of this.#added) {
      const target = byName.get(entity);
      annotateAny(target, member === undefined ? [annotation] : { [member]: [annotation] });
    }
  }

  /** Does what the problem says. @throws Error for a remedy that this test does not know. */
  solve(problem: SchemaProblem, { byName }: DeclaredSchema): void {
    const { entity, member, annotation, remedy } = problem;
    const place = member === undefined ? entity : `${entity}.${member}`;
    if (!byName.has(entity)) throw new Error(`No class has the name: ${JSON.stringify(problem)}`);
    if (annotation !== undefined && /^Remove it\b|, or remove (it|@\w+)/.test(remedy))
      this.removed.add(`${place} ${annotation}`);
    else if (remedy.includes('@Schema')) this.#added.push([entity, member, Schema({})]);
    else if (remedy.includes('@Skip()')) this.#added.push([entity, member, Skip()]);
    else throw new Error(`No remedy that this test knows: ${JSON.stringify(problem)}`);
    this.reasons.push(`${place} ${annotation ?? ''}: ${problem.problem} ${remedy}`);
  }
}

/** Builds the API of a data source; null where it is refused, with the edits that solve what the error says. */
export function buildOrEdit(
  dataSource: DataSource,
  { declared, edits }: { readonly declared: DeclaredSchema; readonly edits: SchemaEdits },
  options: ApiOptions,
): Api | null {
  try {
    return createApi(dataSource, { ...options, logger: new ServerLog(), advice: 'off' });
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    for (const problem of error.problems) edits.solve(problem, declared);
    return null;
  }
}
