// Scans the annotations of an entity, and of the objects that it embeds.
import type { DataSource, EntityMetadata, EntitySchema } from 'typeorm';
import { isEntitySchema } from '../../annotation/annotate.js';
import { readAnnotations, type ClassAnnotations, type Annotations } from '../../annotation/annotations.js';
import type { JsonSchema } from '../../vocabulary/json-schema.js';
import { getOwnColumns, getOwnRelations } from './scan-classes.js';
import type { EntitySource } from './scan-columns.js';
import { hasUndeclaredValues } from './scan-kinds.js';

type Members = ReadonlyMap<string, Annotations>;

/**
 * The annotations of an entity: those of its class, or of the EntitySchema that makes it. `defaultSchema` describes the values of
 * columns that declare none.
 */
export function scanAnnotations(
  dataSource: DataSource,
  metadata: EntityMetadata,
  defaultSchema: JsonSchema | null,
): ClassAnnotations {
  const written = scanWritten(dataSource, metadata);
  if (!defaultSchema) return written;
  return addSchemas({ dataSource, metadata, annotations: written }, defaultSchema);
}

function scanWritten(dataSource: DataSource, metadata: EntityMetadata): ClassAnnotations {
  const annotations = readHolderAnnotations(
    typeof metadata.target === 'function' ? metadata.target : findEntitySchema(dataSource, metadata),
  );
  const { members } = annotations;
  return { ...annotations, members: new Map([...members, ...scanEmbeddedMembers(metadata, members)]) };
}

const notAnnotated: ClassAnnotations = {
  own: {},
  written: {},
  members: new Map(),
  writtenMembers: new Map(),
  overruled: new Set(),
};

function readHolderAnnotations(holder: object | string | undefined): ClassAnnotations {
  return typeof holder === 'object' || typeof holder === 'function' ? readAnnotations(holder) : notAnnotated;
}

/** TypeORM's metadata do not refer to the schema that they are made of. */
function findEntitySchema({ options }: DataSource, { name }: EntityMetadata): EntitySchema | undefined {
  const { entities = [] } = options;
  const listed: readonly unknown[] = Array.isArray(entities) ? entities : Object.values(entities);
  return listed.find(
    (entity): entity is EntitySchema => isEntitySchema(entity) && entity.options.name === name,
  );
}

/** The annotations, as if the schema were written on each column of undeclared values. */
function addSchemas(
  source: Omit<EntitySource, 'defaults' | 'scanRules'>,
  schema: JsonSchema,
): ClassAnnotations {
  const { members } = source.annotations;
  const undeclared = getOwnColumns(source.metadata)
    .filter((column) => !column.isVirtual && hasUndeclaredValues(source, column))
    .map(({ propertyPath }) => [propertyPath, { ...members.get(propertyPath), schema }] as const);
  return { ...source.annotations, members: new Map([...members, ...undeclared]) };
}

/** Annotations on an embedded object apply to each of its columns; those inside it take precedence. */
function scanEmbeddedMembers(metadata: EntityMetadata, members: Members): Members {
  const found = new Map<string, Annotations>();
  // The column of a foreign key without a property of its own has the annotations of its relation.
  const own = getOwnColumns(metadata).filter(({ isVirtual }) => !isVirtual);
  for (const { embeddedMetadata, propertyName, propertyPath } of [...own, ...getOwnRelations(metadata)]) {
    if (!embeddedMetadata) continue;
    let written: Annotations = {};
    let outer = members;
    for (const object of embeddedMetadata.embeddedMetadataTree) {
      written = { ...written, ...outer.get(object.propertyName) };
      outer = readHolderAnnotations(object.type).members;
    }
    found.set(propertyPath, { ...written, ...outer.get(propertyName) });
  }
  return found;
}
