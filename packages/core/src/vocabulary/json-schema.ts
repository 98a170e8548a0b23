// The part of JSON Schema (draft 2020-12, the dialect of OpenAPI 3.1) that decorest writes.

/** A JSON value. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;
/** A JSON object. */
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** A schema object as OpenAPI 3.1 takes it. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
}

/** For `@Schema` on a JSON column: an object with any properties. */
export const SchemaObjectAny: JsonSchema = Object.freeze({ type: 'object', additionalProperties: true });
