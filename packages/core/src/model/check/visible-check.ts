// Checks the entities that an API shows, before any of them is resolved.
import { findEntityFault } from '../resolve/unservable.js';
import { narrowFamilies } from '../resolve/variants-model.js';
import type { ScannedEntity } from '../scan/scan-entities.js';
import type { SchemaProblems } from '../problem/schema-problems.js';
import { checkAbstractClasses } from './abstract-check.js';
import { checkAnnotations } from './annotation-check.js';
import { checkClassNames } from './name-check.js';
import { checkStoredTrees, checkViews } from './read-only-check.js';
import { checkRestore } from './restore-check.js';
import { checkExclusions } from './rule-check.js';

/** The entities without `@Skip()`, each with its visible children. Reports those that cannot be served, and wrong annotations. */
export function checkVisibleEntities(
  scanned: readonly ScannedEntity[],
  problems: SchemaProblems,
): readonly ScannedEntity[] {
  const shown = scanned.filter((entity) => !entity.annotations.own.skip);
  for (const entity of shown) {
    const fault = findEntityFault(entity);
    if (fault) problems.add(fault);
  }
  checkClassNames(shown, problems);
  for (const entity of shown) {
    checkAnnotations(entity, problems);
    checkExclusions(entity, problems);
    checkRestore(entity, problems);
  }
  checkAbstractClasses(shown, problems);
  checkViews(shown, problems);
  checkStoredTrees(shown, problems);
  return narrowFamilies(shown.filter((entity) => entity.unsupported === null));
}
