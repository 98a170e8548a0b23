// The messages about counts, in the singular and in the plural.
import type { EntityModel } from '../model/api-model.js';
import { createSchemaValidator } from '../model/schema-validator.js';
import type { JsonSchema, JsonValue } from '../vocabulary/json-schema.js';
import { toBodyFault } from './body-fault.js';

const noFields = { fields: [] } as unknown as EntityModel;

/** The detail of the one fault of a value. */
function detailOf(schema: JsonSchema, value: JsonValue): string | undefined {
  const validate = createSchemaValidator('every').compile(schema);
  validate(value);
  return validate.errors?.map((error) => toBodyFault(error, noFields).detail).join();
}

describe('the detail of a fault agrees in number with the bound', () => {
  test.each([
    [{ type: 'string', minLength: 1 }, '', 'The value must have at least 1 character.'],
    [{ type: 'string', minLength: 2 }, 'a', 'The value must have at least 2 characters.'],
    [{ type: 'string', maxLength: 1 }, 'ab', 'The value must have at most 1 character.'],
    [{ type: 'string', maxLength: 0 }, 'a', 'The value must have at most 0 characters.'],
    [{ type: 'array', minItems: 1 }, [], 'The value must have at least 1 item.'],
    [{ type: 'array', maxItems: 2 }, [1, 2, 3], 'The value must have at most 2 items.'],
    [{ type: 'object', minProperties: 1 }, {}, 'The value must have at least 1 key.'],
    [{ type: 'object', maxProperties: 0 }, { a: 1 }, 'The value must have at most 0 keys.'],
  ] satisfies [JsonSchema, JsonValue, string][])('%j', (schema, value, detail) => {
    expect(detailOf(schema, value)).toBe(detail);
  });
});
