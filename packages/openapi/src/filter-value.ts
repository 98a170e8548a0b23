// Filter -> schema of its value or list of values.
import type { EntityModel, FieldKind, FilterModel, FilterTarget, FilterTest } from '@decorest/core';
import type { DocumentContext } from './document-context.js';
import { buildTextSchema, buildParameterValueSchema } from './parameter-value.js';
import { noWhiteSpace } from './portable-pattern.js';
import { toSchemaObject, type Schema } from './schema-object.js';

/** The argument of each test: a value of the field's type, a list of them, a text, a text with a word, or a boolean. */
const argumentKinds: Readonly<Record<FilterTest, 'value' | 'values' | 'text' | 'words' | 'flag'>> = {
  eq: 'value',
  neq: 'value',
  in: 'values',
  notIn: 'values',
  gt: 'value',
  gte: 'value',
  lt: 'value',
  lte: 'value',
  null: 'flag',
  ieq: 'text',
  has: 'text',
  ihas: 'text',
  prefix: 'text',
  suffix: 'text',
  words: 'words',
  any: 'values',
  all: 'values',
  empty: 'flag',
  exists: 'flag',
};

/** Schema of a filter's parameter. */
export function buildFilterValueSchema(
  entity: EntityModel,
  { test, targets }: FilterModel,
  context: DocumentContext,
): Schema {
  const { limits } = context.model;
  if (argumentKinds[test] === 'flag') return { type: 'boolean' };
  if (argumentKinds[test] === 'text') return buildTextSchema(limits);
  if (argumentKinds[test] === 'words') return { ...buildTextSchema(limits), pattern: noWhiteSpace };
  const value = buildCommonValueSchema(entity, targets, context);
  if (argumentKinds[test] === 'value') return value;
  return { type: 'array', items: value, minItems: 1, maxItems: limits.listLength };
}

/** The value is compared with every target, so it must be valid for all of them. */
function buildCommonValueSchema(
  entity: EntityModel,
  targets: readonly FilterTarget[],
  context: DocumentContext,
): Schema {
  const text = buildTextSchema(context.model.limits);
  const schemas = selectNarrowestTargets(targets).map((target) => buildTargetSchema(entity, target, context));
  const distinct = new Map(schemas.map((schema) => [JSON.stringify(schema), schema]));
  if (distinct.size > 1) distinct.delete(JSON.stringify(text));
  const [first = text, ...others] = distinct.values();
  return others.length === 0 ? first : { allOf: [first, ...others] };
}

/**
 * In JSON, integers and floats are numbers, bigints and decimals are texts; in a query, all have the same format. Of these
 * kinds, selects the targets with the strictest schema.
 */
function selectNarrowestTargets(targets: readonly FilterTarget[]): readonly FilterTarget[] {
  const kinds = new Set(targets.map(({ field }) => field?.kind));
  const dropped = kinds.has('integer')
    ? textKinds
    : kinds.has('bigint') || kinds.has('decimal')
      ? floatKinds
      : noKinds;
  return targets.filter(({ field }) => field === null || !dropped.has(field.kind));
}

const noKinds: ReadonlySet<FieldKind> = new Set();
const textKinds: ReadonlySet<FieldKind> = new Set(['bigint', 'decimal']);
const floatKinds: ReadonlySet<FieldKind> = new Set(['float']);

function buildTargetSchema(
  entity: EntityModel,
  { edge, field, key }: FilterTarget,
  context: DocumentContext,
): Schema {
  const of = edge ? context.entity(edge.target) : entity;
  if (key) return toSchemaObject(of.id.schema);
  if (field === null) return { type: 'boolean' };
  return buildParameterValueSchema(of, field, context);
}
