// Checks values against schemas. Validators are compiled on first use.
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { createSchemaValidator } from '../model/schema-validator.js';
import type { JsonSchema } from '../vocabulary/json-schema.js';

/** Returns the errors of a value. */
export type SchemaCheck = (schema: JsonSchema, value: unknown) => readonly ErrorObject[];

/** Runs validators that report every error or only the first, each compiled on first use. */
export function createSchemaCheck(report: 'every' | 'first'): SchemaCheck {
  let ajv: ReturnType<typeof createSchemaValidator> | undefined;
  const known = new WeakMap<JsonSchema, ValidateFunction>();
  const compile = (schema: JsonSchema) => {
    const validate = (ajv ??= createSchemaValidator(report)).compile(schema);
    known.set(schema, validate);
    return validate;
  };
  return (schema, value) => {
    const validate = known.get(schema) ?? compile(schema);
    return validate(value) ? [] : (validate.errors ?? []);
  };
}

/** Checks the schemas of single rules. */
export const checkSchema: SchemaCheck = createSchemaCheck('every');
