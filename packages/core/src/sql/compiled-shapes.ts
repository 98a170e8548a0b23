// Shapes -> programs, each compiled once and kept in a bounded cache.
import { LRUCache } from 'lru-cache';
import type { EdgeModel, EntityModel } from '../model/api-model.js';
import type { ColumnTerm, SelectShape } from '../plan/plan.js';
import { insertedShape } from '../plan/select-plan.js';
import { edgeSql, existingSql, type EdgeStatements, type Purpose } from './edge-sql.js';
import { insertSql, type InsertProgram } from './insert-sql.js';
import type { SqlContext } from './row-scope.js';
import type { SelectProgram } from './select-program.js';
import { compileSelect } from './select-sql.js';
import type { Statement } from './statement.js';
import { advanceSequenceSql, deleteSql, lockSql, updateSql } from './write-sql.js';

/** Most programs kept of each kind. A shape over that is compiled again when it comes back. */
const capacity = 2_000;

/** All programs of one API, by shape. */
export interface CompiledShapes {
  select(shape: SelectShape): SelectProgram;
  /** Reads the row that the same transaction inserted; null where that takes the key it was given. */
  inserted(entity: EntityModel): SelectProgram | null;
  insert(entity: EntityModel, columns: readonly ColumnTerm[]): InsertProgram;
  update(entity: EntityModel, columns: readonly ColumnTerm[]): Statement;
  delete(entity: EntityModel): Statement;
  lock(entity: EntityModel): Statement;
  existing(entity: EntityModel, purpose: Purpose): Statement;
  edge(entity: EntityModel, edge: EdgeModel): EdgeStatements;
  /** Null where the database keeps its sequences ahead of chosen ids by itself. */
  advanceSequence(entity: EntityModel): Statement | null;
  /** How many programs have been compiled so far. */
  readonly compilations: number;
}

/** Empty caches over one database and its entities. */
export function compiledShapes(context: SqlContext): CompiledShapes {
  let compilations = 0;
  const cache = <T extends object>() =>
    programCache<T>(() => {
      compilations += 1;
    });
  const selects = cache<SelectProgram>();
  const inserted = cache<{ program: SelectProgram | null }>();
  const inserts = cache<InsertProgram>();
  const statements = cache<Statement>();
  const edges = cache<EdgeStatements>();
  const sequences = cache<{ statement: Statement | null }>();
  return {
    select: (shape) => selects(shape.key, () => compileSelect(context, shape)),
    inserted: (entity) =>
      inserted(entity.name, () => ({ program: compileInserted(context, entity) })).program,
    insert: (entity, columns) =>
      inserts(`${entity.name} ${columnKeys(columns)}`, () => insertSql(context, entity, columns)),
    update: (entity, columns) =>
      statements(`update ${entity.name} ${columnKeys(columns)}`, () => updateSql(context, entity, columns)),
    delete: (entity) => statements(`delete ${entity.name}`, () => deleteSql(context, entity)),
    lock: (entity) => statements(`lock ${entity.name}`, () => lockSql(context, entity)),
    existing: (entity, purpose) =>
      statements(`${purpose} ${entity.name}`, () => existingSql(context, entity, purpose)),
    edge: (entity, edge) => edges(`${entity.name} ${edge.name}`, () => edgeSql(context, entity, edge)),
    advanceSequence: (entity) =>
      sequences(entity.name, () => ({ statement: advanceSequenceSql(context, entity) })).statement,
    get compilations() {
      return compilations;
    },
  };
}

/** Finds what was compiled under a key, or compiles it. */
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

function compileInserted(context: SqlContext, entity: EntityModel): SelectProgram | null {
  const remembered = entity.id && context.dialect.inserted?.recall(entity.id.kind);
  return remembered ? compileSelect(context, insertedShape(entity)) : null;
}

/** A column may have the name of an edge that is stored in another column: the two are told apart. */
function columnKeys(columns: readonly ColumnTerm[]): string {
  return columns.map((term) => (term.of === 'field' ? `=${term.field.column}` : `>${term.edge.name}`)).join();
}
