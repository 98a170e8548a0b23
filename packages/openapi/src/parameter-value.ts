// Field -> schema of its value in a path or a query, where every value has exactly one format.
import type { EntityModel, FieldKind, FieldModel, Limits } from '@decorest/core';
import type { oas31 } from 'openapi3-ts';
import type { DocumentContext } from './document-context.js';
import { buildStoredValueSchema } from './field-schema.js';
import type { Schema } from './schema-object.js';

/** The start of texts whose year is not 0. */
const anyYear = '^([1-9]|0[1-9]|00[1-9]|000[1-9])';

/** Constraints on the text beyond type and format. */
const spelling: Partial<Record<FieldKind, oas31.SchemaObject>> = {
  uuid: { pattern: '^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$' },
  decimal: { pattern: '^-?(0|[1-9][0-9]*)(\\.[0-9]+)?$' },
  date: { pattern: anyYear },
  datetime: { pattern: anyYear },
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
