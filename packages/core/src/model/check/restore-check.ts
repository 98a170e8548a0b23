// Reports what @Restore() cannot restore, and edges at the path of its endpoint.
import type { EntityModel } from '../api-model.js';
import type { SchemaProblems } from '../problem/schema-problems.js';
import { restoreSegment } from '../route-model.js';
import type { ScannedEntity } from '../scan/scan-entities.js';

const annotation = '@Restore';

/** Reports a class without a delete date: its rows are deleted for good. */
export function checkRestore({ name, annotations, table }: ScannedEntity, problems: SchemaProblems): void {
  if (annotations.own.restore !== true || table.deletedAt !== null) return;
  problems.add({
    entity: name,
    annotation,
    problem: 'the class has no @DeleteDateColumn(): deleted rows are gone.',
    remedy: 'Add a column with @DeleteDateColumn(), or remove the annotation.',
  });
}

/** Reports edges whose endpoint has the path of the restore. */
export function checkRestorePaths(entities: readonly EntityModel[], problems: SchemaProblems): void {
  for (const { name, edges, restorable } of entities) {
    if (!restorable) continue;
    for (const { property: member, path, endpoint } of edges) {
      if (!endpoint || path !== restoreSegment) continue;
      problems.add({
        entity: name,
        member,
        annotation,
        problem: `has the same path '/${path}' as the endpoint that restores a row.`,
        remedy: 'Rename the property, or remove its endpoint with @EdgeEndpoint(false).',
      });
    }
  }
}
