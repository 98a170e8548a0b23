// Shapes -> programs, each compiled once and kept in a bounded cache.
import { LRUCache } from 'lru-cache';
import type { EntityModel } from '../model/api-model.js';
import { findSingleColumn } from '../model/row-id.js';
import type { ColumnTerm, SelectShape } from '../plan/plan.js';
import { buildInsertedShape } from '../plan/select-plan.js';
import type { PolicyScope } from '../plan/policy-scope.js';
import type { Dialect } from './dialect.js';
import { edgeSql, existingSql, type EdgeStatements } from './edge-sql.js';
import type { SqlContext } from './table-sql.js';
import { boundShapes, type ReachedShapes } from './programs.js';
import { rowsProgram } from './rows-program.js';
import { rowWithEdgesProgram } from './row-with-edges-program.js';
import type { CompileSelect, SelectProgram } from './select-program.js';
import { eagerMany } from './shown-columns.js';
import type { Statement } from './statement.js';
import { advanceSequenceSql, deleteSql, lockSql, rowClassSql, updateSql } from './write-sql.js';
import { insertSql, type InsertProgram } from './insert-sql.js';

/** The maximum number of policy structures whose programs are kept. */
const mostReaches = 200;

/** The maximum number of programs of each kind. A shape that was evicted is compiled again. */
const capacity = 2_000;

/** All programs of one API. By themselves they apply no policies. */
export interface CompiledShapes extends ReachedShapes {
  /** The programs under the policies of a request. */
  within(reach: PolicyScope): ReachedShapes;
  /** How many programs have been compiled so far. */
  readonly compilations: number;
}

/** What SQL is compiled against, apart from policies. */
export interface Database extends Omit<SqlContext, 'tests'> {
  /** Tried first, as a database that prints JSON is faster; null where none does. */
  readonly compileSelect: CompileSelect | null;
}

const everything: SqlContext['tests'] = new Map();

/** Creates empty caches over one database and its entities. */
export function compiledShapes(database: Database): CompiledShapes {
  let compilations = 0;
  const caches = programCaches(() => {
    compilations += 1;
  });
  const unbounded = shapesOver(database, everything, caches);
  const reached = new LRUCache<string, ReachedShapes>({ max: mostReaches });
  const within = ({ key, tests }: PolicyScope): ReachedShapes => {
    const known = reached.get(key);
    if (known) return known;
    const shapes = shapesOver(database, tests, cachesWithin(caches, key));
    reached.set(key, shapes);
    return shapes;
  };
  return {
    ...unbounded,
    within: (reach) => (reach.tests.size === 0 ? unbounded : boundShapes(within(reach), reach.values)),
    get compilations() {
      return compilations;
    },
  };
}

function shapesOver(database: Database, tests: SqlContext['tests'], caches: ProgramCaches): ReachedShapes {
  const { dialect, targetOf, responseBytes } = database;
  const context: SqlContext = { dialect, targetOf, responseBytes, tests };
  const select = (shape: SelectShape) =>
    database.compileSelect?.(context, shape) ?? compileSelect(context, shape);
  const { selects, inserted, inserts, statements, edges, sequences } = caches;
  return {
    hides: ({ name }) => context.tests.has(name),
    select: (shape) => selects(shape.key, () => select(shape)),
    inserted: (entity) =>
      inserted(entity.name, () => ({
        program: isRecalled(dialect, entity) ? select(buildInsertedShape(entity)) : null,
      })).program,
    insert: (entity, columns) =>
      inserts(`${entity.name} ${columnKeys(columns)}`, () => insertSql(context, entity, columns)),
    update: (entity, columns) =>
      statements(`update ${entity.name} ${columnKeys(columns)}`, () => updateSql(context, entity, columns)),
    delete: (entity) => statements(`delete ${entity.name}`, () => deleteSql(context, entity)),
    rowClass: (entity, variants) =>
      statements(`class of ${entity.name}`, () => rowClassSql(context, entity, variants)),
    lock: (entity, purpose) =>
      statements(`lock to ${purpose} ${entity.name}`, () => lockSql(context, entity, purpose)),
    existing: (entity, purpose) =>
      statements(`${purpose} ${entity.name}`, () => existingSql(context, entity, purpose)),
    edge: (entity, edge) => edges(`${entity.name} ${edge.name}`, () => edgeSql(context, entity, edge)),
    advanceSequence: (entity) =>
      sequences(entity.name, () => ({ statement: advanceSequenceSql(context, entity) })).statement,
  };
}

/** Programs by kind. */
interface ProgramCaches {
  readonly selects: ProgramCache<SelectProgram>;
  readonly inserted: ProgramCache<{ program: SelectProgram | null }>;
  readonly inserts: ProgramCache<InsertProgram>;
  readonly statements: ProgramCache<Statement>;
  readonly edges: ProgramCache<EdgeStatements>;
  readonly sequences: ProgramCache<{ statement: Statement | null }>;
}

function programCaches(compiled: () => void): ProgramCaches {
  return {
    selects: programCache(compiled),
    inserted: programCache(compiled),
    inserts: programCache(compiled),
    statements: programCache(compiled),
    edges: programCache(compiled),
    sequences: programCache(compiled),
  };
}

/** The same caches, with the structure of the policies in each key. */
function cachesWithin(caches: ProgramCaches, key: string): ProgramCaches {
  const within = <T>(cache: ProgramCache<T>): ProgramCache<T> => {
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
type ProgramCache<T> = (key: string, compile: () => T) => T;

function programCache<T extends object>(compiled: () => void): ProgramCache<T> {
  const programs = new LRUCache<string, T>({ max: capacity });
  return (key, compile) => {
    const known = programs.get(key);
    if (known) return known;
    compiled();
    const program = compile();
    programs.set(key, program);
    return program;
  };
}

/** Whether a statement can find the row that an earlier one of its transaction inserted. */
function isRecalled({ inserted }: Dialect, { key }: EntityModel): boolean {
  const only = findSingleColumn(key);
  return only !== undefined && inserted?.recall(only.columnKind) !== undefined;
}

/** Distinguishes fields from edges: a column may have the name of an edge that is stored in another column. */
function columnKeys(columns: readonly ColumnTerm[]): string {
  return columns.map((term) => (term.of === 'field' ? `=${term.field.column}` : `>${term.edge.name}`)).join();
}

/** Compiles a read whose rows we print: the strategy for every database and every shape. */
function compileSelect(context: SqlContext, shape: SelectShape): SelectProgram {
  const withEdges = shape.window.kind === 'one' && eagerMany(shape.subject).length > 0;
  return withEdges ? rowWithEdgesProgram(context, shape) : rowsProgram(context, shape);
}
