// The names of entities in the API: of paths, components, operations, messages.
import type { EntityMetadata } from 'typeorm';
import { readOwnNotes } from '../../annotation/annotations.js';

/** The name that the class gives itself with `@EntityName`, or TypeORM's: that of the class, or of its EntitySchema. */
export function getEntityName({ target, name }: Pick<EntityMetadata, 'target' | 'name'>): string {
  if (typeof target !== 'function') return name;
  const given = readOwnNotes(target, undefined).flatMap(({ entityName }) => entityName ?? []);
  return given.at(-1) ?? name;
}
