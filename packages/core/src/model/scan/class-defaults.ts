// What classes give new rows by themselves: values that constructors and property initializers set, and code that runs before
// an INSERT. TypeORM's `save(create(body))` stores both.
import type { DataSource, EntityMetadata } from 'typeorm';
import { getOwnColumns, isNotified, type ColumnMetadata } from './scan-classes.js';

/** The value that a new instance of the class has for a column. */
export interface ClassDefault {
  /** The same value in each instance; undefined where it may be another. */
  readonly constant: unknown;
  /** The value is that of an embedded object, which a new instance does not have: it takes a column of the object to make one. */
  readonly inObject: boolean;
}

/** The defaults of each class by the names of columns. */
export type ClassDefaults = ReadonlyMap<EntityMetadata, ReadonlyMap<string, ClassDefault>>;

/** Makes two instances of each class at different times. */
export function scanClassDefaults({ entityMetadatas }: DataSource): ClassDefaults {
  const first = entityMetadatas.map(listInitialValues);
  if (first.some(({ size }) => size > 0)) waitForNextMillisecond();
  return new Map(
    entityMetadatas.map((metadata, at) => {
      const values = first[at] ?? new Map<string, InitialValue>();
      const others = values.size === 0 ? values : listInitialValues(metadata);
      return [
        metadata,
        new Map([...values].map(([column, value]) => [column, compare(value, others.get(column))])),
      ];
    }),
  );
}

/** A value that a new instance has. */
type InitialValue = Pick<ClassDefault, 'inObject'> & { readonly value: unknown };

function listInitialValues(metadata: EntityMetadata): ReadonlyMap<string, InitialValue> {
  const instance = tryTo(() => createInstance(metadata.target));
  if (!instance) return new Map();
  return new Map(
    getOwnColumns(metadata)
      .filter(isGivenByClasses)
      .flatMap((column) => {
        // A getter may need values that a new instance does not have.
        const initial = tryTo(() => findInitialValue(instance, column));
        return initial ? [[column.databaseName, initial] as const] : [];
      }),
  );
}

function tryTo<T>(make: () => T): T | null {
  try {
    return make();
  } catch {
    return null;
  }
}

/** The number of a generated key is none that a class would give. */
function isGivenByClasses({ isInsert, isGenerated, generationStrategy }: ColumnMetadata): boolean {
  return isInsert && !(isGenerated && generationStrategy !== 'uuid');
}

function findInitialValue(instance: object, column: ColumnMetadata): InitialValue | null {
  const value: unknown = column.getEntityValue(instance);
  // NULL in a column that takes none is no value.
  const isValue = (one: unknown) => one !== undefined && (one !== null || column.isNullable);
  if (isValue(value)) return { value, inObject: false };
  const { embeddedMetadata: embedded, propertyName } = column;
  const object = value === undefined && embedded ? createInstance(embedded.type) : null;
  const inner: unknown = object ? Reflect.get(object, propertyName) : undefined;
  return isValue(inner) ? { value: inner, inObject: true } : null;
}

/** Null for an entity without a class. Throws where the class cannot be made without arguments. */
function createInstance(target: unknown): object | null {
  return typeof target === 'function' ? (Reflect.construct(target, []) as object) : null;
}

/** The clock decides some values: they are others in the next millisecond, or show the time. */
function compare(one: InitialValue, other: InitialValue | undefined): ClassDefault {
  const { value, inObject } = one;
  const json = toJson(value);
  const isSame = other !== undefined && json !== null && json === toJson(other.value);
  return { inObject, constant: isSame && !showsTime(value) ? value : undefined };
}

function toJson(value: unknown): string | null {
  // A bigint or a cycle has none.
  return tryTo(() => JSON.stringify(value));
}

/** Whether a value is the current day or time, perhaps in seconds. */
function showsTime(value: unknown): boolean {
  if (value instanceof Date) return true;
  const now = Date.now();
  const day = 86_400_000;
  if (typeof value === 'number') return Math.abs(value - now) < day || Math.abs(value - now / 1000) < day;
  return typeof value === 'string' && value.includes(new Date(now).toISOString().slice(0, 10));
}

function waitForNextMillisecond(): void {
  const start = Date.now();
  while (Date.now() === start);
}

/** The code that TypeORM runs before it inserts a row: listeners of the class, and subscribers. */
export function listBeforeInsert(
  { subscribers }: DataSource,
  metadata: EntityMetadata,
): readonly ((...given: never[]) => unknown)[] {
  const listeners = metadata.beforeInsertListeners.map(({ target, propertyName, embeddedMetadata }) => {
    const declaring: unknown = embeddedMetadata?.type ?? target;
    return typeof declaring === 'function'
      ? (Reflect.get(declaring.prototype as object, propertyName) as unknown)
      : undefined;
  });
  const heard = subscribers
    .filter((subscriber) => isNotified(subscriber, metadata))
    .map((subscriber): unknown => Reflect.get(subscriber, 'beforeInsert'));
  return [...listeners, ...heard].filter(
    (code): code is (...given: never[]) => unknown => typeof code === 'function',
  );
}
