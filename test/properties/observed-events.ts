// What listeners and subscribers are told, in order, as values that writes of equal rows have in common.
import { EventSubscriber, type EntityMetadata, type EntitySubscriberInterface } from 'typeorm';

/** What a listener or a subscriber was told. */
export interface Told {
  readonly name: string;
  readonly entity?: unknown;
  readonly databaseEntity?: unknown;
  readonly entityId?: unknown;
  /** How far the version of the entity is from the stored one: updates that change nothing have set some beforehand. */
  readonly versions?: number;
  readonly updatedColumns?: readonly string[] | undefined;
  readonly updatedRelations?: readonly string[] | undefined;
}

let events: Told[] = [];
/** The instance of each event. */
const instances = new WeakMap<Told, object>();
/** Those of updates whose columns and relations are as they were. */
const idle = new WeakSet<Told>();

export function clearEvents(): void {
  events = [];
}

/** Keeps what was told of an instance. */
export function recordEvent(instance: object, event: Told): void {
  instances.set(event, instance);
  events.push(event);
}

/** Records the events of all classes. TypeORM has some of join tables, and some without an entity: the API has neither. */
@EventSubscriber()
export class EventRecorder implements EntitySubscriberInterface {
  beforeInsert = this.#record('before insert');
  afterInsert = this.#record('after insert');
  beforeUpdate = this.#record('before update');
  afterUpdate = this.#record('after update');
  beforeRemove = this.#record('before remove');
  afterRemove = this.#record('after remove');
  beforeSoftRemove = this.#record('before soft remove');
  afterSoftRemove = this.#record('after soft remove');
  beforeRecover = this.#record('before recover');
  afterRecover = this.#record('after recover');

  #record(name: string): (event: object) => void {
    return (event) => {
      recordSubscriberEvent(name, event);
    };
  }
}

type Column = EntityMetadata['columns'][number];
type Relation = EntityMetadata['relations'][number];

function recordSubscriberEvent(name: string, event: object): void {
  const told = event as Partial<{
    metadata: EntityMetadata;
    entity: object;
    databaseEntity: object;
    entityId: unknown;
    updatedColumns: Column[];
    updatedRelations: Relation[];
  }>;
  const { metadata, entity, databaseEntity, entityId, updatedColumns, updatedRelations } = told;
  if (!metadata || metadata.isJunction || !entity) return;
  // TypeORM lists a relation twice, and one that was null and stays null.
  const relations = [...new Set(updatedRelations ?? [])].filter(
    (relation) => databaseEntity && idOf(relation, entity) !== idOf(relation, databaseEntity),
  );
  const isAsBefore = (column: Column) => textOf(column, entity) === textOf(column, databaseEntity ?? {});
  const recorded: Told = {
    name: `${name} of ${metadata.name}`,
    entity: name === 'after insert' ? toNewRow(entity) : toPlain(entity, !name.endsWith('insert')),
    databaseEntity: toPlain(databaseEntity),
    entityId,
    ...(name === 'after insert' && isDeleted(entity)
      ? {}
      : { versions: versionOf(entity) - versionOf(databaseEntity) }),
    updatedColumns: updatedColumns?.map(({ propertyPath }) => propertyPath),
    updatedRelations: relations.map(({ propertyPath }) => propertyPath),
  };
  if (name === 'after update' && relations.length === 0 && updatedColumns?.every(isAsBefore))
    idle.add(recorded);
  recordEvent(entity, recorded);
}

function isDeleted(entity: object): boolean {
  return 'deletedAt' in entity && entity.deletedAt instanceof Date;
}

/** Without what the database has set where a listener has deleted the row: TypeORM does not always read it. */
function toNewRow(entity: object): unknown {
  const { createdAt, updatedAt, rank, ...others } = entity as Record<string, unknown>;
  const set = isDeleted(entity) ? {} : { createdAt, updatedAt, rank };
  return toPlain({ ...others, ...set });
}

function textOf(column: Column, entity: object): string {
  return JSON.stringify([column.getEntityValue(entity, true)]);
}

function versionOf(entity: object | undefined): number {
  return (entity as { version?: number } | undefined)?.version ?? 0;
}

function idOf(relation: Relation, entity: object): unknown {
  return (relation.getEntityValue(entity) as { id: unknown } | null)?.id ?? null;
}

/** An eager collection is read in no particular order. */
function sortById(rows: readonly unknown[]): readonly unknown[] {
  const toId = (row: unknown) => (row as { id?: number } | null)?.id ?? 0;
  return [...rows].sort((a, b) => toId(a) - toId(b));
}

/**
 * Times differ between twins: whether there is one. Versions are compared elsewhere. Undefined members are as good as none, and
 * so is a relation to nothing. TypeORM sets what it has not read to null when it writes a row again.
 */
export function toPlain(value: unknown, isWrittenAgain = false): unknown {
  if (value instanceof Date) return 'a time';
  if (Array.isArray(value)) return sortById(value).map((each) => toPlain(each));
  if (typeof value !== 'object' || value === null) return value;
  if ('id' in value && value.id === null) return null;
  const members = Object.entries(value).filter(
    ([name, member]) => member !== undefined && name !== 'version' && !(isWrittenAgain && name === 'secret'),
  );
  const sorted = members.sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([name, member]) => [name, toPlain(member)]));
}

/** All events in their order. `dropsIdle`: without updates that have left everything as it was. */
export function getEvents(dropsIdle: boolean): readonly Told[] {
  return dropEmpty(events, dropsIdle);
}

/** The events of each instance in their order; the instances in an order that does not depend on that of the writes. */
export function getEventsByInstance(dropsIdle: boolean): readonly (readonly Told[])[] {
  const all = new Set(events.map((event) => instances.get(event)));
  return [...all]
    .map((instance) =>
      dropEmpty(
        events.filter((event) => instances.get(event) === instance),
        dropsIdle,
      ),
    )
    .filter((told) => told.length > 0)
    .map((told) => ({ told, text: JSON.stringify(told) }))
    .sort((a, b) => (a.text < b.text ? -1 : 1))
    .map(({ told }) => told);
}

/**
 * Without updates that change nothing: the API sends those, and TypeORM those of relations to nothing. Idle ones may list what a
 * listener has taken back: TypeORM sends them where a relation is one to nothing or was taken back, the API where a version
 * counts changes of edges.
 */
function dropEmpty(all: readonly Told[], dropsIdle: boolean): readonly Told[] {
  const isEmpty = (event: Told | undefined) =>
    event !== undefined &&
    ((event.updatedColumns?.length === 0 && event.updatedRelations?.length === 0) ||
      (dropsIdle && idle.has(event)));
  return all.filter(
    (event, at) => !isEmpty(event) && !(event.name.startsWith('listener') && isEmpty(all[at + 1])),
  );
}
