// How a new row is found again, and a key that the database chose twice.
import { core } from './core.mjs';

const newRows = (name) => ({ project: 'properties', path: 'test/properties/new-rows\\.', name });
const chosenKeys = (name) => ({ project: 'features', path: 'test/features/writing/chosen-keys\\.', name });

export const newRowDefects = [
  {
    defect: 'take the counter of MariaDB for the key of any column',
    file: core('sql/new-key-sql.ts'),
    find: 'if (context.dialect.supportsReturning && !(only && findCounter(entity, only)))',
    replace: "if (context.dialect.supportsReturning && context.dialect.fromNoTable === '')",
    needs: 'DATABASE_URL_MARIADB',
    caughtBy: newRows('mariadb TextFunction by the route collection'),
  },
  {
    defect: 'insert on MySQL without the default of the key',
    file: core('sql/new-key-sql.ts'),
    find: "(by === 'function' || by === 'literal')",
    replace: "by === 'literal'",
    needs: 'DATABASE_URL_MYSQL',
    caughtBy: newRows('mysql TextFunction by the route'),
  },
  {
    defect: 'read the row that had a key before a trigger changed that of the new one',
    file: core('execute/insert-row.ts'),
    find: 'if (holders.length > 0) throw createRewrittenKeyError();',
    replace: '',
    needs: 'DATABASE_URL_MYSQL',
    caughtBy: newRows('mysql TextRewritten by the route'),
  },
  {
    defect: 'answer a key that the database chose twice as the client’s fault',
    file: core('execute/insert-row.ts'),
    find: "error.kind !== 'unique') return error;",
    replace: "error.kind === 'unique') return error;",
    caughtBy: chosenKeys('postgres .* behind imported rows'),
  },
  {
    defect: 'give PostgreSQL a value for a column that it always generates, without saying so',
    file: core('sql/insert-sql.ts'),
    find: "isOverridden ? 'OVERRIDING SYSTEM VALUE ' : ''",
    replace: "isOverridden ? '' : ''",
    caughtBy: {
      project: 'features',
      path: 'test/features/writing/postgres-identities\\.',
      name: 'a key that PostgreSQL always generates',
    },
  },
  {
    defect: 'serve a key on MySQL that only the stored row has',
    file: core('model/resolve/lost-key.ts'),
    find: "({ by }) => by === 'row'",
    replace: '() => false',
    needs: 'DATABASE_URL_MYSQL',
    caughtBy: chosenKeys('a key that the database computes from the row mysql'),
  },
  {
    defect: 'ask the client to come again for a row that a trigger takes away each time',
    file: core('response/database-problem.ts'),
    find: 'isLostRow(error) ? toInternalError(error) : toUnavailable(error)',
    replace: 'isLostRow(error) ? toUnavailable(error) : toUnavailable(error)',
    caughtBy: {
      project: 'features',
      path: 'test/features/writing/lost-transaction\\.',
      name: 'POST is a 500',
    },
  },
];
