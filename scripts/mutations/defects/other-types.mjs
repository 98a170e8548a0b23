// Columns of another type than the class declares, and values that no column of the type would take.
import { core } from './core.mjs';

const caughtByShown = (name) => ({ project: 'properties', path: 'properties/shown-values\\.', name });

export const otherTypesDefects = [
  {
    defect: 'show the day of a DATETIME that is declared as a date',
    file: core('database/mysql/mysql-dialect.ts'),
    find: 'if (/[1-9]/.test(time)) throw new UnfitValue();',
    replace: '',
    caughtBy: caughtByShown('mariadb'),
  },
  {
    defect: 'compare floats with the nearest single only',
    file: core('database/mysql/mysql-spellings.ts'),
    find: "if (spelling === 'single') return singleTests;",
    replace: '',
    caughtBy: caughtByShown('mariadb'),
  },
  {
    defect: 'show a UUID that is stored in upper case on PostgreSQL',
    file: core('database/postgres/postgres-dialect.ts'),
    find: '(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;',
    replace: '(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;',
    caughtBy: caughtByShown('postgres'),
  },
  {
    defect: 'show the month 13 of SQLite',
    file: core('database/sqlite/sqlite-spellings.ts'),
    find: "const shownInstants = ['0[1-9]', '1[0-2]']",
    replace: "const shownInstants = ['0[1-9]', '1[0-9]']",
    caughtBy: caughtByShown('sqlite'),
  },
  {
    defect: 'show a text of SQLite as an integer',
    file: core('database/sqlite/json-sql.ts'),
    find: 'WHEN +${column} THEN',
    replace: 'WHEN ${column} THEN',
    caughtBy: caughtByShown('sqlite'),
  },
];
