// The tests of filters on a row itself: on a field, or on its id.
import type { FieldModel, FilterTarget } from '../model/api-model.js';
import type { FilterTerm } from '../plan/plan.js';
import { hasId, keyAmong, keyColumnsOf } from './key-sql.js';
import { boundValue } from './statement.js';
import { comparedOf, fieldOf, type RowScope } from './table-sql.js';

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
export function memberTestSql(scope: RowScope, { term, member, slot }: MemberTest): string {
  if (member.field) return fieldTest(scope, { term, field: member.field, slot });
  const entity = member.edge ? scope.context.targetOf(member.edge) : scope.entity;
  return idTest({ ...scope, entity }, { term, slot });
}

function fieldTest(
  { context, binder, alias }: RowScope,
  { term, field, slot }: Omit<MemberTest, 'member'> & { readonly field: FieldModel },
): string {
  const { test } = term.filter;
  if (test === 'exists') throw new Error('Only edges are tested for existence.');
  if (test === 'null') return `${fieldOf(context, alias, field)} IS ${term.negated ? 'NOT ' : ''}NULL`;
  const value = boundValue(binder, test, { slot, encode: field.codec.encode });
  return context.dialect.predicates[test](comparedOf(context, alias, field), value, field);
}

function idTest(row: RowScope, { term, slot }: Omit<MemberTest, 'member'>): string {
  const { context, binder, entity, alias } = row;
  const { test } = term.filter;
  const among = (predicate: 'in' | 'notIn') =>
    keyAmong(context, binder, { predicate, columns: keyColumnsOf(context, alias, entity), slot, of: entity });
  switch (test) {
    case 'eq':
      return `(${hasId(row, slot)})`;
    case 'neq':
      return `NOT (${hasId(row, slot)})`;
    case 'in':
    case 'notIn':
      return `(${among(test)})`;
    default:
      throw new Error(`An id is not tested by ${test}.`);
  }
}
