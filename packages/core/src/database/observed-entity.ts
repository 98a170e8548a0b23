// Entities as `save()` and `remove()` of TypeORM show them to listeners and subscribers: with their eager relations, beside the
// stored entity with the ids of the same relations, and the columns and relations that differ.
import { isDeepStrictEqual } from 'node:util';
import type { DataSource, EntityMetadata, FindOneOptions, QueryRunner, SelectQueryBuilder } from 'typeorm';
import type { ListenerEvent, LoadStep } from '../execute/script.js';
import { toKeyProperties } from '../execute/stored-id.js';

type Column = EntityMetadata['columns'][number];
type Relation = EntityMetadata['relations'][number];

/** Loads the entity of a step. */
export async function loadEntity(
  dataSource: DataSource,
  { manager }: QueryRunner,
  { load: entity, id, withDeleted, relations }: LoadStep,
): Promise<object | null> {
  const target = entity.target ?? entity.name;
  const where = toKeyProperties(entity, id);
  const find = (options: FindOneOptions<object>) =>
    manager.findOne<object>(target, { where, withDeleted, ...options });
  if (relations === 'eager') return find({});
  // Without eager relations: TypeORM prefers an entity in a relation to a foreign key that was set.
  if (relations === 'none') return find({ loadEagerRelations: false });
  const metadata = dataSource.getMetadata(target);
  const query = manager
    .createQueryBuilder<object>(target, metadata.name)
    .setFindOptions({ where, withDeleted, loadEagerRelations: false, take: 1 });
  return findWithIds(query, metadata.name, findRelations(metadata, relations.idsOf));
}

/** The stored entity with the ids of relations. */
async function findWithIds(
  query: SelectQueryBuilder<object>,
  alias: string,
  relations: readonly Relation[],
): Promise<object | null> {
  for (const relation of relations)
    query.loadRelationIdAndMap(`${alias}.${toIdsProperty(relation)}`, `${alias}.${relation.propertyPath}`, {
      disableMixedMap: true,
    });
  const stored = await query.getOne();
  if (!stored) return null;
  for (const relation of relations) {
    if (relation.embeddedMetadata) moveIds(stored, relation);
    setMissing(stored, relation);
  }
  return stored;
}

/** Property of the entity that gets the ids. TypeORM 0.3 fails at a path through an embedded object without values. */
function toIdsProperty({ embeddedMetadata, propertyPath, propertyName }: Relation): string {
  return embeddedMetadata ? propertyPath.replaceAll('.', '/') : propertyName;
}

/** Moves ids to their place in an embedded object. */
function moveIds(stored: object, relation: Relation): void {
  const property = toIdsProperty(relation);
  const ids: unknown = Reflect.get(stored, property);
  Reflect.deleteProperty(stored, property);
  if (ids !== undefined) relation.setEntityValue(stored, ids);
}

/** The relations whose ids the stored entity has: those that the entity has; of a row to be removed, those of join tables. */
function findRelations(metadata: EntityMetadata, entity: object | 'removed'): readonly Relation[] {
  if (entity === 'removed') return metadata.manyToManyRelations;
  return metadata.relations.filter((relation) => relation.getEntityValue(entity) !== undefined);
}

/** TypeORM leaves a relation without a row undefined here, and sets it to null in the entity if that has the foreign key. */
function setMissing(stored: object, relation: Relation): void {
  const isOwn = relation.isManyToOne || relation.isOneToOneOwner;
  if (isOwn && relation.getEntityValue(stored) === undefined) relation.setEntityValue(stored, null);
}

/** What an update changes. */
export interface EntityChanges {
  readonly columns: Column[];
  readonly relations: Relation[];
}

/** What subscribers have been told of an update so far, by its entity. */
const announcedChanges = new WeakMap<object, EntityChanges>();

/** What an update changes, and what its subscribers have been told before: a listener may have taken a change back. */
export function findEntityChanges(
  { driver }: DataSource,
  metadata: EntityMetadata,
  entity: object,
  stored: object | undefined,
): EntityChanges {
  const before = announcedChanges.get(entity);
  const now = compareEntities(driver, metadata, entity, stored);
  const all = {
    columns: [...new Set([...(before?.columns ?? []), ...now.columns])],
    relations: [...new Set([...(before?.relations ?? []), ...now.relations])],
  };
  announcedChanges.set(entity, all);
  return all;
}

/** Compares an entity with the stored one, by the values that would be stored. Undefined members do not count. */
function compareEntities(
  driver: DataSource['driver'],
  metadata: EntityMetadata,
  entity: object,
  stored: object | undefined,
): EntityChanges {
  const isChanged = (column: Column) => {
    const [value, before] = [entity, stored].map((each) => getShownValue(column, each));
    if (value === undefined) return false;
    // The text of equal JSON values may differ.
    if (isDeepStrictEqual(value, before)) return false;
    return !isDeepStrictEqual(
      driver.preparePersistentValue(value, column),
      driver.preparePersistentValue(before, column),
    );
  };
  return {
    columns: metadata.columns.filter(
      (column) => !column.isVirtual && !column.isDiscriminator && isChanged(column),
    ),
    relations: metadata.relationsWithJoinColumns.filter((relation) =>
      isRelationChanged(relation, entity, stored),
    ),
  };
}

/** A foreign key with a property of its own may differ from the relation beside it: whichever has changed counts. */
function getShownValue(column: Column, entity: object | undefined): unknown {
  const own = column.relationMetadata && entity && getProperty(entity, column);
  return own === undefined || typeof own === 'object' ? column.getEntityValue(entity ?? {}) : own;
}

function getProperty(entity: object, { propertyName, embeddedMetadata }: Column): unknown {
  return embeddedMetadata ? undefined : (entity as Readonly<Record<string, unknown>>)[propertyName];
}

function isRelationChanged(relation: Relation, entity: object, stored: object | undefined): boolean {
  const value: unknown = relation.getEntityValue(entity);
  if (value === undefined) return false;
  const toId = (related: unknown) =>
    typeof related === 'object' && related !== null ? relation.getRelationIdMap(related) : related;
  return !isDeepStrictEqual(toId(value), toId(stored && relation.getEntityValue(stored)));
}

/** The columns that the database sets, for each event after a write. */
const generatedColumns: Readonly<
  Partial<Record<ListenerEvent, (column: Column, entity: object) => boolean>>
> = {
  AfterInsert: (column, entity) => column.getEntityValue(entity) === undefined,
  AfterUpdate: isGeneratedByUpdate,
  AfterSoftRemove: (column) => isGeneratedByUpdate(column) || column.isDeleteDate,
  AfterRecover: (column) => isGeneratedByUpdate(column) || column.isDeleteDate,
};

function isGeneratedByUpdate({ isUpdateDate, isVersion, asExpression }: Column): boolean {
  return isUpdateDate || isVersion || asExpression !== undefined;
}

/** Reads the columns that the database has set in a write into the entity. */
export async function refreshEntity(
  { manager }: QueryRunner,
  metadata: EntityMetadata,
  event: ListenerEvent,
  entity: object,
): Promise<void> {
  const isGenerated = generatedColumns[event];
  const columns = metadata.columns.filter(
    (column) => !column.isVirtual && !column.isVirtualProperty && isGenerated?.(column, entity),
  );
  if (columns.length === 0) return;
  const read = new Set([...metadata.primaryColumns, ...columns]);
  const written = await manager
    .createQueryBuilder<object>(metadata.target, 'written')
    .select([...read].map(({ propertyPath }) => `written.${propertyPath}`))
    .whereInIds([metadata.getEntityIdMap(entity)])
    .withDeleted()
    .callListeners(false)
    .getOne();
  if (written) for (const column of columns) column.setEntityValue(entity, column.getEntityValue(written));
}

/** Listeners of a removal get an entity without its key. Call the result to set the key again: hooks get it. */
export function clearKey({ primaryColumns }: EntityMetadata, entity: object): () => void {
  const values = primaryColumns.map((column) => column.getEntityValue(entity) as unknown);
  const set = (value: (at: number) => unknown) => {
    primaryColumns.forEach((column, at) => {
      column.setEntityValue(entity, value(at));
    });
  };
  set(() => undefined);
  return () => {
    set((at) => values[at]);
  };
}
