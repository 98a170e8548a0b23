// Whether a JSON Schema allows a value, formats included.
import type { JsonSchema } from '@decorest/core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);

/** Whether the value satisfies the schema. */
export function allows(schema: JsonSchema, value: unknown): boolean {
  return ajv.compile(schema)(value);
}
