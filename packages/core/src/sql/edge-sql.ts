// Statements that change which rows an edge leads to. They never delete a row of the target, or take one from another entity:
// they write rows of a join table, or foreign keys of rows that are free.
import type { EntityModel } from '../model/api-model.js';
import type { EdgeModel } from '../model/member-model.js';
import type { JoinModel } from '../model/join-model.js';
import type { Dialect } from './dialect.js';
import { compileLinkStatements, type EdgeEnds, type LinkStatements } from './link-sql.js';
import { compileVisibility } from './policy-sql.js';
import {
  qualifyColumns,
  getPartEncoder,
  compileKeyPresence,
  compileKeyMembership,
  qualifyKey,
  toOperand,
} from './key-sql.js';
import { compileTouchedColumns } from './reference-sql.js';
import { compileReferencedOperand, compileReferencedValue } from './referenced-columns.js';
import { createBinder, type Binder, type Statement } from './statement.js';
import {
  compileExistence,
  compileSelectedFields,
  quoteTable,
  compileWhere,
  type SqlContext,
} from './table-sql.js';

/**
 * Why rows are looked up: to refer to them, which many can do at once, also where hooks may write them; to change them; or to see
 * whether a policy hides rows that the transaction has written, and perhaps deleted.
 */
export type LookupPurpose = 'refer' | 'refer with hooks' | 'change' | 'see';

/** Finds which of the ids in slot 0 exist, and locks their rows until the transaction ends, unless it has. Returns one key per row. */
export function compileExisting(context: SqlContext, target: EntityModel, purpose: LookupPurpose): Statement {
  const binder = createBinder(context.dialect);
  const where = compileWhere([
    compileKeyMembership(context, binder, {
      predicate: 'in',
      columns: qualifyKey(context, 't', target),
      slot: 0,
      of: target,
    }),
    ...compileVisibility(
      { context, binder, entity: target, alias: 't' },
      purpose === 'see' ? 'with' : 'without',
    ),
  ]);
  const lock = lockClauses[purpose](context.dialect, target.table.deletedAt !== null);
  // Lock in the order of the ids, so that overlapping changes wait for each other instead of deadlocking.
  const order = qualifyKey(context, 't', target).join(', ');
  const rows = `${quoteTable(context, target.table.path)} t${where} ORDER BY ${order}`;
  const keys = compileSelectedFields(context, 't', target.key).join(', ');
  return binder.statement(`SELECT ${keys} FROM ${rows}${lock}`);
}

const lockClauses: Readonly<Record<LookupPurpose, (dialect: Dialect, softlyDeleted: boolean) => string>> = {
  refer: (dialect, softlyDeleted) => dialect.forReference(softlyDeleted),
  'refer with hooks': (dialect, softlyDeleted) =>
    dialect.forObservedReference ?? dialect.forReference(softlyDeleted),
  change: ({ forUpdate }) => forUpdate,
  see: () => '',
};

/** The statements of one edge. Slot 0 is the id of the entity, slot 1 the list of target ids. */
export type EdgeStatements = LinkStatements | ForeignStatements;

/** The statements of an edge whose foreign key is a column of the target. */
export interface ForeignStatements {
  readonly kind: 'foreign';
  /** Finds the targets that belong to another entity. */
  readonly ofOthers: Statement;
  /** Finds the targets that belong to the entity. */
  readonly own: Statement;
  /** Finds the rows that belong to the entity and are not targets. */
  readonly ownOthers: Statement;
  readonly add: Statement;
  /** Clears the foreign key of the targets that belong to the entity. */
  readonly remove: Statement;
  /** Finds the targets that do not belong to the entity. Null where no trigger can leave rows out of a write. */
  readonly notOwn: Statement | null;
}

/** Compiles the statements of an edge whose foreign key is not in the entity's own row. */
export function compileEdgeStatements(
  context: SqlContext,
  entity: EntityModel,
  edge: EdgeModel,
): EdgeStatements {
  const { join } = edge;
  if (join.kind === 'own') throw new Error('An own foreign key is written with its row.');
  const ends = { context, entity, target: context.targetOf(edge) };
  return join.kind === 'table' ? compileLinkStatements(ends, join) : compileForeignStatements(ends, join);
}

function compileForeignStatements(ends: EdgeEnds, join: ForeignJoin): ForeignStatements {
  const { context, target } = ends;
  const table = quoteTable(context, target.table.path);
  const id = qualifyKey(context, table, target).join(', ');
  const { isNamed, isUnnamed, isOwn, isNotOwn, isOfOthers } = createForeignTests(ends, join);
  // Rows that are linked already do not change: their versions must not, either.
  const isChanged = target.table.touchedColumns.length === 0 ? [] : [isNotOwn];
  const find = (...tests: Test[]) => {
    const binder = createBinder(context.dialect);
    const where = compileWhere([
      ...tests.map((test) => test(binder)),
      ...compileVisibility({ context, binder, entity: target, alias: table }),
    ]);
    const selected = compileSelectedFields(context, table, target.key).join(', ');
    return binder.statement(
      `SELECT ${selected} FROM ${table}${where} ORDER BY ${id}${context.dialect.forUpdate}`,
    );
  };
  const set = (value: Test, ...tests: Test[]) => {
    const binder = createBinder(context.dialect);
    const assignments = [value(binder), ...compileTouchedColumns(context, target)].join(', ');
    // No policies here: the rows were found visible and are locked. This transaction may have changed them since.
    const where = compileWhere([
      ...tests.map((test) => test(binder)),
      ...compileExistence(context, table, target),
    ]);
    return binder.statement(`UPDATE ${table} SET ${assignments}${where}`);
  };
  return {
    kind: 'foreign',
    ofOthers: find(isNamed, isOfOthers),
    own: find(isNamed, isOwn),
    ownOthers: find(isUnnamed, isOwn),
    add: set((binder) => compileReference(ends, join, binder), isNamed, ...isChanged),
    remove: set(() => compileClearedReference(context, join), isNamed, isOwn),
    notOwn: context.dialect.compileLeftOut ? find(isNamed, isNotOwn) : null,
  };
}

type ForeignJoin = Extract<JoinModel, { kind: 'foreign' }>;

/** Assigns the id in slot 0 to the foreign key. */
function compileReference(
  { context, entity, target }: EdgeEnds,
  { columns, referenced }: ForeignJoin,
  binder: Binder,
): string {
  const changed = quoteTable(context, target.table.path);
  const parent = { context, binder, entity, slot: 0, changed };
  const assign = (column: string, part: number) => {
    const name = referenced?.columns[part];
    const value =
      name === undefined
        ? binder.bind(0, getPartEncoder(entity.key, part))
        : compileReferencedValue(parent, name);
    return `${context.dialect.quote(column)} = ${value}`;
  };
  return columns.map(assign).join(', ');
}

function compileClearedReference({ dialect }: SqlContext, { columns, kept }: ForeignJoin): string {
  const cleared = columns.filter((column) => !kept.includes(column));
  return cleared.map((column) => `${dialect.quote(column)} = NULL`).join(', ');
}

/** A condition or an assignment. Binds placeholders. */
type Test = (binder: Binder) => string;

/** Conditions on a row of the target: in the list or not, and owned by the entity or by another one. */
function createForeignTests(
  { context, entity, target }: EdgeEnds,
  join: ForeignJoin,
): Readonly<Record<'isNamed' | 'isUnnamed' | 'isOwn' | 'isNotOwn' | 'isOfOthers', Test>> {
  const table = quoteTable(context, target.table.path);
  const key = qualifyColumns(context, table, join.columns);
  const own = (binder: Binder) =>
    compileReferencedOperand({ context, binder, entity, slot: 0, changed: table }, join.referenced);
  const among = (predicate: 'in' | 'notIn') => (binder: Binder) =>
    compileKeyMembership(context, binder, {
      predicate,
      columns: qualifyKey(context, table, target),
      slot: 1,
      of: target,
    });
  // A foreign key with a part that is NULL refers to nothing.
  const present = key.length > 1 ? [compileKeyPresence(key)] : [];
  return {
    isNamed: among('in'),
    isUnnamed: among('notIn'),
    isOwn: (binder) => `${toOperand(key)} = ${own(binder)}`,
    isNotOwn: (binder) => `NOT COALESCE(${toOperand(key)} = ${own(binder)}, FALSE)`,
    isOfOthers: (binder) => [...present, `${toOperand(key)} <> ${own(binder)}`].join(' AND '),
  };
}
