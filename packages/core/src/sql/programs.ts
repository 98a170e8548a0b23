// Shapes -> programs, each compiled once and kept in a bounded cache; policy values are bound to them per request.
import { LRUCache } from 'lru-cache';
import type { EntityModel, VariantsModel } from '../model/api-model.js';
import type { EdgeModel } from '../model/member-model.js';
import { findSingleColumn } from '../model/row-id.js';
import type { ColumnTerm, SelectShape } from '../plan/plan.js';
import type { PolicyScope } from '../plan/policy-scope.js';
import { buildInsertedShape } from '../plan/select-plan.js';
import type { Dialect } from './dialect.js';
import {
  type EdgeStatements,
  type LookupPurpose,
  compileEdgeStatements,
  compileExisting,
} from './edge-sql.js';
import { type InsertProgram, compileInsert } from './insert-sql.js';
import { compileRowsOf } from './row-with-edges-program.js';
import type { SelectProgram, CompileSelect } from './select-program.js';
import type { Statement } from './statement.js';
import type { SqlContext } from './table-sql.js';
import {
  type LockPurpose,
  compileAdvanceSequence,
  compileDelete,
  compileLock,
  compileRowClass,
  compileUpdate,
} from './write-sql.js';

/** All programs under the same policies, by shape. */
export interface Programs {
  /** Whether a policy hides rows of the entity. */
  isRestricted(entity: EntityModel): boolean;
  select(shape: SelectShape): SelectProgram;
  /** Reads the row that the same transaction inserted; null where that requires its key. */
  selectInserted(entity: EntityModel): SelectProgram | null;
  insert(entity: EntityModel, columns: readonly ColumnTerm[]): InsertProgram;
  update(entity: EntityModel, columns: readonly ColumnTerm[]): Statement;
  delete(entity: EntityModel): Statement;
  /** Reads the discriminator of the row with the id in slot 0. */
  selectRowClass(entity: EntityModel, variants: VariantsModel): Statement;
  lock(entity: EntityModel, purpose: LockPurpose): Statement;
  selectExisting(entity: EntityModel, purpose: LookupPurpose): Statement;
  changeEdge(entity: EntityModel, edge: EdgeModel): EdgeStatements;
  /** Null where the database itself keeps its sequences ahead of ids that clients choose. */
  advanceSequence(entity: EntityModel): Statement | null;
}

/** Binds programs to the policy values of one request: their callers pass the values of the plan only. */
function withPolicyValues(programs: Programs, policyValues: readonly unknown[]): Programs {
  const bind = (statement: Statement): Statement => ({
    ...statement,
    parameters: (values) => statement.parameters(values, policyValues),
    fitLists: (values) => bind(statement.fitLists(values, policyValues)),
  });
  return {
    isRestricted: (entity) => programs.isRestricted(entity),
    select: (shape) => bindSelect(programs.select(shape), bind),
    selectInserted: (entity) => {
      const program = programs.selectInserted(entity);
      return program && bindSelect(program, bind);
    },
    insert: (entity, columns) => {
      const program = programs.insert(entity, columns);
      return { ...program, statement: bind(program.statement) };
    },
    update: (entity, columns) => bind(programs.update(entity, columns)),
    delete: (entity) => bind(programs.delete(entity)),
    selectRowClass: (entity, variants) => bind(programs.selectRowClass(entity, variants)),
    lock: (entity, purpose) => bind(programs.lock(entity, purpose)),
    selectExisting: (entity, purpose) => bind(programs.selectExisting(entity, purpose)),
    changeEdge: (entity, edge) => bindEdge(programs.changeEdge(entity, edge), bind),
    advanceSequence: (entity) => programs.advanceSequence(entity),
  };
}

type BindStatement = (statement: Statement) => Statement;

function bindSelect(program: SelectProgram, bind: BindStatement): SelectProgram {
  const { inRows, rowsFallback } = program;
  return {
    ...program,
    statement: bind(program.statement),
    total: program.total && bind(program.total),
    children: program.children.map((child) => ({ ...child, statement: bind(child.statement) })),
    parentExists: program.parentExists && bind(program.parentExists),
    inRows: inRows && (() => bindSelect(inRows(), bind)),
    rowsFallback: rowsFallback && (() => bindSelect(rowsFallback(), bind)),
  };
}

function bindEdge(statements: EdgeStatements, bind: BindStatement): EdgeStatements {
  if (statements.kind === 'table') {
    const { kind, add, remove, removeOthers } = statements;
    return { kind, add: bind(add), remove: bind(remove), removeOthers: bind(removeOthers) };
  }
  const { kind, ofOthers, own, ownOthers, add, remove } = statements;
  return {
    kind,
    ofOthers: bind(ofOthers),
    own: bind(own),
    ownOthers: bind(ownOthers),
    add: bind(add),
    remove: bind(remove),
  };
}

/** How many policy structures, and how many programs of each kind, are kept. An evicted shape is compiled again. */
const maxPolicyScopes = 200;
const maxProgramsPerKind = 2_000;

/** All programs of one API. By themselves they apply no policies. */
export interface ProgramCache extends Programs {
  /** The programs under the policies of a request. */
  withPolicies(scope: PolicyScope): Programs;
  /** How many programs have been compiled so far. */
  readonly compilations: number;
}

/** What SQL is compiled against, apart from policies. */
export interface SqlDatabase extends Omit<SqlContext, 'policyTests'> {
  /** Tried first, as a database that prints JSON is faster; null where none does. */
  readonly compileSelect: CompileSelect | null;
}

const noPolicies: SqlContext['policyTests'] = new Map();

/** Creates empty caches over one database and its entities. */
export function createProgramCache(database: SqlDatabase): ProgramCache {
  let compilations = 0;
  const caches = createCaches(() => {
    compilations += 1;
  });
  const withoutPolicies = createPrograms(database, noPolicies, caches);
  const programsByPolicies = new LRUCache<string, Programs>({ max: maxPolicyScopes });
  const findPrograms = ({ key, tests }: PolicyScope): Programs => {
    const known = programsByPolicies.get(key);
    if (known) return known;
    const programs = createPrograms(database, tests, restrictCaches(caches, key));
    programsByPolicies.set(key, programs);
    return programs;
  };
  return {
    ...withoutPolicies,
    withPolicies: (scope) =>
      scope.tests.size === 0 ? withoutPolicies : withPolicyValues(findPrograms(scope), scope.values),
    get compilations() {
      return compilations;
    },
  };
}

function createPrograms(
  database: SqlDatabase,
  tests: SqlContext['policyTests'],
  caches: CachesByKind,
): Programs {
  const { dialect, targetOf, responseBytes } = database;
  const context: SqlContext = { dialect, targetOf, responseBytes, policyTests: tests };
  const select = (shape: SelectShape) =>
    database.compileSelect?.(context, shape) ?? compileRowsOf(context, shape);
  const { selects, inserted, inserts, statements, edges, sequences } = caches;
  return {
    isRestricted: ({ name }) => context.policyTests.has(name),
    select: (shape) => selects(shape.key, () => select(shape)),
    selectInserted: (entity) =>
      inserted(entity.name, () => ({
        program: hasKeptKey(dialect, entity) ? select(buildInsertedShape(entity)) : null,
      })).program,
    insert: (entity, columns) =>
      inserts(`${entity.name} ${getColumnsKey(columns)}`, () => compileInsert(context, entity, columns)),
    update: (entity, columns) =>
      statements(`update ${entity.name} ${getColumnsKey(columns)}`, () =>
        compileUpdate(context, entity, columns),
      ),
    delete: (entity) => statements(`delete ${entity.name}`, () => compileDelete(context, entity)),
    selectRowClass: (entity, variants) =>
      statements(`class of ${entity.name}`, () => compileRowClass(context, entity, variants)),
    lock: (entity, purpose) =>
      statements(`lock to ${purpose} ${entity.name}`, () => compileLock(context, entity, purpose)),
    selectExisting: (entity, purpose) =>
      statements(`${purpose} ${entity.name}`, () => compileExisting(context, entity, purpose)),
    changeEdge: (entity, edge) =>
      edges(`${entity.name} ${edge.name}`, () => compileEdgeStatements(context, entity, edge)),
    advanceSequence: (entity) =>
      sequences(entity.name, () => ({ statement: compileAdvanceSequence(context, entity) })).statement,
  };
}

/** Programs by kind. */
interface CachesByKind {
  readonly selects: FindOrCompile<SelectProgram>;
  readonly inserted: FindOrCompile<{ program: SelectProgram | null }>;
  readonly inserts: FindOrCompile<InsertProgram>;
  readonly statements: FindOrCompile<Statement>;
  readonly edges: FindOrCompile<EdgeStatements>;
  readonly sequences: FindOrCompile<{ statement: Statement | null }>;
}

function createCaches(countCompilation: () => void): CachesByKind {
  return {
    selects: createCache(countCompilation),
    inserted: createCache(countCompilation),
    inserts: createCache(countCompilation),
    statements: createCache(countCompilation),
    edges: createCache(countCompilation),
    sequences: createCache(countCompilation),
  };
}

/** The same caches, with the structure of the policies in each key. */
function restrictCaches(caches: CachesByKind, key: string): CachesByKind {
  const within = <T>(cache: FindOrCompile<T>): FindOrCompile<T> => {
    return (name, compile) => cache(`${name} within ${key}`, compile);
  };
  return {
    selects: within(caches.selects),
    inserted: within(caches.inserted),
    inserts: within(caches.inserts),
    statements: within(caches.statements),
    edges: within(caches.edges),
    sequences: within(caches.sequences),
  };
}

/** Finds the program of a key, or compiles it. */
type FindOrCompile<T> = (key: string, compile: () => T) => T;

function createCache<T extends object>(countCompilation: () => void): FindOrCompile<T> {
  const programs = new LRUCache<string, T>({ max: maxProgramsPerKind });
  return (key, compile) => {
    const known = programs.get(key);
    if (known) return known;
    countCompilation();
    const program = compile();
    programs.set(key, program);
    return program;
  };
}

/** Whether a statement can find the row that an earlier one of its transaction inserted. */
function hasKeptKey({ insertedKey }: Dialect, { key }: EntityModel): boolean {
  const only = findSingleColumn(key);
  return only !== undefined && insertedKey?.readKey(only.columnKind) !== undefined;
}

/** Distinguishes fields from edges: a column may have the name of an edge that is stored in another column. */
function getColumnsKey(columns: readonly ColumnTerm[]): string {
  return columns.map((term) => (term.of === 'field' ? `=${term.field.column}` : `>${term.edge.name}`)).join();
}
