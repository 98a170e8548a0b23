// Which entities a class of the author's stands for: policies and hooks are given by class.
import type { ScannedEntity } from './scan-entities.js';
import { isNot } from './annotation-argument.js';
import type { SchemaProblems } from './schema-problems.js';

type Class = abstract new (...args: never[]) => object;

/** The entity is of the class, or of one that extends it. */
export function isOrExtends({ target }: ScannedEntity, base: Class): boolean {
  return target === base || (target !== null && target.prototype instanceof base);
}

/** Single-table inheritance: rows of the child are rows of the parent, too. */
export function sharesTable(child: ScannedEntity, { target, table }: ScannedEntity): boolean {
  return target !== null && child.table.path === table.path && isOrExtends(child, target);
}

/** A class that no entity is or extends is a problem. */
export function checkClasses(
  option: 'policies' | 'hooks' | 'errors',
  given: readonly { readonly entity: Class }[],
  scanned: readonly ScannedEntity[],
  problems: SchemaProblems,
): void {
  for (const { entity: base } of given) {
    if (scanned.some((entity) => isOrExtends(entity, base))) continue;
    const remedy = 'Name an entity, or a class that entities extend.';
    problems.add({
      entity: 'options',
      member: option,
      ...isNot(base.name, 'an entity of the data source', remedy),
    });
  }
}
