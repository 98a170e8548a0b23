// Types of JSON values and of the part of JSON Schema that decorest generates.

/** A JSON value (RFC 8259). */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;

/** A JSON object (RFC 8259). */
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** A schema object of OpenAPI 3.1: JSON Schema, draft 2020-12. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
}

/** A schema that describes its values without restricting them. */
export const anyJsonSchema: JsonSchema = Object.freeze({ description: 'Any JSON value.' });

/** A schema for `@Schema` on a JSON column: an object with any properties. */
export const SchemaObjectAny: JsonSchema = Object.freeze({ type: 'object', additionalProperties: true });
