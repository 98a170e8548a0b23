// Field -> schema of its value as it is spelled in a path or a query: one spelling per value.
import type { EntityModel, FieldKind, FieldModel, Limits } from '@decorest/core';
import type { oas31 } from 'openapi3-ts';
import type { DocumentContext } from './document-context.js';
import { buildStoredValueSchema } from './field-schema.js';
import type { Schema } from './schema-object.js';

/** What is demanded of the text beyond its type and format. */
const spelling: Partial<Record<FieldKind, oas31.SchemaObject>> = {
  uuid: { pattern: '^[0-9a-f-]{36}$' },
  decimal: { pattern: '^-?(0|[1-9][0-9]*)(\\.[0-9]+)?$' },
};

/** Schema of a value that a client compares a field with. */
export function buildParameterValueSchema(
  entity: EntityModel,
  field: FieldModel,
  context: DocumentContext,
): Schema {
  if (field.kind === 'string') return buildTextSchema(context.model.limits);
  return { ...buildStoredValueSchema(entity, field, context), ...spelling[field.kind] };
}

/** Any text, as long as one value may be. */
export function buildTextSchema({ valueLength }: Limits): oas31.SchemaObject {
  return { type: 'string', maxLength: valueLength };
}
