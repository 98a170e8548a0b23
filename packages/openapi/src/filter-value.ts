// Filter -> schema of its value or values.
import type { EntityModel, FilterModel, FilterTarget, FilterTest } from '@decorest/core';
import type { Draft } from './draft.js';
import { anyText, parameterValueSchema } from './parameter-value.js';
import type { Schema } from './schema-object.js';

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
  const items = test === 'in' ? neverEmpty(value) : value;
  return { type: 'array', items, minItems: 1, maxItems: limits.listLength };
}

/** An empty text is no value of a list: `in=` is a mistake rather than a wish. */
function neverEmpty(value: Schema): Schema {
  return 'type' in value && value.type === 'string' ? { ...value, minLength: 1 } : value;
}

/** The value is compared with every target, so it must fit all of them. */
function valueOfAll(entity: EntityModel, targets: readonly FilterTarget[], draft: Draft): Schema {
  const text = anyText(draft.model.limits);
  const schemas = targets.map((target) => targetSchema(entity, target, draft));
  const distinct = new Map(schemas.map((schema) => [JSON.stringify(schema), schema]));
  if (distinct.size > 1) distinct.delete(JSON.stringify(text));
  const [first = text, ...others] = distinct.values();
  return others.length === 0 ? first : { allOf: [first, ...others] };
}

function targetSchema(entity: EntityModel, { edge, field }: FilterTarget, draft: Draft): Schema {
  if (field === null) return { type: 'boolean' };
  return parameterValueSchema(edge ? draft.entity(edge.target) : entity, field, draft);
}
