// Lists whose rows are in one of several sets, such as those that a group of filters across edges finds. Where dialects combine
// sets, an IN with their union reads every row of every set before it gives a page. Here the database counts as many of them as
// are few, and runs the branch that fits: few rows are read from their union; of many, a page comes soon in the order of the
// list, with a test by indexes for each row. See docs/decisions/0111-searches-across-edges.md.
import type { SelectShape } from '../plan/plan.js';
import type { UnionFilter, UnitedFilters } from './filter-sql.js';
import { compileKeyOperand } from './key-sql.js';
import { compileAliasedTable, isVisibleByOthers } from './policy-sql.js';
import { compileWhere, type RowScope } from './table-sql.js';

/** Rows of a list that are in the union of some sets, or in each of several unions. */
export interface UnitedRows {
  readonly scope: RowScope;
  readonly filters: UnitedFilters;
  /** The other conditions of the list on the row under an alias. */
  readonly conditions: (alias: string) => readonly string[];
}

/** How many rows are few. The keys of as many are kept; of more, a page is near the start of the list. */
const maxFewRows = 5_000;

/** How many of the unions may be read for few rows. The others are tested for each row. */
const maxDrivers = 3;

/** In characters of the filters: a statement repeats the sets, and their tests for each branch. */
const maxLength = 8_192;

/** The rows of a list as unions of sets; null where they are none, or cannot be read as such. */
export function findUnitedRows(
  rows: Omit<UnitedRows, 'filters'>,
  filters: UnitedFilters | null,
): UnitedRows | null {
  const { context, entity } = rows.scope;
  if (!filters || entity.table.isView || isVisibleByOthers(context, entity)) return null;
  const united = { ...rows, filters };
  const isCounted = filters.unions.length === 1 || isTestedByIndexes(united);
  return isCounted && filters.measure() <= maxLength ? united : null;
}

/** Whether the branches of a page, or of a count, can be chosen: an index serves each test. */
function isTestedByIndexes({ filters: { unions } }: UnitedRows): boolean {
  return unions.every(({ writeLookup }) => writeLookup);
}

/** Counts the rows, as a subquery; up to a limit, if there is one. */
export function compileUnitedCount(united: UnitedRows, limit: string | null): string {
  const { scope, filters } = united;
  const [union, ...more] = filters.unions;
  const upTo = limit === null ? '' : ` LIMIT ${limit}`;
  if (!union || more.length > 0) {
    const rows = listBranches(united).map(({ from, where }) => `SELECT 1 FROM ${from}${compileWhere(where)}`);
    return `(${compileFewRows(united)} SELECT COUNT(*) FROM (${rows.join(' UNION ALL ')}${upTo}) n)`;
  }
  const keys = listKeys(scope);
  const all = `(${compileUnion(united, union)}) u`;
  // No set holds a key twice, so this many keys are at least as many rows as the limit.
  const enough = limit === null ? all : `(SELECT ${keys} FROM ${all} LIMIT ${limit} * ${union.size}) u`;
  return `(SELECT COUNT(*) FROM (SELECT DISTINCT ${keys} FROM ${enough}${upTo}) n)`;
}

/** Whether a page of the rows comes soon in its order, if they are many: the order is that of columns. */
export function isChosenByNumber(united: UnitedRows, { window, sort }: SelectShape): boolean {
  const isOfColumns = sort.every(({ sort: key }) => key.by === 'field' && key.field.expression === null);
  return isTestedByIndexes(united) && window.kind === 'page' && isOfColumns;
}

/** What chooses the rows of a page: the conditions of a cursor, the order and the window. */
interface PageClauses {
  readonly after: () => readonly string[];
  readonly order: () => string;
  readonly window: () => string;
}

/** The rows of a page, as a table. They are in no order. */
export function compileUnitedPage(united: UnitedRows, { after, order, window }: PageClauses): string {
  const { alias } = united.scope;
  const pages = listBranches(united).map(
    ({ from, where }) =>
      `(SELECT ${alias}.* FROM ${from}${compileWhere([...where, ...after()])}${order()}${window()})`,
  );
  return `(${compileFewRows(united)} ${pages.join(' UNION ALL ')}) ${alias}`;
}

/** Rows that are all rows of the list, or none: the number of those in the unions chooses the branch. */
interface Branch {
  readonly from: string;
  readonly where: readonly string[];
}

function listBranches({ scope, filters, conditions }: UnitedRows): readonly Branch[] {
  const { context, entity, alias } = scope;
  const { unions, writeOthers } = filters;
  const table = compileAliasedTable(scope);
  const numbers = unions.slice(0, maxDrivers).map((_, at) => `(SELECT COUNT(*) FROM ${nameFew(at)})`);
  const testExcept = (driver: number) =>
    unions.filter((_, at) => at !== driver).map((union) => requireLookup(union)(alias));
  const isMany = (before: number) => numbers.slice(0, before).map((number) => `${number} > ${maxFewRows}`);
  const ofFew = numbers.map((number, at): Branch => {
    const inFew = `${compileKeyOperand(context, alias, entity)} IN (SELECT ${listKeys(scope)} FROM ${nameFew(at)})`;
    const where = compileWhere([...isMany(at), `${number} <= ${maxFewRows}`, inFew, ...testExcept(at)]);
    // OFFSET hides the limit: a planner that expects many rows would go through the whole table in order.
    return { from: `(SELECT ${alias}.* FROM ${table}${where} OFFSET 0) ${alias}`, where: [] };
  });
  const own = [...conditions(alias), ...writeOthers(alias)];
  return [...ofFew, { from: table, where: [...isMany(numbers.length), ...own, ...testExcept(-1)] }];
}

/** A filter that was left out would find rows that do not pass it. */
function requireLookup({ writeLookup }: UnionFilter): NonNullable<UnionFilter['writeLookup']> {
  if (!writeLookup) throw new TypeError('A filter without a lookup cannot be one of several branches.');
  return writeLookup;
}

/** The keys of each union that branches read, up to one more than are few. */
function compileFewRows(united: UnitedRows): string {
  const keys = listKeys(united.scope);
  const few = united.filters.unions
    .slice(0, maxDrivers)
    .map((union) => `SELECT ${keys} FROM (${compileUnion(united, union)}) u LIMIT ${maxFewRows + 1}`)
    .map((rows, at) => `${nameFew(at)} AS MATERIALIZED (${rows})`);
  return `WITH ${few.join(', ')}`;
}

function compileUnion({ filters, conditions }: UnitedRows, union: UnionFilter): string {
  return union.write((alias) => [...conditions(alias), ...filters.writeOthers(alias)]);
}

function nameFew(at: number): string {
  return `decorest_few${at}`;
}

function listKeys({ entity }: RowScope): string {
  return entity.key.map((_, at) => `k${at}`).join(', ');
}
