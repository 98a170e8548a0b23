// The programs of reads and writes: their interface, programs bound to the policy values of one request, and programs whose
// statements no driver keeps.
import type { EntityModel, VariantsModel } from '../model/api-model.js';
import type { EdgeModel, FieldModel } from '../model/member-model.js';
import type { AggregateShape, ExportStyle, SelectShape } from '../plan/plan.js';
import type { ColumnTerm } from '../plan/writes.js';
import type { DeletedRows } from '../vocabulary/deleted-rows.js';
import type { SelectionProgram } from './bulk-sql.js';
import type { ChildProgram } from './child-sql.js';
import type { EdgeStatements, LookupPurpose } from './edge-sql.js';
import type { GroupProgram } from './group-program.js';
import type { ExportKeysProgram } from './export-keys.js';
import type { CountProgram, ExportProgram } from './export-program.js';
import type { InsertProgram } from './insert-sql.js';
import type { WriteLimit } from './response-size.js';
import type { SelectProgram } from './select-program.js';
import type { Statement } from './statement.js';
import type { LockPurpose } from './write-sql.js';

/** The programs of requests that write many rows. */
export interface BulkPrograms {
  /** Finds and locks the rows of a selection. */
  select(shape: SelectShape): SelectionProgram;
  update(entity: EntityModel, columns: readonly ColumnTerm[]): Statement;
  delete(entity: EntityModel): Statement;
  /** Counts the rows with the ids in slot 0 that no policy hides, deleted or not. */
  countVisible(entity: EntityModel): Statement;
  /** Reads the discriminators of the rows with the ids in slot 0. */
  selectClasses(entity: EntityModel, variants: VariantsModel): Statement;
}

/** All programs under the same policies, by shape. */
export interface Programs {
  readonly writeLimit: WriteLimit;
  /** Whether a policy hides rows of the entity. */
  isRestricted(entity: EntityModel): boolean;
  select(shape: SelectShape): SelectProgram;
  aggregate(shape: AggregateShape): GroupProgram;
  /** Reads and prints a batch of an export. */
  export(shape: SelectShape, style: ExportStyle): ExportProgram;
  /** Reads the keys of the rows of an export. */
  exportKeys(shape: SelectShape): ExportKeysProgram;
  /** Counts the rows of a list, up to the limit in its slot. */
  countRows(shape: SelectShape): CountProgram;
  /** Reads the row that the same transaction inserted; null where that requires its key. */
  selectInserted(entity: EntityModel): SelectProgram | null;
  insert(entity: EntityModel, columns: readonly ColumnTerm[]): InsertProgram;
  /** With `version`, it changes no row of another version. */
  update(entity: EntityModel, columns: readonly ColumnTerm[], version?: FieldModel): Statement;
  delete(entity: EntityModel, version?: FieldModel): Statement;
  /** Locks the row with the id in slot 0, deleted or not: 1 if it is deleted, otherwise 0. */
  lockDeleted(entity: EntityModel): Statement;
  restore(entity: EntityModel, columns: readonly ColumnTerm[]): Statement;
  /** Reads the discriminator of the row with the id in slot 0. */
  selectRowClass(entity: EntityModel, variants: VariantsModel, deleted: DeletedRows): Statement;
  /** With `version`, it returns that. */
  lock(entity: EntityModel, purpose: LockPurpose, version?: FieldModel): Statement;
  selectExisting(entity: EntityModel, purpose: LookupPurpose): Statement;
  /** Finds rows that a statement should have written; null where no trigger can leave rows out of a write. */
  unwritten(entity: EntityModel): Statement | null;
  /** Reads the stored keys of the ids in the first slots: `idsPerLookup` of them. */
  lookUpKeys(entity: EntityModel): Statement;
  readonly bulk: BulkPrograms;
  changeEdge(entity: EntityModel, edge: EdgeModel): EdgeStatements;
  /** Null where the database itself keeps its sequences ahead of ids that clients choose. */
  advanceSequence(entity: EntityModel): Statement | null;
}

/** Binds programs to the policy values of one request: their callers pass the values of the plan only. */
export function withPolicyValues(programs: Programs, policyValues: readonly unknown[]): Programs {
  const bind = (statement: Statement): Statement => ({
    ...statement,
    parameters: (values) => statement.parameters(values, policyValues),
    fitLists: (values) => bind(statement.fitLists(values, policyValues)),
  });
  return {
    writeLimit: programs.writeLimit,
    isRestricted: (entity) => programs.isRestricted(entity),
    select: (shape) => bindSelect(programs.select(shape), bind),
    aggregate: (shape) => bindGroups(programs.aggregate(shape), bind),
    export: (shape, style) => {
      const program = programs.export(shape, style);
      return { ...program, select: bindSelect(program.select, bind) };
    },
    exportKeys: (shape) => bindStatementOf(programs.exportKeys(shape), bind),
    countRows: (shape) => bindStatementOf(programs.countRows(shape), bind),
    selectInserted: (entity) => {
      const program = programs.selectInserted(entity);
      return program && bindSelect(program, bind);
    },
    insert: (entity, columns) => {
      const program = programs.insert(entity, columns);
      return { ...program, statement: bind(program.statement) };
    },
    update: (entity, columns, version) => bind(programs.update(entity, columns, version)),
    delete: (entity, version) => bind(programs.delete(entity, version)),
    lockDeleted: (entity) => bind(programs.lockDeleted(entity)),
    restore: (entity, columns) => bind(programs.restore(entity, columns)),
    selectRowClass: (entity, variants, deleted) => bind(programs.selectRowClass(entity, variants, deleted)),
    lock: (entity, purpose, version) => bind(programs.lock(entity, purpose, version)),
    selectExisting: (entity, purpose) => bind(programs.selectExisting(entity, purpose)),
    unwritten: (entity) => bindIfAny(programs.unwritten(entity), bind),
    lookUpKeys: (entity) => bind(programs.lookUpKeys(entity)),
    bulk: bindBulk(programs.bulk, bind),
    changeEdge: (entity, edge) => bindEdge(programs.changeEdge(entity, edge), bind),
    advanceSequence: (entity) => programs.advanceSequence(entity),
  };
}

type BindStatement = (statement: Statement) => Statement;

function bindStatementOf<T extends { readonly statement: Statement }>(program: T, bind: BindStatement): T {
  return { ...program, statement: bind(program.statement) };
}

function bindIfAny(statement: Statement | null, bind: BindStatement): Statement | null {
  return statement && bind(statement);
}

function bindSelect(program: SelectProgram, bind: BindStatement): SelectProgram {
  const { inRows, rowsFallback } = program;
  return {
    ...program,
    statement: bind(program.statement),
    ...(program.bounded ? { bounded: bind(program.bounded) } : {}),
    total: program.total && bind(program.total),
    totalOfEmpty: program.totalOfEmpty && bind(program.totalOfEmpty),
    children: program.children.map((child) => bindChild(child, bind)),
    parentExists: program.parentExists && bind(program.parentExists),
    positionExists: program.positionExists && bind(program.positionExists),
    inRows: inRows && (() => bindSelect(inRows(), bind)),
    rowsFallback: rowsFallback && (() => bindSelect(rowsFallback(), bind)),
  };
}

function bindBulk(programs: BulkPrograms, bind: BindStatement): BulkPrograms {
  return {
    select: (shape) => bindStatementOf(programs.select(shape), bind),
    update: (entity, columns) => bind(programs.update(entity, columns)),
    delete: (entity) => bind(programs.delete(entity)),
    countVisible: (entity) => bind(programs.countVisible(entity)),
    selectClasses: (entity, variants) => bind(programs.selectClasses(entity, variants)),
  };
}

function bindGroups(program: GroupProgram, bind: BindStatement): GroupProgram {
  const { statement, parentExists } = program;
  return { ...program, statement: bind(statement), parentExists: parentExists && bind(parentExists) };
}

function bindChild(child: ChildProgram, bind: BindStatement): ChildProgram {
  return {
    ...child,
    statement: bind(child.statement),
    children: child.children.map((below) => bindChild(below, bind)),
  };
}

function bindEdge(statements: EdgeStatements, bind: BindStatement): EdgeStatements {
  if (statements.kind === 'table') {
    const { kind, add, remove, removeOthers, linked } = statements;
    return {
      kind,
      add: bind(add),
      remove: bind(remove),
      removeOthers: bind(removeOthers),
      linked: bindIfAny(linked, bind),
    };
  }
  const { kind, ofOthers, own, ownOthers, add, remove, notOwn } = statements;
  return {
    kind,
    ofOthers: bind(ofOthers),
    own: bind(own),
    ownOthers: bind(ownOthers),
    add: bind(add),
    remove: bind(remove),
    notOwn: bindIfAny(notOwn, bind),
  };
}

/** The program with statements that drivers do not keep prepared, because the shape may not recur. */
export function forgetStatements(program: SelectProgram): SelectProgram {
  return bindSelect(program, forgetStatement);
}

/** The same for an aggregate. Its lookup of the parent is the same for all aggregates of an edge. */
export function forgetGroupStatements(program: GroupProgram): GroupProgram {
  return { ...program, statement: forgetStatement(program.statement) };
}

/** The same for a batch of an export. */
export function forgetExportStatements(program: ExportProgram): ExportProgram {
  return { ...program, select: forgetStatements(program.select) };
}

/** The same for a program of one statement. */
export function forgetStatementOf<T extends { readonly statement: Statement }>(program: T): T {
  return { ...program, statement: forgetStatement(program.statement) };
}

/** The same for one statement. */
export function forgetStatement(statement: Statement): Statement {
  return {
    ...statement,
    isKept: false,
    fitLists: (values, policyValues) => forgetStatement(statement.fitLists(values, policyValues)),
  };
}
