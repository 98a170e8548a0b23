// Statements of MySQL. Only a run with DATABASE_URL_MYSQL has the tests that notice these.
import { core } from './core.mjs';

export const mysqlDefects = [
  {
    defect: 'look up a target in the table that an UPDATE changes, without a derived table',
    file: core('sql/reference-sql.ts'),
    find: '`${rows}${lock}` }, changed)',
    replace: '`${rows}${lock}` }, null)',
    needs: 'DATABASE_URL_MYSQL',
    caughtBy: {
      project: 'features',
      path: 'test/features/edges/edges-within-a-class\\.',
      name: 'mysql PATCH',
    },
  },
  {
    defect: 'test a policy on the table that an UPDATE changes, without a derived table',
    file: core('sql/write-sql.ts'),
    find: 'if (!isDerivedTableNeeded(context.dialect, table, tests)) return',
    replace: 'if (tests !== table) return',
    needs: 'DATABASE_URL_MYSQL',
    caughtBy: {
      project: 'features',
      path: 'test/features/edges/edges-within-a-class\\.',
      name: 'mysql policies',
    },
  },
  {
    defect: 'look up links in the join table that a DELETE changes, without a derived table',
    file: core('sql/link-sql.ts'),
    find: 'compileSubquery(context.dialect, { columns, rows }, table)',
    replace: 'compileSubquery(context.dialect, { columns, rows }, null)',
    needs: 'DATABASE_URL_MYSQL',
    caughtBy: {
      project: 'features',
      path: 'test/features/edges/edges-within-a-class\\.',
      name: 'mysql policies',
    },
  },
  {
    defect: 'read the table that a statement changes without a derived table',
    file: core('sql/table-sql.ts'),
    find: 'return `SELECT * FROM (SELECT DISTINCT ${columns} FROM ${rows}) d`;',
    replace: 'return `SELECT ${columns} FROM ${rows}`;',
    needs: 'DATABASE_URL_MYSQL',
    caughtBy: { project: 'features', path: 'test/features/edges/edges-within-a-class\\.', name: 'mysql' },
  },
];
