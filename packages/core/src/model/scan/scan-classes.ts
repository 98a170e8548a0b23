// Scans what classes add to a table: members of single-table inheritance, listeners, subscribers. TypeORM's metadata of a class contains the
// columns and relations of all classes that extend it, and makes each column of a child nullable, because rows of its siblings
// have no value for it.
import { getMetadataArgsStorage, type EntityMetadata, type DataSource } from 'typeorm';
import type { TableModel } from '../api-model.js';
import { getEntityName } from './entity-name.js';

/** TypeORM's metadata of a column. */
export type ColumnMetadata = EntityMetadata['columns'][number];
type RelationMetadata = EntityMetadata['relations'][number];

/** The children in the same table; a subclass with its own table does not count. */
export function findTableChildren({ childEntityMetadatas }: EntityMetadata): EntityMetadata[] {
  return childEntityMetadatas.filter(({ tableType }) => tableType === 'entity-child');
}

/** The columns of the class itself, without those of its children only. */
export function getOwnColumns(metadata: EntityMetadata): ColumnMetadata[] {
  if (findTableChildren(metadata).length === 0) return metadata.columns;
  return metadata.columns.filter((column) => isOwn(metadata, column));
}

/** The relations of the class itself, without those of its children only. */
export function getOwnRelations(metadata: EntityMetadata): RelationMetadata[] {
  if (findTableChildren(metadata).length === 0) return metadata.relations;
  return metadata.relations.filter((relation) => isOwn(metadata, relation));
}

/** Siblings may declare a column of the same name: TypeORM attributes it to one of them. */
function isOwn(metadata: EntityMetadata, member: ColumnMetadata | RelationMetadata): boolean {
  const { columns, relations, embeddeds } = getMetadataArgsStorage();
  const embedded = member.embeddedMetadata?.embeddedMetadataTree[0];
  // The column of a foreign key without a property of its own belongs to its relation.
  const relation = 'relationMetadata' in member && member.isVirtual ? member.relationMetadata : undefined;
  const property = (embedded ?? relation ?? member).propertyName;
  const declared = (embedded ? embeddeds : [...columns, ...relations]).filter(
    ({ propertyName }) => propertyName === property,
  );
  const below = [(relation ?? member).target, ...declared.map(({ target }) => target)];
  return (
    declared.some(({ target }) => isSameOrBaseClass(target, metadata.target)) ||
    !below.some((target) => target !== metadata.target && isSameOrBaseClass(metadata.target, target))
  );
}

/** Whether `declaring` is the class `entity` or a class that it extends. */
function isSameOrBaseClass(declaring: unknown, entity: unknown): boolean {
  for (let at = entity; typeof at === 'function'; at = Object.getPrototypeOf(at) as unknown)
    if (at === declaring) return true;
  return false;
}

/** Whether the class declares a column as nullable. */
export function isDeclaredNullable({ tableType, target }: EntityMetadata, column: ColumnMetadata): boolean {
  // TypeORM sets `isNullable` on these regardless of the declaration.
  const isForcedNullable =
    tableType === 'entity-child' && !column.embeddedMetadata && !column.isVirtual && !column.isDeleteDate;
  if (!column.isNullable || !isForcedNullable) return column.isNullable;
  const { columns } = getMetadataArgsStorage();
  for (let at: unknown = target; typeof at === 'function'; at = Object.getPrototypeOf(at) as unknown) {
    const declared = columns.find((each) => each.target === at && each.propertyName === column.propertyName);
    if (declared) return declared.options.nullable ?? declared.options.default === null;
  }
  return column.isNullable;
}

/** The writes that listeners of the class, or subscribers of the data source, observe. */
export function scanListeners(dataSource: DataSource, metadata: EntityMetadata): TableModel['listeners'] {
  const subscribers = dataSource.subscribers.filter((subscriber) => isNotified(subscriber, metadata));
  const isObserved = (listeners: readonly unknown[], ...events: (keyof (typeof subscribers)[number])[]) =>
    listeners.length > 0 ||
    subscribers.some((subscriber) => events.some((event) => subscriber[event] !== undefined));
  return {
    insert: isObserved(
      [...metadata.beforeInsertListeners, ...metadata.afterInsertListeners],
      'beforeInsert',
      'afterInsert',
    ),
    update: isObserved(
      [...metadata.beforeUpdateListeners, ...metadata.afterUpdateListeners],
      'beforeUpdate',
      'afterUpdate',
    ),
    remove: isObserved(
      [
        ...metadata.beforeRemoveListeners,
        ...metadata.afterRemoveListeners,
        ...metadata.beforeSoftRemoveListeners,
        ...metadata.afterSoftRemoveListeners,
      ],
      'beforeRemove',
      'afterRemove',
      'beforeSoftRemove',
      'afterSoftRemove',
    ),
    recover: isObserved(
      [...metadata.beforeRecoverListeners, ...metadata.afterRecoverListeners],
      'beforeRecover',
      'afterRecover',
    ),
  };
}

/** The listeners and subscribers that TypeORM calls with the entities of a class that it loads, such as `Pet.afterLoad`. */
export function scanLoadListeners(dataSource: DataSource, metadata: EntityMetadata): readonly string[] {
  const own = metadata.afterLoadListeners.map(
    ({ propertyName }) => `${getEntityName(metadata)}.${propertyName}`,
  );
  const others = dataSource.subscribers.filter(
    (subscriber) => subscriber.afterLoad !== undefined && isNotified(subscriber, metadata),
  );
  return [...own, ...others.map((subscriber) => `${subscriber.constructor.name}.afterLoad`)];
}

/** Whether TypeORM notifies a subscriber: it listens to no class, `Object`, the class itself, or one it extends. */
export function isNotified(
  subscriber: DataSource['subscribers'][number],
  { target }: EntityMetadata,
): boolean {
  const listened = subscriber.listenTo?.();
  if (listened === undefined || listened === Object || listened === target) return true;
  return (
    typeof target === 'function' && typeof listened === 'function' && target.prototype instanceof listened
  );
}
