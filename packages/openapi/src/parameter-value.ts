// Field -> schema of its value in a path or a query, where every value has exactly one format.
import type { EntityModel, FieldKind, FieldModel, Limits } from '@decorest/core';
import type { oas31 } from 'openapi3-ts';
import type { DocumentContext } from './document-context.js';
import { buildStoredValueSchema } from './field-schema.js';
import type { Schema } from './schema-object.js';

/** Constraints on the text beyond type and format. */
const spelling: Partial<Record<FieldKind, oas31.SchemaObject>> = {
  uuid: { pattern: '^[0-9a-f-]{36}$' },
  decimal: { pattern: '^-?(0|[1-9][0-9]*)(\\.[0-9]+)?$' },
};

/** Schema of a value that a field is compared with. */
export function buildParameterValueSchema(
  entity: EntityModel,
  field: FieldModel,
  context: DocumentContext,
): Schema {
  if (field.kind === 'string') return buildTextSchema(context.model.limits);
  return { ...buildStoredValueSchema(entity, field, context), ...spelling[field.kind] };
}

/** Schema of any text of up to `limits.valueLength` characters. */
export function buildTextSchema({ valueLength }: Limits): oas31.SchemaObject {
  return { type: 'string', maxLength: valueLength };
}
