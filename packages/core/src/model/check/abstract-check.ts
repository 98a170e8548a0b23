// Reports @Abstract() where no class could have rows.
import { isAbstract } from '../resolve/variants-model.js';
import type { ScannedEntity } from '../scan/scan-entities.js';
import type { SchemaProblems } from '../problem/schema-problems.js';

/** Reports abstract classes without a visible child in their table. */
export function checkAbstractClasses(shown: readonly ScannedEntity[], problems: SchemaProblems): void {
  const names = new Set(shown.map(({ name }) => name));
  for (const entity of shown) {
    if (!isAbstract(entity) || entity.family?.children.some(({ name }) => names.has(name))) continue;
    problems.add({
      entity: entity.name,
      annotation: '@Abstract',
      problem: entity.family ? 'all its child classes are hidden.' : 'no class extends it in its table.',
      remedy: 'Remove the annotation, or hide the class with @Skip(), too.',
    });
  }
}
