// Copies of bodies, without most of the keys that no body of the entity has: an answer lists a hundred, and copies of large
// objects take longer than their parsing.
import { maxFaults } from '../errors.js';
import type { EntityModel } from '../model/api-model.js';
import type { ParsedBody } from '../request/json-body.js';
import type { JsonObject, JsonValue } from '../vocabulary/json-schema.js';
import { toBodyObject } from './body-value.js';

/**
 * A copy of a body's object with other values in some places; undefined leaves a key out. Of the keys that no body of the
 * entity has, as many as an answer lists.
 */
export function copyWith(
  entity: EntityModel,
  object: JsonObject,
  changes: ReadonlyMap<string, JsonValue | undefined>,
): JsonObject {
  const known = findKnownKeys(entity);
  const entries: [string, JsonValue][] = [];
  let unknown = 0;
  for (const key of Object.keys(object)) {
    if (!known.has(key) && ++unknown > maxFaults) continue;
    const value = changes.has(key) ? changes.get(key) : object[key];
    if (value !== undefined) entries.push([key, value]);
  }
  return Object.fromEntries(entries);
}

/** A body that is checked several times, without most of its unknown keys. */
export function limitKeys(entity: EntityModel, body: ParsedBody): ParsedBody {
  const { value } = body;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return body;
  return { ...body, value: copyWith(entity, toBodyObject(value), new Map()) };
}

const knownKeysCache = new WeakMap<EntityModel, ReadonlySet<string>>();

/** The keys of all bodies of the entity and its classes. */
function findKnownKeys(entity: EntityModel): ReadonlySet<string> {
  const known = knownKeysCache.get(entity);
  if (known) return known;
  const { variants } = entity;
  const classes = [entity, ...(variants?.classes ?? []).map((one) => one.entity)];
  const found = new Set([
    ...(variants ? [variants.discriminator.name] : []),
    ...classes.flatMap(({ body, bulk, edges }) => [
      ...[body.create, body.update, bulk?.body?.many, bulk?.body?.item].flatMap((schema) =>
        Object.keys(schema?.properties ?? {}),
      ),
      ...edges.map(({ name }) => name),
    ]),
  ]);
  knownKeysCache.set(entity, found);
  return found;
}
