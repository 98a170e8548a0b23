// The author's words on what the database refuses: the options `constraints` and `databaseErrors`.
import type { Settings } from '../../options.js';
import type { Engine } from '../../vocabulary/database.js';
import type { EntityModel } from '../api-model.js';
import type { SchemaProblems } from '../problem/schema-problems.js';
import type { ScannedEntity } from '../scan/scan-entities.js';
import { checkConstraintPointers, resolveConstraints, type ConstraintModel } from './constraint-model.js';
import { resolveDatabaseErrors, type DatabaseErrorModel } from './database-error-model.js';

/** The declared constraints, and the rules for other errors. */
export interface RefusalModel {
  readonly constraints: ConstraintModel;
  readonly databaseErrors: DatabaseErrorModel;
}

/** What the options refer to. */
interface RefusalContext {
  /** Null for a database that is not supported. */
  readonly engine: Engine | null;
  readonly scanned: readonly ScannedEntity[];
  readonly entities: readonly EntityModel[];
}

/** Resolves both options. Reports what refers to nothing. */
export function resolveRefusals(
  settings: Pick<Settings, 'constraints' | 'databaseErrors'>,
  context: RefusalContext,
  problems: SchemaProblems,
): RefusalModel {
  const constraints = resolveConstraints(context.scanned, settings.constraints, problems);
  checkConstraintPointers(settings.constraints, context, problems);
  return { constraints, databaseErrors: resolveDatabaseErrors(settings.databaseErrors, context, problems) };
}
