// Converts the key of a stored row to the id used in plans, and an id to TypeORM's form.
import type { EntityModel } from '../model/api-model.js';
import { toId, getKeyValues } from '../plan/id-value.js';
import type { Row } from '../sql/row-renderer.js';

/** The id of a row whose first columns are those of the key. */
export function decodeStoredId({ key }: Pick<EntityModel, 'key'>, row: Row): unknown {
  return toId(key.map(({ codec }, at) => codec.decode(row[at])));
}

/** An id as the properties of an instance, as TypeORM takes it in conditions. */
export function toKeyProperties(
  { key }: Pick<EntityModel, 'key'>,
  id: unknown,
): Readonly<Record<string, unknown>> {
  const values = getKeyValues(id);
  return Object.fromEntries(key.map(({ property }, at) => [property, values[at]]));
}
