// What class-validator's decorators say, as JSON Schema: the bounds the document publishes beside the column's own.
import { targetConstructorToSchema } from 'class-validator-jsonschema';
import type { JsonSchema } from '../vocabulary/json-schema.js';

/** Keywords that narrow a value; descriptions of types and references come from the column. */
const lowerBounds = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems'] as const;
const upperBounds = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems'] as const;
const others = ['pattern', 'multipleOf', 'enum'] as const;
const formats: ReadonlySet<unknown> = new Set([
  'email',
  'uri',
  'uuid',
  'ipv4',
  'ipv6',
  'hostname',
  'date',
  'date-time',
]);

/** Schemas by property, for the class and those it extends. */
export function validatorSchemas(
  target: (abstract new () => object) | null,
): Readonly<Record<string, JsonSchema>> {
  if (target === null) return {};
  const properties = Object.entries(targetConstructorToSchema(target, {}).properties ?? {});
  return Object.fromEntries(
    properties
      .filter(([, schema]) => !('$ref' in schema))
      .map(([name, schema]) => [name, { ...schema } as JsonSchema]),
  );
}

/** The column's schema, narrowed by the validators: of two bounds, the stricter. */
export function narrowed(column: JsonSchema, validators: JsonSchema | undefined): JsonSchema {
  if (!validators) return column;
  return {
    ...column,
    ...stricter(lowerBounds, column, validators, Math.max),
    ...stricter(upperBounds, column, validators, Math.min),
    ...added(column, validators),
  };
}

function stricter(
  keywords: readonly string[],
  column: JsonSchema,
  validators: JsonSchema,
  pick: (a: number, b: number) => number,
): Record<string, number> {
  const bounds: Record<string, number> = {};
  for (const keyword of keywords) {
    const values = [column[keyword], validators[keyword]].filter((value) => typeof value === 'number');
    if (values.length > 0) bounds[keyword] = values.reduce((a, b) => pick(a, b));
  }
  return bounds;
}

function added(column: JsonSchema, validators: JsonSchema): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const keyword of others) {
    if (validators[keyword] !== undefined && column[keyword] === undefined)
      found[keyword] = validators[keyword];
  }
  if (column.format === undefined && formats.has(validators.format)) found.format = validators.format;
  return found;
}
