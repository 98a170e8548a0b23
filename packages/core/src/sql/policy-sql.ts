// The rows that exist for a request: not deleted (unless it asks for those), and allowed by its policies. Every statement finds rows through here.
// A policy looks up rows of other tables with IN. It sees all but deleted ones: policies do not apply inside a policy.
import type { EntityModel } from '../model/api-model.js';
import type { EdgeModel } from '../model/member-model.js';
import type { DeletedRows } from '../vocabulary/deleted-rows.js';
import type { RowTest, TestedEdge } from '../plan/policy-scope.js';
import type { ReferencedColumns } from '../model/join-model.js';
import { qualifyColumns, compileKeyOperand, compileKeyPresence, toOperand } from './key-sql.js';
import { joinReferenced, qualifyReferenced } from './referenced-columns.js';
import { createValueBinder } from './statement.js';
import {
  compileOtherClassTest,
  qualifyColumn,
  compileExistence,
  quoteTable,
  compileWhere,
  type RowScope,
  type SqlContext,
  type UnboundScope,
} from './table-sql.js';

/**
 * The conditions that a row is visible: it exists, and the policies allow it. Empty if all rows are. Binds placeholders, so
 * call it where its text goes.
 */
export function compileVisibility(rows: RowScope, deleted: DeletedRows = 'without'): string[] {
  const { context, entity, alias } = rows;
  const test = context.policyTests.get(entity.name);
  const existing = compileExistence(context, alias, entity, deleted);
  return test ? [...existing, compilePolicyTest(rows, test)] : existing;
}

/** Whether some rows of the entity's table are not visible. */
export function hasHiddenRows(context: SqlContext, { name, table }: EntityModel): boolean {
  return table.deletedAt !== null || table.discriminator !== null || context.policyTests.has(name);
}

/** Whether rows of other tables determine which rows of the entity are visible. */
export function isVisibleByOthers({ policyTests }: SqlContext, { name }: EntityModel): boolean {
  const test = policyTests.get(name);
  return test !== undefined && readsOtherTables(test);
}

function readsOtherTables(test: RowTest): boolean {
  if ('tests' in test) return test.tests.some(readsOtherTables);
  return 'edge' in test;
}

/** The FROM and WHERE of the rows that an edge leads to from the row of a scope. `target` is their alias. */
export function compileEdgeRows(
  scope: RowScope,
  edge: EdgeModel,
  target: string,
): { readonly from: string; readonly where: readonly string[] } {
  const { context, entity, alias } = scope;
  if (edge.join.kind === 'own') {
    const targetEntity = context.targetOf(edge);
    const reference = toOperand(qualifyColumns(context, alias, edge.join.columns));
    const referenced = qualifyReferenced(context, target, targetEntity, edge.join.referenced);
    const key = `${toOperand(referenced)} = ${reference}`;
    const rows = { ...scope, entity: targetEntity, alias: target };
    return { from: compileAliasedTable(rows), where: [key, ...compileVisibility(rows)] };
  }
  const { from, key, referenced, compileVisible } = compileEdgeLinks(scope, edge, target);
  const own = toOperand(qualifyReferenced(context, alias, entity, referenced));
  return { from, where: [`${toOperand(key)} = ${own}`, ...compileVisible()] };
}

/** The rows that an edge leads to from any row. */
export interface EdgeKeys {
  readonly from: string;
  /** Columns with the id of the row that the edge starts from. */
  readonly key: readonly string[];
  /** The conditions of `compileVisibility`. */
  readonly compileVisible: () => string[];
}

/** The rows that an edge with its foreign key elsewhere leads to. Binds placeholders when `compileVisible` is called. */
export function compileEdgeKeys(
  scope: Pick<RowScope, 'context' | 'binder'>,
  edge: EdgeModel,
  target: string,
): EdgeKeys {
  const { referenced, ...links } = compileEdgeLinks(scope, edge, target);
  if (!referenced) return links;
  const { join, key } = joinReferenced(scope.context, `${target}_start`, { columns: links.key, referenced });
  return { ...links, from: links.from + join, key };
}

/** The same, with the foreign key in place of the id. */
function compileEdgeLinks(
  { context, binder }: Pick<RowScope, 'context' | 'binder'>,
  edge: EdgeModel,
  target: string,
): EdgeKeys & { readonly referenced: ReferencedColumns | undefined } {
  const { join } = edge;
  if (join.kind === 'own') throw new Error('The key of an own foreign key is in the row it starts from.');
  const rows = { context, binder, entity: context.targetOf(edge), alias: target };
  const visible = () => [...compileVisibility(rows), ...compileFirstRow(rows, edge)];
  if (join.kind === 'foreign')
    return {
      from: compileAliasedTable(rows),
      key: qualifyColumns(context, target, join.columns),
      referenced: join.referenced,
      compileVisible: visible,
    };
  const link = `${target}_link`;
  const linked = toOperand(qualifyReferenced(context, target, rows.entity, join.targetReferenced));
  const on = `${linked} = ${toOperand(qualifyColumns(context, link, join.targetColumns))}`;
  return {
    from: `${quoteTable(context, join.table)} ${link} JOIN ${compileAliasedTable(rows)} ON ${on}`,
    key: qualifyColumns(context, link, join.ownColumns),
    referenced: join.ownReferenced,
    compileVisible: visible,
  };
}

/**
 * The condition that a row is the first of those that a unique edge leads to: without a unique key there may be several, and
 * TypeORM shows one of them. Empty where there is one. Binds placeholders.
 */
export function compileFirstRow(rows: RowScope, { unique, join }: EdgeModel): string[] {
  if (!unique || join.kind !== 'foreign' || join.distinct) return [];
  const { context, entity, alias } = rows;
  const earlier: RowScope = { ...rows, alias: `${alias}_first` };
  const isSame = join.columns.map(
    (column) => `${qualifyColumn(context, earlier.alias, column)} = ${qualifyColumn(context, alias, column)}`,
  );
  const isEarlier = `${compileKeyOperand(context, earlier.alias, entity)} < ${compileKeyOperand(context, alias, entity)}`;
  const where = compileWhere([...isSame, isEarlier, ...compileVisibility(earlier)]);
  return [`NOT EXISTS (SELECT 1 FROM ${compileAliasedTable(earlier)}${where})`];
}

/** The table of a scope under its alias. */
export function compileAliasedTable({ context, entity, alias }: UnboundScope): string {
  return `${quoteTable(context, entity.table.path)} ${alias}`;
}

/** A row of any table under an alias. */
type TestedRow = Omit<RowScope, 'entity'>;

/** The condition of a policy test on a row. Binds placeholders. */
function compilePolicyTest(tested: TestedRow, row: RowTest): string {
  const { context, alias } = tested;
  switch (row.test) {
    case 'none':
      return '1 = 0';
    case 'all of':
    case 'any of':
      return `(${row.tests.map((test) => compilePolicyTest(tested, test)).join(row.test === 'all of' ? ' AND ' : ' OR ')})`;
    case 'equal':
    case 'among':
      return compilePolicyComparison(tested, { column: row.column, by: row.test, slot: row.slot });
    case 'null':
      return `${qualifyColumn(context, alias, row.column)} IS NULL`;
    case 'not null':
      return `${qualifyColumn(context, alias, row.column)} IS NOT NULL`;
    case 'other kind':
      return compileOtherClassTest(context, alias, row.classes);
    case 'related':
      return compilePolicyRelation(tested, row.edge, row.where);
    case 'unrelated':
      return `NOT ${compilePolicyRelation(tested, row.edge, null)}`;
    case 'linked':
      return compilePolicyLink(tested, row);
  }
}

/** A comparison of a column with the value, or the list of values, in a slot. */
type Comparison = Pick<Extract<RowTest, { test: 'linked' }>, 'column' | 'by' | 'slot'>;

function compilePolicyComparison(
  { context, binder, alias }: TestedRow,
  { column: tested, by, slot }: Comparison,
): string {
  const { column, codec, columnKind, spelling } = tested;
  const predicate = by === 'equal' ? 'eq' : 'in';
  const value = createValueBinder(binder.policySlots, predicate, { slot, encode: codec.encode });
  return context.dialect.predicates[predicate](qualifyColumn(context, alias, column), value, {
    columnKind,
    spelling,
  });
}

const relatedAlias = 'x';
const linkAlias = 'x_link';

function compilePolicyRelation(
  { context, binder, alias }: TestedRow,
  edge: TestedEdge,
  where: RowTest | null,
): string {
  const { join, from, to } = edge;
  const { selectInPolicy } = context.dialect;
  const rows = `${quoteTable(context, to.table.path)} ${relatedAlias}`;
  const tests = () => [
    ...compileExistence(context, relatedAlias, to),
    ...(where ? [compilePolicyTest({ context, binder, alias: relatedAlias }, where)] : []),
  ];
  if (join.kind === 'own') {
    const ids = qualifyReferenced(context, relatedAlias, to, join.referenced).join(', ');
    return `${toOperand(qualifyColumns(context, alias, join.columns))} IN (${selectInPolicy} ${ids} FROM ${rows}${compileWhere(tests())})`;
  }
  const ownReferenced = join.kind === 'foreign' ? join.referenced : join.ownReferenced;
  const ownId = toOperand(qualifyReferenced(context, alias, from, ownReferenced));
  if (join.kind === 'foreign') {
    const key = qualifyColumns(context, relatedAlias, join.columns);
    return `${ownId} IN (${selectInPolicy} ${key.join(', ')} FROM ${rows}${compileWhere([compileKeyPresence(key), ...tests()])})`;
  }
  const joined = `${quoteTable(context, join.table)} ${linkAlias} JOIN ${rows} ON ${toOperand(qualifyReferenced(context, relatedAlias, to, join.targetReferenced))} = ${toOperand(qualifyColumns(context, linkAlias, join.targetColumns))}`;
  return `${ownId} IN (${selectInPolicy} ${qualifyColumns(context, linkAlias, join.ownColumns).join(', ')} FROM ${joined}${compileWhere(tests())})`;
}

function compilePolicyLink(
  tested: TestedRow,
  { edge, ...link }: Extract<RowTest, { test: 'linked' }>,
): string {
  const { context, alias } = tested;
  const { join, from } = edge;
  if (join.kind !== 'table') throw new Error('Only a join table links rows.');
  const links = `${context.dialect.selectInPolicy} ${qualifyColumns(context, linkAlias, join.ownColumns).join(', ')} FROM ${quoteTable(context, join.table)} ${linkAlias}`;
  const ownId = toOperand(qualifyReferenced(context, alias, from, join.ownReferenced));
  return `${ownId} IN (${links} WHERE ${compilePolicyComparison({ ...tested, alias: linkAlias }, link)})`;
}
