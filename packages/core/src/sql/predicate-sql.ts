// Predicates that several databases spell alike, and the tests of filters on a row's own field or id.
import type { FieldModel } from '../model/member-model.js';
import type { FilterTarget } from '../model/query-model.js';
import type { FilterTerm } from '../plan/terms.js';
import type { Encode, CompilePredicate, ValueBinder } from './dialect.js';
import { compileKeyEquals, compileKeyMembership, qualifyKey } from './key-sql.js';
import { createValueBinder } from './statement.js';
import { compileComparedField, compileField, type RowScope } from './table-sql.js';

/** Compares the column with the bound value. */
export function createComparison(operator: string): CompilePredicate {
  return (column, value) => `${column} ${operator} ${value()}`;
}

/** The only test without a value. */
export const compileIsNull: CompilePredicate = (column) => `${column} IS NULL`;

/** Patterns of LIKE for a text, with its wildcards escaped. */
export const toContainsPattern: Encode = (text) => `%${escapeLike(text)}%`;
export const toPrefixPattern: Encode = (text) => `${escapeLike(text)}%`;
export const toSuffixPattern: Encode = (text) => `%${escapeLike(text)}`;

/** Tests by a pattern of LIKE. All databases accept `!` as the escape character, but not a backslash. */
export function createLikeTest(pattern: Encode, operator = 'LIKE'): CompilePredicate {
  return (column, value) => `${column} ${operator} ${value({ as: pattern })} ESCAPE '!'`;
}

/** Escapes the wildcards of LIKE. */
function escapeLike(text: unknown): string {
  return String(text).replace(/[!%_]/g, '!$&');
}

type EdgeItself = Extract<FilterTarget, { field: null; key?: undefined }>;

/** A target that is a field or an id. */
export type Member = Exclude<FilterTarget, EdgeItself>;

/** Whether a filter tests the edge itself, not a field across it. */
export function isEdgeItself(target: FilterTarget): target is EdgeItself {
  return target.field === null && target.key === undefined;
}

/** The member of a row that a filter tests, and the slot of the value. */
export interface MemberTest {
  readonly term: FilterTerm;
  readonly member: Member;
  readonly slot: number;
  /** Which word of the value, if the test is `words`; otherwise 0. */
  readonly word: number;
}

/** The condition of a test on the row of a scope. Binds placeholders. */
export function compileMemberTest(scope: RowScope, { term, member, slot, word }: MemberTest): string {
  if (member.field) return compileFieldTest(scope, { term, field: member.field, slot, word });
  const entity = member.edge ? scope.context.targetOf(member.edge) : scope.entity;
  return compileIdTest({ ...scope, entity }, { term, slot });
}

function compileFieldTest(
  { context, binder, alias }: RowScope,
  { term, field, slot, word }: Omit<MemberTest, 'member'> & { readonly field: FieldModel },
): string {
  const { test } = term.filter;
  if (test === 'exists') throw new Error('Only edges are tested for existence.');
  if (test === 'null') return `${compileField(context, alias, field)} IS ${term.negated ? 'NOT ' : ''}NULL`;
  if (test === 'empty') {
    const empty = context.dialect.predicates.empty(compileField(context, alias, field), bindNothing, field);
    return term.negated ? `(${empty}) IS NOT TRUE` : empty;
  }
  const { encode } = field.codec;
  const value = createValueBinder(binder, test, {
    slot,
    encode: test === 'words' ? (words) => encode((words as readonly unknown[])[word]) : encode,
  });
  return context.dialect.predicates[test](compileComparedField(context, alias, field), value, field);
}

/** A flag has no value. */
const bindNothing: ValueBinder = () => {
  throw new Error('A flag binds nothing.');
};

function compileIdTest(row: RowScope, { term, slot }: Pick<MemberTest, 'term' | 'slot'>): string {
  const { context, binder, entity, alias } = row;
  const { test } = term.filter;
  const among = (predicate: 'in' | 'notIn') =>
    compileKeyMembership(context, binder, {
      predicate,
      columns: qualifyKey(context, alias, entity),
      slot,
      of: entity,
    });
  switch (test) {
    case 'eq':
      return `(${compileKeyEquals(row, slot)})`;
    case 'neq':
      return `NOT (${compileKeyEquals(row, slot)})`;
    case 'in':
    case 'notIn':
      return `(${among(test)})`;
    default:
      throw new Error(`An id is not tested by ${test}.`);
  }
}
