// The key of a stored row -> the id that plans name it by.
import type { EntityModel } from '../model/api-model.js';
import { idOfKey, keyValues } from '../plan/id-value.js';
import type { Row } from '../sql/row-renderer.js';

/** The id of a row whose first columns are those of the key. */
export function storedId({ key }: Pick<EntityModel, 'key'>, row: Row): unknown {
  return idOfKey(key.map(({ codec }, at) => codec.decode(row[at])));
}

/** The members of an instance that hold its key, as TypeORM's own ids of several columns are written. */
export function keyMembers(
  { key }: Pick<EntityModel, 'key'>,
  id: unknown,
): Readonly<Record<string, unknown>> {
  const values = keyValues(id);
  return Object.fromEntries(key.map(({ property }, at) => [property, values[at]]));
}
