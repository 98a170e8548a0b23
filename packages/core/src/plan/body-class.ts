// Single-table inheritance: the class that the body of a new row names by the discriminator.
import type { Fault } from '../errors.js';
import type { EntityModel } from '../model/api-model.js';
import type { ParsedBody } from '../request/json-body.js';
import { toPointer } from '../vocabulary/json-pointer.js';
import { copyWith } from './body-keys.js';
import { toBodyObject } from './body-value.js';

/** Leaves out the discriminator, once the class is known. */
export function omitDiscriminator(entity: EntityModel, body: ParsedBody): ParsedBody {
  const { variants } = entity;
  if (!variants) return body;
  const { name } = variants.discriminator;
  const given = toBodyObject(body.value);
  if (!Object.hasOwn(given, name)) return body;
  return { ...body, value: copyWith(entity, given, new Map([[name, undefined]])) };
}

/** The fault of a discriminator that names no class to create. `values` are those that do. */
export function createUnknownClassFault(name: string, values: readonly string[]): Fault {
  const detail = `The value must be one of ${values.map((value) => JSON.stringify(value)).join(', ')}.`;
  return { pointer: toPointer(name), code: 'not_allowed', detail };
}
