// Shapes -> programs, each compiled once and kept in a bounded cache; policy values are bound to them per request.
import { LRUCache } from 'lru-cache';
import type { FieldModel } from '../model/member-model.js';
import type { Settings } from '../options.js';
import type { ColumnTerm } from '../plan/writes.js';
import type { PolicyScope } from '../plan/policy-scope.js';
import { forgetStatementOf, type Programs, withPolicyValues } from './bound-programs.js';
import {
  compileDeleteMany,
  compileRowClasses,
  compileSelection,
  compileUpdateMany,
  compileVisibleCount,
} from './bulk-sql.js';
import { compileEdgeStatements, compileExisting } from './edge-sql.js';
import { compileKeyLookup } from './key-lookup-sql.js';
import { compileInsert } from './insert-sql.js';
import { type CachesByKind, createCaches, restrictCaches } from './program-caches.js';
import { requireShortStatements } from './program-size.js';
import { createReadPrograms, type ReadCompilation } from './read-programs.js';
import { compileDeletedLock, compileRestore } from './restore-sql.js';
import type { SqlContext } from './table-sql.js';
import {
  compileAdvanceSequence,
  compileDelete,
  compileLock,
  compileRowClass,
  compileUpdate,
  compileUnwritten,
} from './write-sql.js';

/** How many policy structures are kept. */
const maxPolicyScopes = 200;

/** All programs of one API. By themselves they apply no policies. */
export interface ProgramCache extends Programs {
  /** The programs under the policies of a request. */
  withPolicies(scope: PolicyScope): Programs;
  /** How many programs have been compiled so far. */
  readonly compilations: number;
}

/** What SQL is compiled against, apart from policies. */
interface SqlDatabase extends Omit<SqlContext, 'policyTests'>, ReadCompilation {
  /** Whether clients can ask for answers without content. */
  readonly takesMinimal: boolean;
}

const noPolicies: SqlContext['policyTests'] = new Map();

/** The options that programs depend on. */
type AnswerSettings = Pick<Settings, 'limits' | 'returnMinimal'>;

/** Creates empty caches over one database and its entities. */
export function createProgramCache(
  connected: Pick<SqlDatabase, 'dialect' | 'compileSelect' | 'targetOf'>,
  { limits: { responseBytes, statementLength }, returnMinimal: takesMinimal }: AnswerSettings,
): ProgramCache {
  const database: SqlDatabase = { ...connected, responseBytes, statementLength, takesMinimal };
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
  const { statements, edges, sequences } = caches;
  return {
    writeLimit: { maxBytes: responseBytes, takesMinimal: database.takesMinimal },
    isRestricted: ({ name }) => context.policyTests.has(name),
    ...createReadPrograms(database, context, caches),
    ...createRowPrograms(context, caches),
    selectRowClass: (entity, variants, deleted) =>
      statements(`class of ${entity.name} ${deleted} deleted`, () =>
        compileRowClass(context, entity, variants, deleted),
      ),
    selectExisting: (entity, purpose) =>
      statements(`${purpose} ${entity.name}`, () => compileExisting(context, entity, purpose)),
    unwritten: (entity) => {
      const compiled = compileUnwritten(context, entity);
      return compiled && statements(`unwritten ${entity.name}`, () => compiled);
    },
    lookUpKeys: (entity) => statements(`keys of ${entity.name}`, () => compileKeyLookup(context, entity)),
    bulk: createBulkPrograms(context, caches, database.statementLength),
    changeEdge: (entity, edge) =>
      edges(`${entity.name} ${edge.name}`, () => compileEdgeStatements(context, entity, edge)),
    advanceSequence: (entity) =>
      sequences(entity.name, () => ({ statement: compileAdvanceSequence(context, entity) })).statement,
  };
}

/** The programs that write one row, or lock it. */
function createRowPrograms(
  context: SqlContext,
  { inserts, statements }: CachesByKind,
): Pick<Programs, 'insert' | 'update' | 'delete' | 'lockDeleted' | 'restore' | 'lock'> {
  return {
    insert: (entity, columns) =>
      inserts(`${entity.name} ${getColumnsKey(columns)}`, () => compileInsert(context, entity, columns)),
    update: (entity, columns, version) =>
      statements(`${getVersionKey(version)}update ${entity.name} ${getColumnsKey(columns)}`, () =>
        compileUpdate(context, entity, columns, version),
      ),
    delete: (entity, version) =>
      statements(`${getVersionKey(version)}delete ${entity.name}`, () =>
        compileDelete(context, entity, version),
      ),
    lockDeleted: (entity) =>
      statements(`lock to restore ${entity.name}`, () => compileDeletedLock(context, entity)),
    restore: (entity, columns) =>
      statements(`restore ${entity.name} ${getColumnsKey(columns)}`, () =>
        compileRestore(context, entity, columns),
      ),
    lock: (entity, purpose, version) =>
      statements(`${getVersionKey(version)}lock to ${purpose} ${entity.name}`, () =>
        compileLock(context, entity, purpose, version),
      ),
  };
}

function createBulkPrograms(
  context: SqlContext,
  { selections, statements, isRepeated }: CachesByKind,
  maxLength: number,
): Programs['bulk'] {
  return {
    select: (shape) => {
      const key = `selection ${shape.key}`;
      const compile = () => {
        const selection = compileSelection(context, shape);
        requireShortStatements([selection.statement], maxLength);
        return selection;
      };
      if (shape.keptFrom === 'first use' || isRepeated(key)) return selections(key, compile);
      return forgetStatementOf(compile());
    },
    update: (entity, columns) =>
      statements(`update ${entity.name} ${getColumnsKey(columns)} of many`, () =>
        compileUpdateMany(context, entity, columns),
      ),
    delete: (entity) => statements(`delete ${entity.name} of many`, () => compileDeleteMany(context, entity)),
    countVisible: (entity) =>
      statements(`count visible ${entity.name}`, () => compileVisibleCount(context, entity)),
    selectClasses: (entity, variants) =>
      statements(`classes of ${entity.name}`, () => compileRowClasses(context, entity, variants)),
  };
}

/**
 * Distinguishes fields from edges: a column may have the name of an edge that is stored in another column. The target of an edge
 * may be a subclass that inherits the edge back.
 */
function getColumnsKey(columns: readonly ColumnTerm[]): string {
  return columns
    .map((term) =>
      term.of === 'field'
        ? `=${term.field.column}`
        : `${term.isOfNewRow ? 'new ' : ''}>${term.edge.property}:${term.target.name}`,
    )
    .join();
}

/** An entity has one version column. */
function getVersionKey(version: FieldModel | undefined): string {
  return version ? 'versioned ' : '';
}
