// Statements of an edge through a join table: they link and unlink rows, and change none.
import type { EntityModel } from '../model/api-model.js';
import type { JoinModel, ReferencedColumns } from '../model/join-model.js';
import { compileKeyMembership, compileKeyOperand, bindKey, qualifyKey, toOperand } from './key-sql.js';
import { compileAliasedTable, compileVisibility, hasHiddenRows } from './policy-sql.js';
import { compileReferencedOperand, qualifyReferenced } from './referenced-columns.js';
import { createBinder, type Binder, type Statement } from './statement.js';
import { compileSubquery, compileWhere, quoteTable, type RowScope, type SqlContext } from './table-sql.js';

type LinkJoin = Extract<JoinModel, { kind: 'table' }>;

/** The statements of an edge through a join table. */
export interface LinkStatements {
  readonly kind: 'table';
  /** Links the targets that are not linked yet. */
  readonly add: Statement;
  readonly remove: Statement;
  /** Unlinks all rows but the targets. */
  readonly removeOthers: Statement;
  /** Finds the targets that are linked. Null where no trigger can leave rows out of a write. */
  readonly linked: Statement | null;
}

/** The entities at both ends of an edge. */
export interface EdgeEnds {
  readonly context: SqlContext;
  readonly entity: EntityModel;
  readonly target: EntityModel;
}

/** Compiles the statements of an edge through a join table. */
export function compileLinkStatements(ends: EdgeEnds, join: LinkJoin): LinkStatements {
  const { context, target } = ends;
  const table = quoteTable(context, join.table);
  const theirs = join.targetColumns.map((name) => context.dialect.quote(name));
  const { ofOwn, among } = createLinkTests(ends, join);
  const statement = (write: (binder: Binder) => string) => {
    const binder = createBinder(context.dialect);
    return binder.statement(write(binder));
  };
  return {
    kind: 'table',
    add: statement((binder) => compileAddedLinks(ends, join, binder)),
    remove: statement((binder) => `DELETE FROM ${table} WHERE ${ofOwn(binder)} AND ${among(binder, 'in')}`),
    removeOthers: statement((binder) => {
      const where = `${ofOwn(binder)} AND ${among(binder, 'notIn')}`;
      const linked = { context, binder, entity: target, alias: 't' };
      return `DELETE FROM ${table} WHERE ${where}${compileLinkVisibility(linked, { theirs, table }, join.targetReferenced)}`;
    }),
    linked: context.dialect.compileLeftOut
      ? statement((binder) => `SELECT 1 FROM ${table} WHERE ${ofOwn(binder)} AND ${among(binder, 'in')}`)
      : null,
  };
}

function compileAddedLinks(
  { context, entity, target }: EdgeEnds,
  { ownColumns, targetColumns, ownReferenced, targetReferenced, ...join }: LinkJoin,
  binder: Binder,
): string {
  const table = quoteTable(context, join.table);
  const columns = [...ownColumns, ...targetColumns].map((name) => context.dialect.quote(name));
  const rows = `${quoteTable(context, entity.table.path)} p, ${quoteTable(context, target.table.path)} t`;
  const isOwn = `${compileKeyOperand(context, 'p', entity)} = ${bindKey(binder, 0, entity.key)}`;
  const where = `${isOwn} AND ${compileNamed({ context, binder, entity: target, alias: 't' }, 'in')}`;
  const unlessPresent = context.dialect.ignoreDuplicates(`${table}.${columns[0] ?? ''}`);
  const values = [
    ...qualifyReferenced(context, 'p', entity, ownReferenced),
    ...qualifyReferenced(context, 't', target, targetReferenced),
  ].join(', ');
  return `INSERT INTO ${table} (${columns.join(', ')}) SELECT ${values} FROM ${rows} WHERE ${where}${unlessPresent}`;
}

/** The condition that the key of a row is among the ids in slot 1. */
function compileNamed({ context, binder, entity, alias }: RowScope, predicate: 'in' | 'notIn'): string {
  const columns = qualifyKey(context, alias, entity);
  return compileKeyMembership(context, binder, { predicate, columns, slot: 1, of: entity });
}

/** The conditions that a link is one of the entity, and that it leads to the targets or to others. */
function createLinkTests({ context, entity, target }: EdgeEnds, join: LinkJoin) {
  const table = quoteTable(context, join.table);
  const { quote } = context.dialect;
  const own = toOperand(join.ownColumns.map((name) => quote(name)));
  const theirs = join.targetColumns.map((name) => quote(name));
  const { ownReferenced, targetReferenced } = join;
  const alias = 'n';
  return {
    ofOwn: (binder: Binder) =>
      `${own} = ${compileReferencedOperand({ context, binder, entity, slot: 0, changed: table }, ownReferenced)}`,
    among: (binder: Binder, predicate: 'in' | 'notIn') => {
      if (!targetReferenced)
        return compileKeyMembership(context, binder, { predicate, columns: theirs, slot: 1, of: target });
      const named = compileNamed({ context, binder, entity: target, alias }, 'in');
      const values = qualifyReferenced(context, alias, target, targetReferenced).join(', ');
      const rows = `${quoteTable(context, target.table.path)} ${alias} WHERE ${named}`;
      return `${toOperand(theirs)} ${predicate === 'in' ? 'IN' : 'NOT IN'} (SELECT ${values} FROM ${rows})`;
    },
  };
}

/** The condition that a link leads to a visible row: links to rows that are deleted, or that a policy hides, stay. */
function compileLinkVisibility(
  linked: RowScope,
  { theirs, table }: { readonly theirs: readonly string[]; readonly table: string },
  referenced: ReferencedColumns | undefined,
): string {
  const { context, entity, alias } = linked;
  if (!hasHiddenRows(context, entity)) return '';
  const rows = `${compileAliasedTable(linked)}${compileWhere(compileVisibility(linked))}`;
  const columns = qualifyReferenced(context, alias, entity, referenced).join(', ');
  return ` AND ${toOperand(theirs)} IN (${compileSubquery(context.dialect, { columns, rows }, table)})`;
}
