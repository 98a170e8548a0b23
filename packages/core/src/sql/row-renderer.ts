// Array rows -> JSON text of an entity, and the ids of rows. No object is made in between. Built once per shape.
import type { EntityModel, VariantsModel } from '../model/api-model.js';
import type { FieldModel } from '../model/member-model.js';
import { escapeIdPart } from '../model/resolve/id-model.js';
import { findSingleColumn } from '../model/row-id.js';
import type { FieldChoice } from '../plan/view.js';
import type { Dialect, PrintValue } from './dialect.js';
import { buildFieldsLayout, findShownFields } from './fields-layout.js';
import { createValuePrinter } from './value-text.js';

/** A row as the driver returns it: columns in the order of the SELECT. */
export type Row = readonly unknown[];

/** Prints one entity from the columns of a row. */
export interface FieldsRenderer {
  /** Fields in the order in which their columns must be selected. */
  readonly fields: readonly FieldModel[];
  /** Returns `{"id":1,...` without the closing brace, from the column at `offset` on. */
  render(row: Row, offset: number): string;
}

/**
 * Prints the fields of an entity that are shown, or of the row's class if it has variants. Throws `StoredValueError`, and
 * errors of the author's transformers.
 */
export function createFieldsRenderer(
  entity: EntityModel,
  dialect: Dialect,
  choice: FieldChoice | null = null,
): FieldsRenderer {
  return entity.variants
    ? createVariantFieldsRenderer({ entity, variants: entity.variants, choice }, dialect)
    : createClassFieldsRenderer(entity, choice, dialect);
}

function createClassFieldsRenderer(
  entity: EntityModel,
  choice: FieldChoice | null,
  dialect: Dialect,
): FieldsRenderer {
  const { fields, before, tail } = buildFieldsLayout(entity, choice);
  const texts = fields.map((field) => createValuePrinter(field, dialect));
  const renderValues = createValuesRenderer(before, texts);
  const render = (row: Row, offset: number) => {
    try {
      return renderValues(row, offset) + tail;
    } catch (error) {
      throw createStoredValueError(error, { entity, fields, print: (at) => texts[at]?.(row[offset + at]) });
    }
  };
  return { fields, render };
}

/** An entity of several classes, and which of its fields are shown. */
interface ShownClasses {
  readonly entity: EntityModel;
  readonly variants: VariantsModel;
  readonly choice: FieldChoice | null;
}

/** Rows hold the fields of all classes. Each class picks its own and prints them. */
function createVariantFieldsRenderer(
  { entity, variants, choice }: ShownClasses,
  dialect: Dialect,
): FieldsRenderer {
  const fields = findShownFields(entity, choice);
  const rendererOf = createClassLookup({ variants, fields, dialect }, (ofClass): FieldsRenderer['render'] => {
    const own = createClassFieldsRenderer(ofClass, choice, dialect);
    const places = own.fields.map((field) => findColumnIndex(field, fields));
    return (row, offset) =>
      own.render(
        places.map((at) => row[offset + at]),
        0,
      );
  });
  return { fields, render: (row, offset) => rendererOf(row, offset)(row, offset) };
}

/** Rows that hold these fields, for entities of several classes. */
export interface VariantRows {
  readonly variants: VariantsModel;
  readonly fields: readonly FieldModel[];
  readonly dialect: Dialect;
}

/**
 * Calls `make` once per class. Returns a lookup by row, whose fields begin at an offset. A discriminator of no class, which a
 * database may treat as equal to one, counts as the parent's.
 */
export function createClassLookup<T>(
  { variants, fields, dialect }: VariantRows,
  make: (ofClass: EntityModel) => T,
): (row: Row, offset: number) => T {
  const { discriminator, classes, own } = variants;
  const kindAt = findColumnIndex(discriminator, fields);
  const textOf = createValuePrinter(discriminator, dialect);
  const made = new Map(classes.map(({ value, entity }) => [JSON.stringify(value), make(entity)]));
  const ofOwn = make(own);
  return (row, offset) => made.get(textOf(row[offset + kindAt])) ?? ofOwn;
}

/** By column: classes that share a column have separate fields for it. */
function findColumnIndex({ column }: FieldModel, fields: readonly FieldModel[]): number {
  return fields.findIndex((field) => field.column === column);
}

function createValuesRenderer(
  before: readonly string[],
  texts: readonly PrintValue[],
): (row: Row, offset: number) => string {
  return (row, offset) => {
    let text = '';
    for (let at = 0; at < texts.length; at++) {
      text += (before[at] ?? '') + (texts[at]?.(row[offset + at]) ?? '');
    }
    return text;
  };
}

/** A stored value does not fit its field's kind. The message names entity, column and key, never the value. */
export class StoredValueError extends Error {
  override readonly name = 'StoredValueError';
}

/** A row that could not be printed. */
interface FailedRow {
  readonly entity: EntityModel;
  readonly fields: readonly FieldModel[];
  /** Prints one field again. */
  readonly print: (at: number) => unknown;
}

/** Finds the field that failed. An error of the author's transformer is returned unchanged. */
function createStoredValueError(error: unknown, { entity, fields, print }: FailedRow): unknown {
  const { name, table, key } = entity;
  const at = fields.findIndex((_field, candidate) => isFailing(() => print(candidate)));
  const field = fields[at];
  if (!field || (field.codec.transformed && !field.codec.opaque)) return error;
  const keys = key.map((part) => {
    const place = fields.findIndex(({ column }) => column === part.column);
    return `${part.column} ${place === -1 || place === at ? 'unknown' : String(print(place))}`;
  });
  const column = `column ${table.path}.${field.column}`;
  return new StoredValueError(
    `${name}: the value of ${column} is not of kind ${field.kind}, in the row with ${keys.join(', ')}.`,
  );
}

function isFailing(print: () => unknown): boolean {
  try {
    print();
    return false;
  } catch {
    return true;
  }
}

/** Prints the id of a row from its key columns as the driver returns them. */
function createIdRenderer({ key }: EntityModel, dialect: Dialect): (stored: readonly unknown[]) => string {
  const parts = key.map((field) => createPartRenderer(field, dialect));
  const only = findSingleColumn(parts);
  if (only) return ([value]) => only(value);
  return (stored) => parts.map((part, at) => escapeIdPart(part(stored[at]))).join(',');
}

/** The part of a program that finds the keys of its rows: their columns, and the ids that clients see. */
export function createRowKeys(
  entity: EntityModel,
  dialect: Dialect,
  keyAt: readonly number[],
): { readonly keyAt: readonly number[]; readonly idOf: (row: Row) => string } {
  const render = createIdRenderer(entity, dialect);
  return { keyAt, idOf: (row) => render(keyAt.map((at) => row[at])) };
}

/** Prints the version of a row for its entity tag. */
export type ReadVersion = (row: Row) => string;

/** Reads the version of rows with these fields; null for an entity whose tags have none, or if the fields have none. */
export function findVersionReader(
  entity: EntityModel,
  dialect: Dialect,
  fields: readonly FieldModel[],
): ReadVersion | null {
  const versionAt = findVersionPosition(entity, fields);
  return versionAt === -1 ? null : createVersionReader(entity, dialect, versionAt);
}

/** Reads the version of rows from a column; null for an entity whose tags have none. */
export function createVersionReader(
  { entityTag }: EntityModel,
  dialect: Dialect,
  versionAt: number,
): ReadVersion | null {
  if (!entityTag?.version) return null;
  const print = createPartRenderer(entityTag.version, dialect);
  return (row) => print(row[versionAt]);
}

/** The position of the version among the selected fields; -1 if it is none of them, or tags have none. */
export function findVersionPosition({ entityTag }: EntityModel, fields: readonly FieldModel[]): number {
  const version = entityTag?.version;
  return version ? fields.findIndex(({ column }) => column === version.column) : -1;
}

/** The same text as in the JSON of the row, without quotes. */
function createPartRenderer(field: FieldModel, dialect: Dialect): (stored: unknown) => string {
  const text = createValuePrinter(field, dialect);
  return (stored) => String(JSON.parse(text(stored)));
}
