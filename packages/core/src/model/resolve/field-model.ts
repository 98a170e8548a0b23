// Resolves fields: which columns are visible, how they are named, and which writes may set them.
import type { Annotations } from '../../annotation/annotations.js';
import type { Settings } from '../../options.js';
import type { FieldKind } from '../../vocabulary/field-kind.js';
import type { JsonSchema } from '../../vocabulary/json-schema.js';
import type { FieldModel } from '../member-model.js';
import { resolveDoc } from './doc-model.js';
import { resolveDocument } from './document-field.js';
import { findSchemaFault, narrowByKind } from './author-schema.js';
import { getBounds } from './field-bounds.js';
import { buildColumnSchema, buildStepSchema } from './field-schema.js';
import { buildValueSchema } from './null-schema.js';
import { isRequiredByRules, resolveRules, narrowByRules } from './value-rules.js';
import type { ScannedEntity } from '../scan/scan-entities.js';
import type { ScannedColumn } from '../scan/scan-columns.js';
import type { SchemaProblems } from '../problem/schema-problems.js';
import { findColumnFault } from './unservable.js';
import { toWireName } from './wire-name.js';

/** The visible fields of an entity, the key first, then in declared order. */
export function resolveFields(
  entity: ScannedEntity,
  settings: Settings,
  problems: SchemaProblems,
): readonly FieldModel[] {
  const fields = findVisibleColumns(entity, problems).map((column) =>
    resolveField(entity, column, { settings, problems }),
  );
  return sortKeyFirst(entity, fields);
}

function findVisibleColumns(entity: ScannedEntity, problems: SchemaProblems): ScannedColumn[] {
  return entity.columns.filter((column) => {
    if (!getColumnAnnotations(entity, column).skip) return true;
    if (column.primary) problems.add(describeSkippedKey(entity, column));
    return false;
  });
}

function describeSkippedKey(entity: ScannedEntity, column: ScannedColumn) {
  return {
    entity: entity.name,
    member: column.property,
    annotation: '@Skip',
    problem: 'the primary key cannot be hidden: it is part of every URL.',
    remedy: 'Put @Skip() on the class, or remove it here.',
  };
}

function resolveBaseSchema(
  entity: ScannedEntity,
  column: ScannedColumn,
  problems: SchemaProblems,
): JsonSchema {
  const written = getColumnAnnotations(entity, column).schema;
  const unservable = findColumnFault(entity, column);
  if (unservable) problems.add(unservable);
  const kind = column.kind ?? 'json';
  if (!written) return buildColumnSchema(kind, column);
  const fault = column.kind === null ? null : findSchemaFault(written, kind, column);
  if (fault !== null) problems.add(describeSchemaFault(entity, column, fault));
  const schema = buildValueSchema(written, kind, column.nullable);
  return fault === null ? narrowByKind(schema, kind, column) : schema;
}

function describeSchemaFault(entity: ScannedEntity, { property }: ScannedColumn, problem: string) {
  return {
    entity: entity.name,
    member: property,
    annotation: '@Schema',
    problem,
    remedy: 'Declare the type of the values in JSON, or leave it out.',
  };
}

function resolveField(
  entity: ScannedEntity,
  column: ScannedColumn,
  { settings, problems }: { readonly settings: Settings; readonly problems: SchemaProblems },
): FieldModel {
  const base = resolveBaseSchema(entity, column, problems);
  const annotations = getColumnAnnotations(entity, column);
  const { kind, columnKind } = resolveKinds(column);
  const settable = resolveFieldSettable(entity, column, settings);
  return {
    property: column.property,
    name: toWireName(column.property, settings.naming),
    kind,
    columnKind,
    ...getStoredColumn(column),
    nullable: column.nullable,
    nulls: annotations.sortable?.nulls ?? 'lowest',
    unique: column.unique || column.primary,
    indexed: column.indexed,
    readable: column.selected && column.excluded !== 'answers',
    settable,
    required: settable.create && isRequired(column) && !column.filled,
    filled: settable.create && isRequired(column) && column.filled,
    declared: column.declared,
    expression: column.expression,
    columnType: column.type,
    inferred: column.inferred,
    padded: column.padded && kind === 'string',
    spelling: column.spelling,
    range: getRange(kind, column),
    bounds: getBounds(kind, column),
    scale: columnKind === 'decimal' ? column.scale : null,
    values: kind === 'enum' ? column.values : null,
    document: resolveDocument(column, base),
    schema: base,
    bodySchema: setDefault(narrowByRules({ ...base, ...buildStepSchema(column) }, column), column),
    rules: resolveRules(base, column),
    doc: resolveDoc(annotations, { description: column.comment, tags: [] }),
  };
}

function resolveKinds({ kind, columnKind }: ScannedColumn): Pick<FieldModel, 'kind' | 'columnKind'> {
  return { kind: kind ?? 'json', columnKind: columnKind ?? kind ?? 'json' };
}

function getStoredColumn({ column, owned, codec, get, set }: ScannedColumn) {
  return { column, owned, codec, get, set };
}

function isRequired(column: ScannedColumn): boolean {
  const isProvided = column.hasDefault || column.classDefault !== null || column.generated;
  return !isProvided && (!column.nullable || isRequiredByRules(column));
}

/** The default of the class comes before that of the column: TypeORM stores it. */
function setDefault(schema: JsonSchema, { classDefault, kind }: ScannedColumn): JsonSchema {
  if (!classDefault) return schema;
  const others = Object.fromEntries(Object.entries(schema).filter(([keyword]) => keyword !== 'default'));
  const value = kind === null ? undefined : toWireDefault(kind, classDefault.constant);
  const { type } = schema;
  const fits =
    typeof value === type || (typeof value === 'number' && type === 'integer') || isList(value, type);
  return fits ? { ...others, default: value } : others;
}

function isList(value: unknown, type: JsonSchema['type']): boolean {
  return Array.isArray(value)
    ? type === 'array'
    : typeof value === 'object' && value !== null && type === 'object';
}

/** The value of a property as bodies have it. */
function toWireDefault(kind: FieldKind, value: unknown): unknown {
  const isNumberText = kind === 'bigint' || kind === 'decimal';
  if (isNumberText) return ['number', 'bigint', 'string'].includes(typeof value) ? String(value) : undefined;
  return Buffer.isBuffer(value) ? value.toString('base64') : value;
}

function getRange(kind: FieldKind, column: ScannedColumn): FieldModel['range'] {
  return kind === 'integer' || kind === 'bigint' ? column.range : null;
}

/** A generated key is settable only if clients may choose ids; a key never changes. */
function resolveFieldSettable(
  entity: ScannedEntity,
  column: ScannedColumn,
  settings: Settings,
): FieldModel['settable'] {
  // A foreign key with a property of its own is written through its edge only.
  const writable =
    column.insertable &&
    !getColumnAnnotations(entity, column).readOnly &&
    !column.foreignKey &&
    column.excluded !== 'bodies';
  if (column.primary) {
    const clientIDs = entity.annotations.own.allowClientIDs ?? settings.allowClientIDs;
    return { create: writable && (clientIDs || !column.generated), update: false };
  }
  return { create: writable && !column.generated, update: writable && !column.generated && column.updatable };
}

function getColumnAnnotations(entity: ScannedEntity, column: ScannedColumn): Annotations {
  return entity.annotations.members.get(column.property) ?? {};
}

function sortKeyFirst(entity: ScannedEntity, fields: readonly FieldModel[]): readonly FieldModel[] {
  const key = new Set(entity.columns.filter((column) => column.primary).map((column) => column.property));
  return [
    ...fields.filter((field) => key.has(field.property)),
    ...fields.filter((field) => !key.has(field.property)),
  ];
}
