// The answer to an aggregate: a page of groups. Each group is a flat object of keys and measures.
import type {
  AggregateModel,
  EntityModel,
  FieldModel,
  GroupKeyModel,
  MeasureModel,
  TimeUnit,
} from '@decorest/core';
import type { oas31 } from 'openapi3-ts';
import { buildEnvelope } from './collection-schema.js';
import type { DocumentContext } from './document-context.js';
import { buildStoredValueSchema } from './field-schema.js';
import { allowNull, toSchemaObject, type Schema } from './schema-object.js';

/** Builds the schema of one page of groups. */
export function buildGroupPageSchema(entity: EntityModel, context: DocumentContext): oas31.ReferenceObject {
  const items = buildGroupSchema(entity, context);
  return context.components.schema({ of: entity.name, part: 'Groups' }, () => ({
    ...buildEnvelope(items, 'groups'),
    description: `One page of groups of ${entity.name} entities.`,
  }));
}

/** A group has only the keys and measures that the request names, so none is required. */
function buildGroupSchema(entity: EntityModel, context: DocumentContext): oas31.ReferenceObject {
  return context.components.schema({ of: entity.name, part: 'Group' }, () => ({
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(listMembers(entity, entity.aggregate, context)),
    description: `A group of ${entity.name} entities, with the keys and measures that the request names.`,
  }));
}

function listMembers(
  entity: EntityModel,
  aggregate: AggregateModel | null,
  context: DocumentContext,
): (readonly [string, Schema])[] {
  if (!aggregate) return [];
  return [
    ...aggregate.keys.map((key) => [key.name, buildKeySchema(entity, key, context)] as const),
    ...aggregate.measures.map(
      (measure) => [measure.name, buildMeasureSchema(entity, measure, context)] as const,
    ),
  ];
}

/** A key across an edge can be null even if the edge is required: its target may be hidden. */
function buildKeySchema(entity: EntityModel, key: GroupKeyModel, context: DocumentContext): Schema {
  const { edge } = key;
  const of = edge ? context.entity(edge.target) : entity;
  const description = describeGroupKey(key);
  if (key.by === 'id') {
    const [only, ...more] = key.key;
    const isSingle = only !== undefined && more.length === 0;
    const id = isSingle ? buildStoredValueSchema(of, only, context) : toSchemaObject(of.id.schema);
    return { ...allowNull(id), description, ...(isDeprecatedKey(key) && { deprecated: true }) };
  }
  const { field, unit } = key;
  const value = unit === null ? buildStoredValueSchema(of, field, context) : buildUnitSchema(unit);
  const schema: Schema = edge || field.nullable ? allowNull(value) : value;
  return { ...schema, description, ...(isDeprecatedKey(key) && { deprecated: true }) };
}

/** Describes a group key in a sentence. */
function describeGroupKey(key: GroupKeyModel): string {
  if (key.by === 'id') return `The id of \`${key.edge.name}\`.`;
  const path = [...(key.edge ? [key.edge.name] : []), key.field.name].join('.');
  return key.unit === null ? `The \`${path}\`.` : `The ${key.unit} of \`${path}\`, in UTC.`;
}

/** Whether a key uses a deprecated edge or field. */
export function isDeprecatedKey(key: GroupKeyModel): boolean {
  return (key.edge?.doc.deprecated ?? false) || (key.by === 'field' && key.field.doc.deprecated);
}

const unitPatterns: Readonly<Record<TimeUnit, string>> = {
  year: '^[0-9]{4}$',
  quarter: '^[0-9]{4}-Q[1-4]$',
  month: '^[0-9]{4}-[0-9]{2}$',
  week: '^[0-9]{4}-W[0-9]{2}$',
  day: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
  hour: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}$',
};

function buildUnitSchema(unit: TimeUnit): oas31.SchemaObject {
  return { type: 'string', pattern: unitPatterns[unit] };
}

function buildMeasureSchema(entity: EntityModel, measure: MeasureModel, context: DocumentContext): Schema {
  const description = describeMeasure(measure);
  if (measure.of === 'rows') return { ...count, description };
  const deprecated = measure.field.doc.deprecated ? { deprecated: true } : {};
  const value = buildFunctionSchema(entity, measure, context);
  return { ...value, description, ...deprecated };
}

const count: oas31.SchemaObject = { type: 'integer', minimum: 0 };

function buildFunctionSchema(
  entity: EntityModel,
  { function: name, field }: Extract<MeasureModel, { of: 'field' }>,
  context: DocumentContext,
): Schema {
  switch (name) {
    case 'count':
    case 'distinct':
      return count;
    case 'sum':
      return allowNull(buildSumSchema(field, field.kind === 'decimal'));
    case 'avg':
      return allowNull(buildSumSchema(field, true));
    case 'min':
    case 'max':
      return allowNull(buildStoredValueSchema(entity, field, context));
  }
}

/** Exact numbers are strings, because a JSON number may not keep all their digits. */
function buildSumSchema({ kind }: FieldModel, hasFraction: boolean): oas31.SchemaObject {
  if (kind === 'float') return { type: 'number' };
  return { type: 'string', pattern: `^-?(0|[1-9][0-9]*)${hasFraction ? '(\\.[0-9]+)?' : ''}$` };
}

/** Describes a measure in a sentence. */
export function describeMeasure(measure: MeasureModel): string {
  if (measure.of === 'rows') return 'The number of entities in the group.';
  return functionSentences[measure.function](`\`${measure.field.name}\``);
}

const functionSentences: Readonly<
  Record<Extract<MeasureModel, { of: 'field' }>['function'], (field: string) => string>
> = {
  count: (field) => `The number of entities whose ${field} is not null.`,
  distinct: (field) => `The number of distinct values of ${field} other than null.`,
  sum: (field) => `The sum of ${field}; null if the group has no value.`,
  avg: (field) =>
    `The average of ${field}, rounded to six decimal places unless it is a float; null if the group has no value.`,
  min: (field) => `The smallest ${field}; null if the group has no value.`,
  max: (field) => `The largest ${field}; null if the group has no value.`,
};
