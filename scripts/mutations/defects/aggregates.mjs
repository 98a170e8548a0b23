// Aggregates: groups, exact sums, and who sees what.
import { core } from './core.mjs';

const caughtBySqlite = (name) => ({
  project: 'sqlite',
  path: 'test/features/aggregates/aggregates\\.',
  name,
});

export const aggregatesDefects = [
  {
    defect: 'add integers of SQLite without the carry between their halves',
    file: core('database/sqlite/sqlite-sum.ts'),
    find: 'return `(${high} + (${low} >> 32))`;',
    replace: 'return `(${high})`;',
    caughtBy: caughtBySqlite('sums beyond 64 bits'),
  },
  {
    defect: 'group texts of MariaDB by the collation of their column',
    file: core('database/mysql/mysql-dialect.ts'),
    find: 'compileGroupedText: compileBytes,',
    replace: 'compileGroupedText: null,',
    caughtBy: { project: 'features', path: 'test/features/aggregates/collations\\.', name: 'mariadb' },
  },
  {
    defect: 'group by targets that a request may not see',
    file: core('sql/group-key-sql.ts'),
    find: 'const { from, where } = compileEdgeRows(scope, edge, getAlias(edge));',
    replace:
      'const visible = { ...scope, context: { ...scope.context, policyTests: new Map() } };\n    const { from, where } = compileEdgeRows(visible, edge, getAlias(edge));',
    caughtBy: {
      project: 'features',
      path: 'test/features/aggregates/aggregates-and-policies\\.',
      name: 'sqlite a target that is hidden',
    },
  },
  {
    defect: 'measure the rows of a parent that does not exist',
    file: core('sql/group-sql.ts'),
    find: 'keys.length === 0 ?',
    replace: 'keys.length < 0 ?',
    caughtBy: caughtBySqlite('sqlite the rows of an edge'),
  },
  {
    defect: 'let an id take the path of the aggregates',
    file: core('request/route-table.ts'),
    find: 'if (edgeAt === 0 && collection.aggregate &&',
    replace: 'if (edgeAt === 1 && collection.aggregate &&',
    caughtBy: caughtBySqlite('sqlite the literal segment'),
  },
  {
    defect: 'bind a statement used once to another that has no name',
    file: core('database/postgres/postgres-prepared.ts'),
    find: 'isNamed: read !== undefined || (mayName && statement.isKept)',
    replace: 'isNamed: mayName && statement.isKept',
    caughtBy: {
      project: 'features',
      path: 'test/features/aggregates/aggregates-and-policies\\.',
      name: 'postgres equal statements',
    },
  },
];
