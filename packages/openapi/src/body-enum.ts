// Enums in the schema of a body, by reference to the enum of answers if both allow the same values.
import type { EntityModel, FieldModel } from '@decorest/core';
import type { oas31 } from 'openapi3-ts';
import type { DocumentContext } from './document-context.js';
import { buildStoredValueSchema } from './field-schema.js';
import { allowNull, type Schema } from './schema-object.js';

/** Replaces the enums of a body that have a component by references. */
export function replaceNamedEnums(
  entity: EntityModel,
  body: oas31.SchemaObject,
  context: DocumentContext,
): oas31.SchemaObject {
  const enums = entity.fields.filter(({ kind }) => kind === 'enum');
  return enums.reduce(
    (schema, field) =>
      replaceMember(schema, field.name.split('.'), (member) => toNamedEnum(entity, field, member, context)),
    body,
  );
}

/** Replaces a member, possibly inside embedded objects, if the body has it. */
function replaceMember(
  schema: oas31.SchemaObject,
  [head = '', ...rest]: readonly string[],
  replace: (member: oas31.SchemaObject) => Schema,
): oas31.SchemaObject {
  const { properties = {} } = schema;
  const member = Object.hasOwn(properties, head) ? properties[head] : undefined;
  if (!member || '$ref' in member) return schema;
  const replaced = rest.length === 0 ? replace(member) : replaceMember(member, rest, replace);
  return { ...schema, properties: { ...properties, [head]: replaced } };
}

function toNamedEnum(
  entity: EntityModel,
  field: FieldModel,
  member: oas31.SchemaObject,
  context: DocumentContext,
): Schema {
  const { enum: values = [] } = member;
  const known = JSON.stringify(field.schema.enum);
  if (JSON.stringify(values.filter((value) => value !== null)) !== known) return member;
  const named = buildStoredValueSchema(entity, field, context);
  const rest = { ...member };
  delete rest.type;
  delete rest.enum;
  return { ...(values.includes(null) ? allowNull(named) : named), ...rest };
}
