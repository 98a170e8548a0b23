// The tests of filters on a row itself: on a field, or on its id.
import type { FieldModel, FilterTarget } from '../model/api-model.js';
import type { FilterTerm } from '../plan/plan.js';
import { compileKeyEquals, compileKeyMembership, qualifyKey } from './key-sql.js';
import { createValueBinder } from './statement.js';
import { compileComparedField, compileField, type RowScope } from './table-sql.js';

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
}

/** The condition of a test on the row of a scope. Binds placeholders. */
export function compileMemberTest(scope: RowScope, { term, member, slot }: MemberTest): string {
  if (member.field) return compileFieldTest(scope, { term, field: member.field, slot });
  const entity = member.edge ? scope.context.targetOf(member.edge) : scope.entity;
  return compileIdTest({ ...scope, entity }, { term, slot });
}

function compileFieldTest(
  { context, binder, alias }: RowScope,
  { term, field, slot }: Omit<MemberTest, 'member'> & { readonly field: FieldModel },
): string {
  const { test } = term.filter;
  if (test === 'exists') throw new Error('Only edges are tested for existence.');
  if (test === 'null') return `${compileField(context, alias, field)} IS ${term.negated ? 'NOT ' : ''}NULL`;
  const value = createValueBinder(binder, test, { slot, encode: field.codec.encode });
  return context.dialect.predicates[test](compileComparedField(context, alias, field), value, field);
}

function compileIdTest(row: RowScope, { term, slot }: Omit<MemberTest, 'member'>): string {
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
