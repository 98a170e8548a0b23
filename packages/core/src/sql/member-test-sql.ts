// What a filter asks of a row itself: of a field, or of its id.
import type { EntityModel, FieldModel, FilterTarget } from '../model/api-model.js';
import type { FilterTerm } from '../plan/plan.js';
import { hasId, keyAmong, keyColumnsOf } from './key-sql.js';
import type { RowScope } from './row-scope.js';
import { boundValue } from './statement.js';
import { comparedOf, fieldOf } from './table-sql.js';

type EdgeItself = Extract<FilterTarget, { field: null; key?: undefined }>;

/** A target that is a field or an id. */
export type Member = Exclude<FilterTarget, EdgeItself>;

/** Whether a filter asks for the edge as such. */
export function isEdgeItself(target: FilterTarget): target is EdgeItself {
  return target.field === null && target.key === undefined;
}

/** What of a row is tested, and where the values are. */
interface MemberTest {
  readonly term: FilterTerm;
  readonly member: Member;
  readonly slot: number;
}

/** The condition that a test sets on the row under `alias`. Binds placeholders. */
export function memberTestSql(scope: RowScope, alias: string, { term, member, slot }: MemberTest): string {
  if (member.field) return fieldTest(scope, alias, { term, field: member.field, slot });
  const of = member.edge ? scope.context.targetOf(member.edge) : scope.entity;
  return idTest(scope, alias, { term, of, slot });
}

function fieldTest(
  { context, binder }: RowScope,
  alias: string,
  { term, field, slot }: Omit<MemberTest, 'member'> & { readonly field: FieldModel },
): string {
  const { test } = term.filter;
  if (test === 'exists') throw new Error('Only edges are tested for existence.');
  if (test === 'null') return `${fieldOf(context, alias, field)} IS ${term.negated ? 'NOT ' : ''}NULL`;
  const value = boundValue(binder, test, slot, field.codec.encode);
  return context.dialect.predicates[test](comparedOf(context, alias, field), value, field);
}

function idTest(
  { context, binder }: RowScope,
  alias: string,
  { term, of, slot }: Omit<MemberTest, 'member'> & { readonly of: EntityModel },
): string {
  const { test } = term.filter;
  const among = (predicate: 'in' | 'notIn') =>
    keyAmong(context, binder, { predicate, columns: keyColumnsOf(context, alias, of), slot, of });
  switch (test) {
    case 'eq':
      return `(${hasId(context, binder, alias, of, slot)})`;
    case 'neq':
      return `NOT (${hasId(context, binder, alias, of, slot)})`;
    case 'in':
    case 'notIn':
      return `(${among(test)})`;
    default:
      throw new Error(`An id is not tested by ${test}.`);
  }
}
