// Finds the class that declares a member of an entity: itself, a class that it extends, or the class of an embedded object.
import { getMetadataArgsStorage, type DataSource, type EntityMetadata } from 'typeorm';
import { readOwnNotes } from '../../annotation/annotations.js';
import type { FindDeclaration } from '../problem/inherited-problems.js';

/** Looks in the classes of a data source. */
export function createDeclarationLookup({ entityMetadatas }: DataSource): FindDeclaration {
  // Only a start that fails asks.
  let declared: ReturnType<typeof collectDeclared> | undefined;
  return (entity, member) => {
    declared ??= collectDeclared();
    const metadata = entityMetadatas.find(({ name }) => name === entity);
    if (!metadata) return null;
    const { holder, name } = findHolder(metadata, member);
    for (let at = holder; typeof at === 'function'; at = Object.getPrototypeOf(at) as unknown)
      if (declared.get(at)?.has(name) || readOwnNotes(at, name).length > 0)
        return { type: at, className: at.name, member: name };
    return null;
  };
}

/** The class of the innermost object that has the member, unless an annotation outside of it may be meant. */
function findHolder({ target, allEmbeddeds }: EntityMetadata, member: string) {
  const [name = member, ...outer] = member.split('.').reverse();
  const path = outer.reverse().join('.');
  const embedded = allEmbeddeds.find(({ propertyPath }) => propertyPath === path);
  const [property = member] = outer;
  const isAnnotated = typeof target === 'function' && readOwnNotes(target, property).length > 0;
  const holder: unknown = embedded && !isAnnotated ? embedded.type : target;
  return { holder, name: holder === target ? property : name };
}

/** The members that TypeORM's decorators declare, by class. */
function collectDeclared(): ReadonlyMap<unknown, ReadonlySet<string>> {
  const { columns, relations, embeddeds, relationIds } = getMetadataArgsStorage();
  const declared = new Map<unknown, Set<string>>();
  for (const { target, propertyName } of [...columns, ...relations, ...embeddeds, ...relationIds]) {
    const members = declared.get(target) ?? new Set();
    declared.set(target, members.add(propertyName));
  }
  return declared;
}
