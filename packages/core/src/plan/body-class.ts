// Single-table inheritance: the class that the body of a new row names by the discriminator.
import type { Fault } from '../errors.js';
import type { EntityModel } from '../model/api-model.js';
import type { ParsedBody } from '../request/json-body.js';
import { toPointer } from '../vocabulary/json-pointer.js';
import { toBodyObject } from './body-value.js';

/** Leaves out the discriminator, once the class is known. */
export function omitDiscriminator({ variants }: EntityModel, body: ParsedBody): ParsedBody {
  if (!variants) return body;
  const { name } = variants.discriminator;
  const given = toBodyObject(body.value);
  if (!Object.hasOwn(given, name)) return body;
  const others = Object.entries(given).filter(([key]) => key !== name);
  return { ...body, value: Object.fromEntries(others) };
}

/** The fault of a discriminator that names no class to create. `values` are those that do. */
export function createUnknownClassFault(name: string, values: readonly string[]): Fault {
  const detail = `The value must be one of ${values.map((value) => JSON.stringify(value)).join(', ')}.`;
  return { pointer: toPointer(name), code: 'not_allowed', detail };
}
