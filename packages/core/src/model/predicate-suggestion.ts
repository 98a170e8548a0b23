// "Did you mean" for predicates. Looks up words of SQL and of other libraries, because the predicate with the nearest spelling
// may mean the opposite.
import type { Predicate } from '../vocabulary/predicate.js';
import { didYouMean } from './near-name.js';

const synonyms: Readonly<Record<string, Predicate>> = {
  contains: 'has',
  icontains: 'ihas',
  includes: 'has',
  like: 'has',
  ilike: 'ihas',
  search: 'ihas',
  startswith: 'prefix',
  beginswith: 'prefix',
  endswith: 'suffix',
  equals: 'eq',
  equal: 'eq',
  exact: 'eq',
  iexact: 'ieq',
  ne: 'neq',
  not: 'neq',
  noteq: 'neq',
  ge: 'gte',
  min: 'gte',
  le: 'lte',
  max: 'lte',
  morethan: 'gt',
  morethanorequal: 'gte',
  lessthan: 'lt',
  lessthanorequal: 'lte',
  nin: 'notIn',
  oneof: 'in',
  any: 'in',
  isnull: 'null',
  isnil: 'null',
};

/** A question to put before a remedy; empty if no fitting predicate is near. */
export function suggestPredicate(argument: string, fitting: readonly Predicate[]): string {
  const word = argument.toLowerCase().replace(/[^a-z]/g, '');
  const known = Object.hasOwn(synonyms, word) ? synonyms[word] : undefined;
  return known && fitting.includes(known) ? `Did you mean '${known}'? ` : didYouMean(argument, fitting);
}
