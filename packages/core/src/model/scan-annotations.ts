// What is written on an entity, under the property paths of its columns and relations: its own annotations, those
// inside embedded classes, and those of the child classes whose columns a parent table holds.
import type { EntityMetadata } from 'typeorm';
import { annotationsOf, type Annotations, type ClassAnnotations } from '../annotation/annotations.js';

type Members = ReadonlyMap<string, Annotations>;

/** The annotations of an entity; none for one made by an EntitySchema. */
export function scanAnnotations(metadata: EntityMetadata): ClassAnnotations {
  const { own, members } = annotationsOn(metadata.target);
  const all = new Map([...membersOfChildren(metadata, members), ...members]);
  return { own, members: new Map([...all, ...embeddedMembers(metadata, all)]) };
}

function annotationsOn(target: unknown): ClassAnnotations {
  return typeof target === 'function' ? annotationsOf(target) : { own: {}, members: new Map() };
}

/**
 * With single-table inheritance the parent also has what its children declare. What a child writes on a member it
 * merely inherits is its own business; but an embedded object does not tell who declares it, so there it counts.
 */
function membersOfChildren(metadata: EntityMetadata, own: Members): Members {
  const declaredAbove = new Set(
    [...metadata.columns, ...metadata.relations]
      .filter((member) => !member.embeddedMetadata && isAbove(member.target, metadata.target))
      .map(({ propertyName }) => propertyName),
  );
  const merged = new Map<string, Annotations>();
  // Classes that extend this one with a table of their own are children too, but lend it nothing.
  for (const child of metadata.childEntityMetadatas.filter(({ tableType }) => tableType === 'entity-child')) {
    for (const [member, written] of annotationsOn(child.target).members) {
      if (own.has(member) || declaredAbove.has(member)) continue;
      merged.set(member, { ...merged.get(member), ...written });
    }
  }
  return merged;
}

/** Whether a class is this entity or one that it extends. */
function isAbove(declaring: unknown, entity: unknown): boolean {
  for (let at = entity; typeof at === 'function'; at = Object.getPrototypeOf(at) as unknown) {
    if (at === declaring) return true;
  }
  return false;
}

/** What is written on an embedded object holds for each of its columns; what is written inside it counts more. */
function embeddedMembers(metadata: EntityMetadata, members: Members): Members {
  const found = new Map<string, Annotations>();
  for (const { embeddedMetadata, propertyName, propertyPath } of metadata.columns) {
    if (!embeddedMetadata) continue;
    let written: Annotations = {};
    let outer = members;
    for (const object of embeddedMetadata.embeddedMetadataTree) {
      written = { ...written, ...outer.get(object.propertyName) };
      outer = annotationsOn(object.type).members;
    }
    found.set(propertyPath, { ...written, ...outer.get(propertyName) });
  }
  return found;
}
