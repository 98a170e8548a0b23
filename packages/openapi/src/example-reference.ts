// Edge -> the id that body examples use for it. Generated keys start at 1; other existing ids are unknown unless the author
// gives an example.
import type { EdgeModel, EntityModel, FieldModel, JsonValue } from '@decorest/core';
import type { DocumentContext } from './document-context.js';
import { findSample } from './schema-sample.js';

/** The id of a row that an edge can refer to. */
export interface Reference {
  /** Undefined if no value of the key is known. */
  readonly id: JsonValue | undefined;
  /** Whether only one row can refer to it. */
  readonly isExclusive: boolean;
}

/** Creates the reference that body examples use for an edge. */
export function createReference(entity: EntityModel, edge: EdgeModel, context: DocumentContext): Reference {
  const target = context.entity(edge.target);
  const isExclusive = isOneToOne(entity, edge, target);
  const { example } = edge.doc;
  if (example) return { id: example.value as JsonValue, isExclusive };
  return { id: buildRowId(target, chooseRow(entity, edge, isExclusive)), isExclusive };
}

/** Values of a new row's columns that belong to required foreign keys. */
export function getNewRowColumns(
  entity: EntityModel,
  context: DocumentContext,
): ReadonlyMap<string, JsonValue> {
  const required = entity.edges.filter((edge) => !edge.nullable && edge.settable.create && !edge.doc.example);
  return new Map(
    required.flatMap((edge) => {
      const target = context.entity(edge.target);
      const nth = chooseRow(entity, edge, isOneToOne(entity, edge, target));
      const parts = target.key.map((part) => buildKeyValue(part, nth));
      return getOwnColumns(edge).flatMap((column, at) => {
        const value = parts[at];
        return value === undefined ? [] : [[column, value] as const];
      });
    }),
  );
}

/** The second row if the first may be taken: by an exclusive edge, or by a key that consists of foreign keys only. */
function chooseRow({ key }: EntityModel, edge: EdgeModel, isExclusive: boolean): 0 | 1 {
  const columns = getOwnColumns(edge);
  const ofKey = columns.length > 0 && columns.every((column) => key.some((part) => part.column === column));
  return isExclusive || (ofKey && key.every(({ settable }) => !settable.create)) ? 1 : 0;
}

/** Whether a foreign key is unique; only the edge back shows this. */
function isOneToOne({ name }: EntityModel, { unique, join }: EdgeModel, target: EntityModel): boolean {
  if (!unique || join.kind !== 'own') return unique;
  return target.edges.some(
    (back) =>
      back.unique &&
      back.join.kind === 'foreign' &&
      back.target === name &&
      back.join.columns.join() === join.columns.join(),
  );
}

function getOwnColumns({ join }: EdgeModel): readonly string[] {
  return join.kind === 'own' ? join.columns : [];
}

/** The id of the first or second row. */
export function buildRowId({ key }: EntityModel, nth: 0 | 1): JsonValue | undefined {
  const parts = key.map((part) => buildKeyValue(part, nth));
  if (parts.length === 1) return parts[0];
  return parts.includes(undefined) ? undefined : parts.map(escapeIdPart).join(',');
}

function buildKeyValue(field: FieldModel, nth: 0 | 1): JsonValue | undefined {
  const { kind, doc, schema } = field;
  if (doc.example) return doc.example.value as JsonValue;
  if (!isInteger(field)) return findSample(schema, nth);
  return kind === 'bigint' ? String(nth + 1) : nth + 1;
}

function isInteger({ kind }: FieldModel): boolean {
  return kind === 'integer' || kind === 'bigint';
}

/** A value as one part of an id of several columns. The same escaping as in core's id-model.ts. */
function escapeIdPart(value: JsonValue | undefined): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.replace(/[%,]/g, (sign) => (sign === '%' ? '%25' : '%2C'));
}
