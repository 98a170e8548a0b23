// What a request may cost: bytes, statements, connections, the event loop.
import { core } from './core.mjs';

export const costDefects = [
  {
    defect: 'answer a create of many rows whatever its size',
    file: core('execute/read-new-rows.ts'),
    find: 'if (this.#bytes > this.#limit.maxBytes) this.reject();',
    replace: 'if (this.#bytes > this.#limit.maxBytes) this.#bytes = 0;',
    caughtBy: {
      project: 'features',
      path: 'test/features/bulk/answers-of-creates\\.',
      name: 'sqlite is refused before anything',
    },
  },
  {
    defect: 'commit a write of PostgreSQL before its answer is found too large',
    file: core('sql/read-programs.ts'),
    find: 'if (!guardRowSize || window',
    replace: 'if (guardRowSize || window',
    caughtBy: {
      project: 'features',
      path: 'test/features/paging/response-bytes\\.',
      name: 'postgres a write whose answer',
    },
  },
  {
    defect: 'count a filter of several words as one comparison',
    file: core('plan/comparisons.ts'),
    find: 'filter.targets.length * words * Math',
    replace: 'filter.targets.length * Math',
    caughtBy: {
      project: 'features',
      path: 'test/features/filtering/comparisons\\.',
      name: 'sqlite comparisons are counted',
    },
  },
  {
    defect: 'let a shape compile to a statement of any length',
    file: core('sql/read-programs.ts'),
    find: 'if (isChosen(shape)) requireShortStatements(listSelectStatements(program), statementLength);',
    replace: '',
    caughtBy: {
      project: 'features',
      path: 'test/features/filtering/comparisons\\.',
      name: 'sqlite is refused, and a shorter one',
    },
  },
  {
    defect: 'let PostgreSQL compile long statements',
    file: core('database/postgres/postgres-queries.ts'),
    find: 'if (long === -1) return',
    replace: 'if (long !== -2) return',
    caughtBy: {
      project: 'features',
      path: 'test/features/filtering/postgres-long-statements\\.',
      name: 'is not compiled',
    },
  },
  {
    defect: 'make no room for statements to be prepared on PostgreSQL',
    file: core('database/postgres/postgres-queries.ts'),
    find: 'makeRoom(prepared, unprepared);',
    replace: '',
    caughtBy: {
      project: 'features',
      path: 'test/features/databases/prepared-statements\\.',
      name: 'postgres 686 shapes',
    },
  },
  {
    defect: 'keep statements prepared that failed',
    file: core('database/postgres/postgres-queries.ts'),
    find: 'if (isNamed) prepared.namesToClose.add(statement.name);',
    replace: '',
    caughtBy: {
      project: 'features',
      path: 'test/features/databases/prepared-statements\\.',
      name: 'that failed',
    },
  },
  {
    defect: 'measure a table of SQLite by its largest row id alone',
    file: core('database/sqlite/better-sqlite3-long-reads.ts'),
    find: ' - (SELECT min(rowid) ${from}) + 1 AS size',
    replace: ' AS size',
    caughtBy: { project: 'features', path: 'test/features/databases/long-reads\\.', name: 'negative' },
  },
  {
    defect: 'give up other processes for good when one cannot be started',
    file: core('database/sqlite/reader-pool.ts'),
    find: 'if (this.#isProven) throw toUnavailableError(cause);',
    replace: '',
    caughtBy: {
      project: 'features',
      path: 'test/features/databases/long-reads\\.',
      name: 'while no process',
    },
  },
  {
    defect: 'keep every statement prepared on MariaDB',
    file: core('database/mysql/mysql-connection.ts'),
    find: "if (reason === 'evict') connection",
    replace: "if (reason === 'delete') connection",
    caughtBy: {
      project: 'features',
      path: 'test/features/databases/prepared-statements\\.',
      name: 'mariadb 686 shapes',
    },
  },
  {
    defect: 'let lists take the whole pool',
    file: core('database/pool/read-pool.ts'),
    find: 'this.#free = Math.max(1, size - Math.ceil(size / 4));',
    replace: 'this.#free = size;',
    caughtBy: {
      project: 'features',
      path: 'test/features/databases/pool-share\\.',
      name: 'postgres of a pool of 4, lists take',
    },
  },
  {
    defect: 'let slow lists take as many connections as others',
    file: core('database/pool/read-pool.ts'),
    find: "if (read !== 'quick' && this.#freeFor[read] === 0) return false;",
    replace: '',
    caughtBy: {
      project: 'features',
      path: 'test/features/databases/pool-share\\.',
      name: 'postgres of a pool of 8, lists that were never',
    },
  },
  {
    defect: 'forget how long a list took',
    file: core('database/pool/read-pool.ts'),
    find: 'const next = mean + (milliseconds - mean) * latestWeight;',
    replace: 'const next = mean;',
    caughtBy: {
      project: 'features',
      path: 'test/features/databases/pool-share\\.',
      name: 'postgres a list that was slow is limited',
    },
  },
  {
    defect: 'have SQLite copy and sort long texts',
    file: core('sql/late-materialization.ts'),
    find: 'return dialect.orderedJoin !== null && !entity.table.isView && hasLongValues(entity);',
    replace: 'return dialect.orderedJoin !== null && entity.key.length === 0;',
    caughtBy: {
      project: 'features',
      path: 'test/features/edges/long-texts\\.',
      name: 'no subquery gives a long text',
    },
  },
  {
    defect: 'count no rows of join tables among those of a read',
    file: core('sql/condition-scans.ts'),
    find: "return join.kind === 'table' ? [{ table: join.table, weight }] : [];",
    replace: "return join.kind === 'table' ? [{ table: join.table, weight: weight * 0 }] : [];",
    caughtBy: {
      project: 'features',
      path: 'test/features/databases/long-reads\\.',
      name: 'only the join table of an edge is large',
    },
  },
  {
    defect: 'skip the pages of large tables on the event loop',
    file: core('sql/table-scans.ts'),
    find: 'const countingWeight = 0.5;',
    replace: 'const countingWeight = 0.05;',
    caughtBy: {
      project: 'features',
      path: 'test/features/databases/long-reads\\.',
      name: 'pages of a large table are skipped',
    },
  },
  {
    defect: 'look through long texts on the event loop',
    file: core('database/sqlite/better-sqlite3-long-reads.ts'),
    find: 'scans.some(({ long }) => long) ? sizes.fileBytes(() => measureFile(database)) : 0;',
    replace: 'scans.length < 0 ? sizes.fileBytes(() => measureFile(database)) : 0;',
    caughtBy: { project: 'features', path: 'test/features/databases/long-reads\\.', name: 'few long texts' },
  },
  {
    defect: 'take an entity with any number of eager-loaded rows for a short read',
    file: core('sql/table-scans.ts'),
    find: 'const lookupWeight = 0.3;',
    replace: 'const lookupWeight = 0;',
    caughtBy: {
      project: 'features',
      path: 'test/features/databases/pool-share\\.',
      name: 'postgres an entity with an eager-loaded',
    },
  },
  {
    defect: 'keep room for answers of clients that are gone',
    file: 'packages/koa/src/router/response-budget.ts',
    find: 'return getConnectionSignal(req).aborted ? 0 : Buffer.byteLength(body);',
    replace: 'return Buffer.byteLength(body);',
    caughtBy: { project: 'unit', path: 'response-budget\\.', name: 'go away' },
  },
  {
    defect: 'let large answers pile up',
    file: 'packages/koa/src/router/response-budget.ts',
    find: 'pending + size > maxPendingBytes) return false;',
    replace: 'pending + size > Infinity) return false;',
    caughtBy: { project: 'unit', path: 'response-budget\\.', name: 'ninth' },
  },
  {
    defect: 'join two sets that must both hold on PostgreSQL',
    file: core('sql/row-test-sql.ts'),
    find: "junction === 'and' && related.length > 1",
    replace: 'false as boolean',
    // The property of linear plans notices it, too, but not for every seed.
    caughtBy: { project: 'unit', path: 'filter-sql\\.', name: 'intersects the sets' },
  },
  {
    defect: 'compile what reads a new row back when its write has begun',
    file: core('execute/execute-write.ts'),
    find: `const readBack = selectReadBack(context.programs, plan);
  return {
    isObserved: plan.entity.observedWrites.create,
    batch: buildCreateBatch(context.programs, plan, readBack),
    pipeline: null,
    script: () => createRow(context, plan, readBack),`,
    replace: `return {
    isObserved: plan.entity.observedWrites.create,
    batch: null,
    pipeline: null,
    script: () => createRow(context, plan, selectReadBack(context.programs, plan)),`,
    caughtBy: { project: 'features', path: 'test/features/writing/read-back\\.', name: 'sqlite POST' },
  },
  {
    defect: 'compile what reads a changed row back when its write has begun',
    file: core('execute/execute-write.ts'),
    find: `const readBack = selectReadBack(context.programs, plan);
  return {
    isObserved: plan.entity.observedWrites.update,
    batch: buildUpdateBatch(context.programs, plan, readBack),
    pipeline: null,
    script: () => updateRow(context, plan, readBack),`,
    replace: `return {
    isObserved: plan.entity.observedWrites.update,
    batch: null,
    pipeline: null,
    script: () => updateRow(context, plan, selectReadBack(context.programs, plan)),`,
    caughtBy: { project: 'features', path: 'test/features/writing/read-back\\.', name: 'sqlite PATCH' },
  },
  {
    defect: 'give rows of MariaDB in the order of a join buffer',
    file: core('execute/related-rows.ts'),
    find: 'if (placeAt !== null)',
    replace: 'if (placeAt === undefined)',
    caughtBy: {
      project: 'features',
      path: 'test/features/edges/long-texts\\.',
      name: 'mariadb: they come in that order',
    },
  },
  {
    defect: 'write Link headers of any length',
    file: core('response/page-links.ts'),
    find: 'all.length <= maxLinkBytes',
    replace: 'all.length > 0',
    caughtBy: { project: 'sqlite', path: 'test/features/paging/link-header\\.', name: 'ids' },
  },
  {
    defect: 'compare each of the items that must be unique with each other one',
    file: core('model/schema-validator.ts'),
    find: "ajv.removeKeyword('uniqueItems');\n  ajv.addKeyword({",
    replace: "if (ajv.getKeyword('uniqueItems') === false) ajv.addKeyword({",
    caughtBy: { project: 'unit', path: 'schema-validator\\.', name: 'reads each item once' },
  },
  {
    defect: 'look for every fault of a query',
    file: core('request/query-string.ts'),
    find: '=== maxFaults) break;',
    replace: '=== Infinity) break;',
    caughtBy: { project: 'sqlite', path: 'test/features/errors/many-faults\\.', name: 'cannot be decoded' },
  },
  {
    defect: 'judge every value of a large body',
    file: core('plan/body-check.ts'),
    find: '(size > maxCheckedValues ? first : every)(schema, checkedValue)',
    replace: 'every(schema, checkedValue)',
    caughtBy: {
      project: 'sqlite',
      path: 'test/features/errors/many-faults\\.',
      name: 'more than 10,000 values',
    },
  },
];
