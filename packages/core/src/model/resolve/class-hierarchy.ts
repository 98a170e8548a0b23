// Finds the entities that a class stands for: authors declare policies, hooks and problems by class.
import type { ScannedEntity } from '../scan/scan-entities.js';
import type { SchemaProblems } from '../problem/schema-problems.js';
import { createFault } from '../problem/value-fault.js';

type Class = abstract new (...args: never[]) => object;

/** Whether the entity's class is the given one or extends it. */
export function isOrExtends({ target }: Pick<ScannedEntity, 'target'>, base: Class): boolean {
  return target === base || (target !== null && target.prototype instanceof base);
}

/** Single-table inheritance: whether rows of the child are also rows of the parent. */
export function isChildInTableOf(child: ScannedEntity, { target, table }: ScannedEntity): boolean {
  return target !== null && child.table.path === table.path && isOrExtends(child, target);
}

/** Classes that an option names. */
interface ClassOption {
  readonly option: 'policies' | 'hooks' | 'errors';
  readonly classes: readonly { readonly entity: Class }[];
}

/** Reports classes that no entity is or extends. */
export function checkClasses(
  { option, classes: given }: ClassOption,
  scanned: readonly ScannedEntity[],
  problems: SchemaProblems,
): void {
  for (const { entity: base } of given) {
    if (scanned.some((entity) => isOrExtends(entity, base))) continue;
    const remedy = 'Name an entity, or a class that entities extend.';
    problems.add({
      entity: 'options',
      member: option,
      ...createFault(base.name, 'an entity of the data source', remedy),
    });
  }
}
