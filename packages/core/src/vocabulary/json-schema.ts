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
  /** The sign of a number that is written as text. */
  readonly 'x-decorest-sign'?: SignRule;
  /** The most bytes of a text in Base64; null for any number. */
  readonly 'x-decorest-max-bytes'?: number | null;
  /** The number that a value is a multiple of, which other code checks exactly: floats are no decimals. */
  readonly 'x-decorest-step'?: number;
  /** Rules that other code checks, each as a sentence. */
  readonly 'x-decorest-words'?: readonly string[];
}

/** Which numbers a rule allows. */
export type NumberSign = 'notNegative' | 'positive' | 'negative';

/**
 * A rule for the sign of a number that is written as text. Documents have no such keyword: where the schema has the pattern
 * `of`, they have the pattern `as`, which expresses both; otherwise, and if `as` is null, a sentence.
 */
export interface SignRule {
  readonly is: NumberSign;
  readonly of: string;
  readonly as: string | null;
}

/** A schema that describes its values without restricting them. */
export const anyJsonSchema: JsonSchema = Object.freeze({ description: 'Any JSON value.' });

/** A schema for `@Schema` on a JSON column: an object with any properties. */
export const SchemaObjectAny: JsonSchema = Object.freeze({ type: 'object', additionalProperties: true });
