// What cannot be served, and why: columns of unknown values, relations that cannot be followed, entities without a key. Without
// the option `leaveOut`, each is a mistake.
import type { SchemaProblem } from '../../schema-error.js';
import type { ScannedColumn } from '../scan/scan-columns.js';
import type { ScannedEntity } from '../scan/scan-entities.js';
import type { ScannedRelation } from '../scan/scan-relations.js';

/** Why an entity cannot be a resource; null if it can. */
export function findEntityFault({ name, unsupported }: ScannedEntity): SchemaProblem | null {
  if (unsupported === null) return null;
  return {
    entity: name,
    problem: `cannot be served: ${unsupported.why}`,
    remedy: unsupported.remedy ?? 'Leave it out with @Skip().',
  };
}

/** Why a column cannot be a field; null if it can. */
export function findColumnFault(entity: ScannedEntity, column: ScannedColumn): SchemaProblem | null {
  const { kind, columnKind, inferred, array } = column;
  const written = entity.annotations.members.get(column.property)?.schema;
  if (kind === null && (inferred || columnKind !== null)) return describeUnknownValueType(entity, column);
  if (columnKind === null) return describeUnknownType(entity, column);
  if (kind === 'json' && !written) return describeMissingSchema(entity, column);
  const of = array ?? column;
  return of.kind === 'enum' && !of.values?.length ? describeUnknownValues(entity, column) : null;
}

/** Why a relation cannot be an edge; null if it can. */
export function findRelationFault(entity: ScannedEntity, relation: ScannedRelation): SchemaProblem | null {
  if (relation.join) return null;
  return {
    entity: entity.name,
    member: relation.property,
    problem: `the relation is not supported: ${String(relation.unsupported)}`,
    remedy: 'Leave the edge out with @Skip().',
  };
}

function describeUnknownType(entity: ScannedEntity, column: ScannedColumn): SchemaProblem {
  if (column.arrayFault !== null) return describeArrayFault(entity, column);
  return {
    entity: entity.name,
    member: column.property,
    problem: `columns of type ${column.type}${column.isArray ? '[]' : ''} are not supported.`,
    remedy: column.isSpatial
      ? 'Leave the field out with @Skip().'
      : 'Describe its values with @Schema({ ... }), or leave the field out with @Skip().',
  };
}

function describeArrayFault(
  entity: ScannedEntity,
  { property, type, arrayFault }: ScannedColumn,
): SchemaProblem {
  return {
    entity: entity.name,
    member: property,
    problem: `no value of this array of ${type} can be stored: ${arrayFault ?? ''}`,
    remedy:
      "Use the type 'simple-json' without `array: true`, add a transformer, or leave the field out with @Skip().",
  };
}

function describeUnknownValueType(entity: ScannedEntity, column: ScannedColumn): SchemaProblem {
  const { transformed } = column.codec;
  const types = 'Declare the property as number, string, boolean or Date, with emitDecoratorMetadata';
  return {
    entity: entity.name,
    member: column.property,
    annotation: '@Schema',
    problem: transformed
      ? 'the type of the values that the transformer returns is unknown.'
      : 'the type of the column values is unknown.',
    remedy:
      transformed && !column.inferred
        ? `${types}, or add @Schema({ ... }). ${optionRemedy}`
        : `${types}, or add @Schema({ ... }).`,
  };
}

/** One edit for all columns of unknown values. */
const optionRemedy = "The option defaultSchema: 'any' takes any JSON value in all such columns.";

function describeMissingSchema(entity: ScannedEntity, column: ScannedColumn): SchemaProblem {
  return {
    entity: entity.name,
    member: column.property,
    annotation: '@Schema',
    problem: 'this JSON column has no schema.',
    remedy: `Add @Schema({ ... }), or @Schema(SchemaObjectAny) for an object with any properties. ${optionRemedy}`,
  };
}

function describeUnknownValues(entity: ScannedEntity, column: ScannedColumn): SchemaProblem {
  return {
    entity: entity.name,
    member: column.property,
    problem: 'the values of this enum are unknown.',
    remedy: 'List them in the column: @Column({ enum: ... }).',
  };
}
