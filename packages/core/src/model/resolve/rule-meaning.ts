// class-validator rules as JSON Schema: the type, and the rules with the same meaning for values of every type.
import type { RuleMeaning } from '../rule-model.js';

export type { RuleMeaning };

/** A rule that no schema can express. */
export const inexpressible: RuleMeaning = { schema: {}, says: 'part' };
/** A rule that every value of the column satisfies. */
export const alwaysSatisfied: RuleMeaning = { schema: {}, says: 'all' };

/** The meaning of a rule with its arguments. */
export type Meaning = (constraints: readonly unknown[]) => RuleMeaning;

/** A value of a column is present or null, never empty. */
export const presenceRule: readonly [string, Meaning] = ['isNotEmpty', () => alwaysSatisfied];
export const isString: readonly [string, Meaning] = ['isString', () => alwaysSatisfied];

/** Rules that list values. Neither schemas nor class-validator distinguish `0` from `-0`. */
export function buildValueMeanings(
  type: 'string' | 'number' | 'boolean',
): readonly (readonly [string, Meaning])[] {
  const oneOf = (values: readonly unknown[]): RuleMeaning => ({
    schema: { enum: listUnique(values.filter((value) => typeof value === type)) },
    says: 'all',
  });
  const noneOf = (values: readonly unknown[]): RuleMeaning => {
    const named = listUnique(values.filter((value) => typeof value === type));
    return named.length === 0 ? alwaysSatisfied : { schema: { not: { enum: named } }, says: 'all' };
  };
  return [
    ['equals', ([value]) => oneOf([value])],
    ['notEquals', ([value]) => noneOf([value])],
    ['isIn', ([values]) => (Array.isArray(values) ? oneOf(values) : inexpressible)],
    ['isNotIn', ([values]) => (Array.isArray(values) ? noneOf(values) : inexpressible)],
    ['isEnum', ([members]) => (isObject(members) ? oneOf(Object.values(members)) : inexpressible)],
  ];
}

function listUnique(values: readonly unknown[]): readonly unknown[] {
  return [...new Set(values)];
}

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

export function isFiniteNumber(value: unknown): value is number {
  return Number.isFinite(value);
}

export function createCountMeaning(keyword: string, bound: unknown, says: RuleMeaning['says']): RuleMeaning {
  return Number.isInteger(bound) && Number(bound) >= 0
    ? { schema: { [keyword]: bound }, says }
    : inexpressible;
}
