// Filter -> schema of its value or values.
import type { EntityModel, FieldKind, FilterModel, FilterTarget, FilterTest } from '@decorest/core';
import type { Draft } from './document-context.js';
import { anyText, parameterValueSchema } from './parameter-value.js';
import { schemaObject, type Schema } from './schema-object.js';

/** What a test takes: a value of the field's own type, several of them, a piece of text, or true and false. */
const takes: Readonly<Record<FilterTest, 'value' | 'values' | 'text' | 'flag'>> = {
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
  exists: 'flag',
};

/** Schema of a filter's parameter. */
export function filterValueSchema(entity: EntityModel, { test, targets }: FilterModel, draft: Draft): Schema {
  const { limits } = draft.model;
  if (takes[test] === 'flag') return { type: 'boolean' };
  if (takes[test] === 'text') return anyText(limits);
  const value = valueOfAll(entity, targets, draft);
  if (takes[test] === 'value') return value;
  const items = targets.some(canBeEmpty) ? { ...value, minLength: 1 } : value;
  return { type: 'array', items, minItems: 1, maxItems: limits.listLength };
}

/** An empty text is no value of a list: `in=` is a mistake rather than a wish. */
function canBeEmpty({ field }: FilterTarget): boolean {
  return field?.kind === 'string' || (field?.values?.includes('') ?? false);
}

/** The value is compared with every target, so it must fit all of them. */
function valueOfAll(entity: EntityModel, targets: readonly FilterTarget[], draft: Draft): Schema {
  const text = anyText(draft.model.limits);
  const schemas = narrowest(targets).map((target) => targetSchema(entity, target, draft));
  const distinct = new Map(schemas.map((schema) => [JSON.stringify(schema), schema]));
  if (distinct.size > 1) distinct.delete(JSON.stringify(text));
  const [first = text, ...others] = distinct.values();
  return others.length === 0 ? first : { allOf: [first, ...others] };
}

/**
 * Integers and floats are numbers, bigints and decimals are texts, but in a query all are spelled alike: of both sorts,
 * those that say most.
 */
function narrowest(targets: readonly FilterTarget[]): readonly FilterTarget[] {
  const kinds = new Set(targets.map(({ field }) => field?.kind));
  const left = kinds.has('integer') ? texts : kinds.has('bigint') || kinds.has('decimal') ? floats : none;
  return targets.filter(({ field }) => field === null || !left.has(field.kind));
}

const none: ReadonlySet<FieldKind> = new Set();
const texts: ReadonlySet<FieldKind> = new Set(['bigint', 'decimal']);
const floats: ReadonlySet<FieldKind> = new Set(['float']);

function targetSchema(entity: EntityModel, { edge, field, key }: FilterTarget, draft: Draft): Schema {
  const of = edge ? draft.entity(edge.target) : entity;
  if (key) return schemaObject(of.id.schema);
  if (field === null) return { type: 'boolean' };
  return parameterValueSchema(of, field, draft);
}
