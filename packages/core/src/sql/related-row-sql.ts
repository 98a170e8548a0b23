// Tests of related rows. The statement finds them once, as a set, and never with a join that multiplies rows. If few rows are
// tested, it looks related rows up for each.
import type { EdgeModel } from '../model/member-model.js';
import { isLookedUpPerRow } from './few-rows.js';
import {
  compileKeyAbsence,
  compileKeyOperand,
  compileKeyPresence,
  qualifyColumns,
  toOperand,
} from './key-sql.js';
import {
  compileAliasedTable,
  compileEdgeKeys,
  compileEdgeRows,
  compileVisibility,
  isVisibleByOthers,
} from './policy-sql.js';
import { qualifyReferenced } from './referenced-columns.js';
import { createDifference, type FilterScope, type Test } from './row-test-sql.js';
import { chooseAlias, compileDerivedTable, compileWhere, type RowScope, type Subquery } from './table-sql.js';

function getRelatedAlias({ context, depth }: FilterScope, edge: EdgeModel): string {
  return chooseAlias(context.targetOf(edge), depth === 0 ? 'related' : `related${depth}`);
}

/** The scope of the rows that an edge leads to. They are few if an index finds them for few rows. */
export function createRelatedScope(scope: FilterScope, edge: EdgeModel): FilterScope {
  return {
    ...scope,
    entity: scope.context.targetOf(edge),
    few: scope.few && isLookedUpPerRow(edge, scope.few),
    source: () => [],
    depth: scope.depth + 1,
  };
}

/**
 * Whether an index finds the related rows of each row. A set that their test looks up must not be searched for each, nor
 * other rows for each of many.
 */
function isSearchedPerRow({ few }: FilterScope, edge: EdgeModel, test?: Test): boolean {
  return isLookedUpPerRow(edge, few) && (few ? !test?.inSet : !test?.readsOtherTables);
}

/** The edge leads to a row that passes the test. */
export function createRelatedTest(scope: FilterScope, edge: EdgeModel, test?: Test): Test {
  const lookup = isSearchedPerRow(scope, edge, test);
  const isNested = scope.depth > 0 || test?.readsOtherTables;
  if (edge.join.kind === 'own' && (test || !lookup) && !(lookup && isNested && scope.few))
    return createTargetIdTest(scope, edge, test);
  const inSet = (alias: string, select?: string) =>
    `${compileKeyOperand(scope.context, alias, scope.entity)} IN ${compileOwnerIds(scope, edge, test, select)}`;
  return {
    readsOtherTables: true,
    inSet: !lookup,
    write: (alias) =>
      lookup ? `EXISTS ${compileRelatedRows({ ...scope, alias }, edge, test)}` : inSet(alias),
    writeAlternative: lookup ? undefined : writeAlternative(scope, inSet),
    writeLookup: findLookup(scope, edge, { test, found: 'EXISTS' }),
  };
}

/** How a set is tested that is built once, however few rows of a page are expected to be tested. */
function writeAlternative(
  { few, context }: FilterScope,
  inSet: (alias: string, select?: string) => string,
): Test['writeAlternative'] {
  const { selectInAlternative } = context.dialect;
  return few || selectInAlternative === undefined ? undefined : (alias) => inSet(alias, selectInAlternative);
}

/** How a row is tested by an index alone, however many rows are: no set is built, and no scan runs for each row. */
function findLookup(
  scope: FilterScope,
  edge: EdgeModel,
  { test, found }: { readonly test: Test | undefined; readonly found: 'EXISTS' | 'NOT EXISTS' },
): Test['writeLookup'] {
  const target = scope.context.targetOf(edge);
  const isFound = edge.join.indexed && !target.table.isView && !isVisibleByOthers(scope.context, target);
  if (!isFound || test?.readsOtherTables) return undefined;
  return (alias) => `${found} ${compileRelatedRows({ ...scope, alias }, edge, test)}`;
}

/** The edge leads to no row that passes the test. */
export function createUnrelatedTest(scope: FilterScope, edge: EdgeModel, test?: Test): Test {
  const isSearched = isSearchedPerRow(scope, edge, test);
  const { combinesSets, plansAntiJoins } = scope.context.dialect;
  if (combinesSets && (test ?? scope.depth > 0) && !(scope.few && isSearched))
    return {
      ...createDifference(scope, createRelatedTest(scope, edge, test)),
      writeLookup: findLookup(scope, edge, { test, found: 'NOT EXISTS' }),
    };
  const lookup = isSearched || plansAntiJoins;
  const { join } = edge;
  const absent = (alias: string) => {
    if (join.kind !== 'own')
      return `${compileKeyOperand(scope.context, alias, scope.entity)} NOT IN ${compileOwnerIds(scope, edge, test)}`;
    // A view has no index that finds one row.
    const key = qualifyColumns(scope.context, alias, join.columns);
    return `(${compileKeyAbsence(key)} OR NOT ${createTargetIdTest(scope, edge, test).write(alias)})`;
  };
  return {
    readsOtherTables: true,
    inSet: !isSearched,
    write: (alias) =>
      lookup ? `NOT EXISTS ${compileRelatedRows({ ...scope, alias }, edge, test)}` : absent(alias),
    writeLookup: findLookup(scope, edge, { test, found: 'NOT EXISTS' }),
  };
}

/**
 * Where the entity holds the foreign key, finds the ids once. Databases then find the few related rows first and use the
 * index on the key; with EXISTS they do not.
 */
function createTargetIdTest(scope: FilterScope, edge: EdgeModel, test?: Test): Test {
  const { context, binder } = scope;
  if (edge.join.kind !== 'own') throw new Error('Only an own foreign key holds ids of the target.');
  const { columns, referenced } = edge.join;
  const related = getRelatedAlias(scope, edge);
  const rows: RowScope = { context, binder, entity: context.targetOf(edge), alias: related };
  const inSet = (alias: string, select?: string) => {
    // Written first: its placeholders come first.
    const tested = test ? [test.write(related)] : [];
    const where = compileWhere([...tested, ...compileVisibility(rows)]);
    const ids = compileSet(
      scope,
      test,
      {
        columns: qualifyReferenced(context, related, rows.entity, referenced).join(', '),
        rows: `${compileAliasedTable(rows)}${where}`,
      },
      select,
    );
    return `${toOperand(qualifyColumns(context, alias, columns))} IN (${ids})`;
  };
  return {
    readsOtherTables: true,
    inSet: test?.readsOtherTables ?? false,
    write: (alias) => inSet(alias),
    writeAlternative: writeAlternative(scope, inSet),
    writeLookup: findLookup(scope, edge, { test, found: 'EXISTS' }),
  };
}

/** The related rows of the row of the scope, as a subquery. */
function compileRelatedRows(scope: FilterScope, edge: EdgeModel, test?: Test): string {
  const related = getRelatedAlias(scope, edge);
  const tested = test ? [test.write(related)] : [];
  const { from, where } = compileEdgeRows(scope, edge, related);
  return `(SELECT 1 FROM ${from} WHERE ${[...tested, ...where].join(' AND ')})`;
}

/** The ids of all rows that have an edge to a row which passes the test, as a subquery. */
function compileOwnerIds(scope: FilterScope, edge: EdgeModel, test?: Test, select?: string): string {
  const related = getRelatedAlias(scope, edge);
  const tested = test ? [test.write(related)] : [];
  const { from, key, compileVisible } = compileEdgeKeys(scope, edge, related);
  const where = [...tested, compileKeyPresence(key), ...compileVisible()].join(' AND ');
  const set = { columns: key.join(', '), rows: `${from} WHERE ${where}` };
  const alone = edge.join.kind === 'table' ? scope.context.dialect.selectInSet : 'SELECT';
  return `(${compileSet(scope, test, set, select ?? alone)})`;
}

/** A set of ids. */
function compileSet(
  { context, depth }: FilterScope,
  test: Test | undefined,
  set: Subquery,
  select = 'SELECT',
): string {
  const isNested = depth > 0 || test?.readsOtherTables;
  return context.dialect.derivesNestedSets && isNested
    ? compileDerivedTable(set)
    : `${select} ${set.columns} FROM ${set.rows}`;
}
