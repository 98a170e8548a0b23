// Checks bodies against the schemas in the OpenAPI document. Validators are compiled on first use.
import { maxFaults } from '../errors.js';
import type { EntityModel } from '../model/api-model.js';
import { omitRedundantErrors } from '../model/schema-validator.js';
import type { ParsedBody } from '../request/json-body.js';
import type { JsonSchema, JsonValue } from '../vocabulary/json-schema.js';
import { formatQuantity } from '../vocabulary/wording.js';
import { toBodyFault, createUnknownKeyFault, type BodyFault } from './body-fault.js';
import { getBodySchema, type BodyKind } from './body-form.js';
import { copyWith } from './body-keys.js';
import { toBodyObject } from './body-value.js';
import type { Faults } from './faults.js';
import { createSchemaCheck } from './schema-check.js';

/** Adds a fault for each place where a body violates its schema; for a large body, only for the first violation. */
export type BodyCheck = (entity: EntityModel, kind: BodyKind, body: ParsedBody, faults: Faults) => void;

/** Larger bodies are checked up to their first violation: each value may have its own fault, and each fault costs time. */
export const maxCheckedValues = 10_000;

/** A check for all entities of one API. */
export function createBodyCheck(): BodyCheck {
  const every = createSchemaCheck('every');
  const first = createSchemaCheck('first');
  return (entity, kind, { value, size }, faults) => {
    if (faults.isFull) return;
    const schema = getBodySchema(entity, kind);
    const checkedValue = omitLongLists(value, { schema, entity }, faults);
    if (size > maxCheckedValues && addUnknownKeys(checkedValue, { schema, entity }, faults)) return;
    const errors = (size > maxCheckedValues ? first : every)(schema, checkedValue);
    if (errors.length === 0) return;
    const found = omitRedundantErrors(errors)
      .slice(0, maxFaults)
      .map((error) => toBodyFault(error, entity));
    // Parsing has already reported numbers that are too large for JSON.
    for (const fault of removeDuplicates(found).filter(({ pointer }) => !faults.hasFaultAt(pointer)))
      faults.add(fault);
  };
}

/** What a body is checked against. */
interface CheckedForm {
  readonly schema: JsonSchema;
  readonly entity: EntityModel;
}

/** Returns whether the body has unknown keys. A hundred thousand of them must not reach the validator. */
function addUnknownKeys(
  body: JsonValue | undefined,
  { schema, entity }: CheckedForm,
  faults: Faults,
): boolean {
  const { properties = {}, additionalProperties } = schema;
  if (additionalProperties !== false) return false;
  let count = 0;
  for (const key of Object.keys(toBodyObject(body))) {
    if (Object.hasOwn(properties, key)) continue;
    faults.add(createUnknownKeyFault(key, entity));
    if (++count === maxFaults) break;
  }
  return count > 0;
}

const maxItemsCache = new WeakMap<JsonSchema, ReadonlyMap<string, number>>();

/** The `maxItems` of each bounded list, by key. */
function getMaxItems(schema: JsonSchema): ReadonlyMap<string, number> {
  const known = maxItemsCache.get(schema);
  if (known) return known;
  const lists = Object.entries(schema.properties ?? {}).map(
    ([key, { maxItems }]) => [key, maxItems] as const,
  );
  const made = new Map(lists.filter((list): list is [string, number] => typeof list[1] === 'number'));
  maxItemsCache.set(schema, made);
  return made;
}

/** Removes lists that are too long before validation: half a million items could each have a fault. */
function omitLongLists(
  body: JsonValue | undefined,
  { schema, entity }: CheckedForm,
  faults: Faults,
): JsonValue | undefined {
  const object = toBodyObject(body);
  const tooLong = new Map<string, undefined>();
  for (const [key, max] of getMaxItems(schema)) {
    const value = Object.hasOwn(object, key) ? object[key] : undefined;
    if (!Array.isArray(value) || value.length <= max) continue;
    tooLong.set(key, undefined);
    const detail = `The value must have at most ${formatQuantity(max, 'item')}.`;
    faults.add({ pointer: `/${key}`, code: 'too_many', detail });
  }
  if (tooLong.size === 0) return body;
  return copyWith(entity, object, tooLong);
}

/** Removes duplicates: a format and its pattern may report the same fault. */
function removeDuplicates(faults: readonly BodyFault[]): readonly BodyFault[] {
  const known = new Map(faults.map((fault) => [`${fault.pointer}\n${fault.detail}`, fault]));
  return [...known.values()];
}
