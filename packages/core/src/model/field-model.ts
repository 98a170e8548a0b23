// Resolves fields: which columns are visible, how they are named, and which writes may set them.
import type { Annotations } from '../annotation/annotations.js';
import type { Settings } from '../options.js';
import type { FieldKind } from '../vocabulary/field-kind.js';
import type { JsonSchema } from '../vocabulary/json-schema.js';
import type { FieldModel } from './api-model.js';
import { resolveDoc } from './doc-model.js';
import { columnSchema } from './field-schema.js';
import { valueSchema } from './null-schema.js';
import { mustBeDefined, resolveRules, schemaWithRules } from './value-rules.js';
import type { ScannedEntity } from './scan-entities.js';
import type { ScannedColumn } from './scan-columns.js';
import type { SchemaProblems } from './schema-problems.js';
import { wireName } from './wire-name.js';

/** The visible fields of an entity, the key first, then in declared order. */
export function resolveFields(
  entity: ScannedEntity,
  settings: Settings,
  problems: SchemaProblems,
): readonly FieldModel[] {
  const fields = shownColumns(entity, problems).map((column) =>
    resolveField(entity, column, { settings, problems }),
  );
  return keyFirst(entity, fields);
}

function shownColumns(entity: ScannedEntity, problems: SchemaProblems): ScannedColumn[] {
  return entity.columns.filter((column) => {
    if (!notesOn(entity, column).skip) return true;
    if (column.primary) problems.add(skippedKey(entity, column));
    return false;
  });
}

function skippedKey(entity: ScannedEntity, column: ScannedColumn) {
  return {
    entity: entity.name,
    member: column.property,
    annotation: '@Skip',
    problem: 'the primary key cannot be hidden: it is part of every URL.',
    remedy: 'Put @Skip() on the class, or remove it here.',
  };
}

function baseSchema(entity: ScannedEntity, column: ScannedColumn, problems: SchemaProblems): JsonSchema {
  const written = notesOn(entity, column).schema;
  if (column.kind === null && (column.inferred || column.columnKind !== null))
    problems.add(unknownValueType(entity, column));
  else if (column.columnKind === null) problems.add(unknownType(entity, column));
  if (column.kind === 'json' && !written) problems.add(unknownShape(entity, column));
  if (column.kind === 'enum' && !column.values?.length) problems.add(unknownValues(entity, column));
  const kind = column.kind ?? 'json';
  return written ? valueSchema(written, kind, column.nullable) : columnSchema(kind, column);
}

function unknownType(entity: ScannedEntity, column: ScannedColumn) {
  return {
    entity: entity.name,
    member: column.property,
    problem: `columns of type ${column.type} are not supported.`,
    remedy: column.isSpatial
      ? 'Leave the field out with @Skip().'
      : 'Describe its values with @Schema({ ... }), or leave the field out with @Skip().',
  };
}

function unknownValueType(entity: ScannedEntity, column: ScannedColumn) {
  return {
    entity: entity.name,
    member: column.property,
    annotation: '@Schema',
    problem: column.codec.transformed
      ? 'the type of the values that the transformer returns is unknown.'
      : 'the type of the column values is unknown.',
    remedy:
      'Declare the property as number, string, boolean or Date, with emitDecoratorMetadata, or add @Schema({ ... }).',
  };
}

function unknownShape(entity: ScannedEntity, column: ScannedColumn) {
  return {
    entity: entity.name,
    member: column.property,
    annotation: '@Schema',
    problem: 'this JSON column has no schema.',
    remedy: 'Add @Schema({ ... }), or @Schema(SchemaObjectAny) for an object with any properties.',
  };
}

function unknownValues(entity: ScannedEntity, column: ScannedColumn) {
  return {
    entity: entity.name,
    member: column.property,
    problem: 'the values of this enum are unknown.',
    remedy: 'List them in the column: @Column({ enum: ... }).',
  };
}

function resolveField(
  entity: ScannedEntity,
  column: ScannedColumn,
  { settings, problems }: { readonly settings: Settings; readonly problems: SchemaProblems },
): FieldModel {
  const base = baseSchema(entity, column, problems);
  const annotations = notesOn(entity, column);
  const kind = column.kind ?? 'json';
  const columnKind = column.columnKind ?? kind;
  const settable = settableOf(entity, column, settings);
  return {
    property: column.property,
    name: wireName(column.property, settings.naming),
    kind,
    columnKind,
    column: column.column,
    owned: column.owned,
    codec: column.codec,
    get: column.get,
    set: column.set,
    nullable: column.nullable,
    unique: column.unique || column.primary,
    indexed: column.indexed,
    readable: column.selected && column.excluded !== 'answers',
    settable,
    required: settable.create && isRequired(column),
    declared: column.declared,
    expression: column.expression,
    inferred: column.inferred,
    padded: column.padded && kind === 'string',
    byDatabaseClock: columnKind === 'datetime' && (column.generated || column.hasDefault || column.inferred),
    range: rangeOf(kind, column),
    scale: columnKind === 'decimal' ? column.scale : null,
    values: kind === 'enum' ? column.values : null,
    schema: schemaWithRules(base, column),
    rules: resolveRules(base, column),
    doc: resolveDoc(annotations, { description: column.comment, tags: [] }),
  };
}

function isRequired(column: ScannedColumn): boolean {
  return !column.hasDefault && !column.generated && (!column.nullable || mustBeDefined(column));
}

function rangeOf(kind: FieldKind, column: ScannedColumn): FieldModel['range'] {
  return kind === 'integer' || kind === 'bigint' ? column.range : null;
}

/** A generated key is settable only if clients may choose ids; a key never changes. */
function settableOf(
  entity: ScannedEntity,
  column: ScannedColumn,
  settings: Settings,
): FieldModel['settable'] {
  // A foreign key with a property of its own is written through its edge only.
  const writable =
    column.insertable &&
    !notesOn(entity, column).readOnly &&
    !column.foreignKey &&
    column.excluded !== 'bodies';
  if (column.primary) {
    const clientIDs = entity.annotations.own.allowClientIDs ?? settings.allowClientIDs;
    return { create: writable && (clientIDs || !column.generated), update: false };
  }
  return { create: writable && !column.generated, update: writable && !column.generated && column.updatable };
}

function notesOn(entity: ScannedEntity, column: ScannedColumn): Annotations {
  return entity.annotations.members.get(column.property) ?? {};
}

function keyFirst(entity: ScannedEntity, fields: readonly FieldModel[]): readonly FieldModel[] {
  const key = new Set(entity.columns.filter((column) => column.primary).map((column) => column.property));
  return [
    ...fields.filter((field) => key.has(field.property)),
    ...fields.filter((field) => !key.has(field.property)),
  ];
}
