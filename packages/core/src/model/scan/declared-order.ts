// The order in which a class declares its members. An EntitySchema may list its columns in another order than the class has
// its properties: then the order of the properties counts, for keys and for the foreign keys that refer to them.
import type { EntityMetadata } from 'typeorm';
import { getOwnColumns, type ColumnMetadata } from './scan-classes.js';

/** A member of an entity. */
interface Member {
  /** Its path from the entity, such as `address.city`. */
  readonly property: string;
}

/** The members in declared order; those that an instance lacks stay behind their predecessor. */
export function sortByDeclaration<T extends Member>(metadata: EntityMetadata, members: readonly T[]): T[] {
  const fields = new Map([['', listFields(metadata)]]);
  for (const embedded of metadata.allEmbeddeds) fields.set(embedded.propertyPath, listFields(embedded));
  return sortMembers(fields, '', members);
}

/** The properties of an object that TypeORM creates for a row, before any value is set. */
function listFields(metadata: EntityMetadata | EntityMetadata['allEmbeddeds'][number]): readonly string[] {
  const made: unknown =
    'allEmbeddeds' in metadata
      ? metadata.create(undefined, { fromDeserializer: true })
      : // With that option, TypeORM calls no constructor of an embedded object.
        metadata.create();
  return typeof made === 'object' && made !== null ? Object.keys(made) : [];
}

function sortMembers<T extends Member>(
  fields: ReadonlyMap<string, readonly string[]>,
  parent: string,
  members: readonly T[],
): T[] {
  const declared = fields.get(parent);
  if (!declared) return [...members];
  const depth = parent === '' ? 0 : parent.split('.').length;
  const groups = new Map<string, T[]>();
  for (const member of members) {
    const path = member.property
      .split('.')
      .slice(0, depth + 1)
      .join('.');
    groups.set(path, [...(groups.get(path) ?? []), member]);
  }
  let place = -1;
  const placed = [...groups].map(([path, group]) => {
    const at = declared.indexOf(path.slice(path.lastIndexOf('.') + 1));
    if (at >= 0) place = at;
    return { place, group: sortMembers(fields, path, group) };
  });
  return placed.sort((a, b) => a.place - b.place).flatMap(({ group }) => group);
}

/** The columns of the primary key in the order of an id. Foreign keys refer to them in this order. */
export function listKeyColumns(metadata: EntityMetadata): readonly ColumnMetadata[] {
  if (metadata.primaryColumns.length === 1) return metadata.primaryColumns;
  const columns = getOwnColumns(metadata).map((column) => ({ property: column.propertyPath, column }));
  return sortByDeclaration(metadata, columns).flatMap(({ column }) => (column.isPrimary ? column : []));
}
