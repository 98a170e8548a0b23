// Restores the order in which a class declares its properties. TypeORM lists embedded objects after all columns; an instance
// has them in place if the compiler defines class fields (ES2022).
import type { EntityMetadata } from 'typeorm';

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
