// Index advice: what needs an index, and which indexes count.
import { core } from './core.mjs';

export const adviceDefects = [
  {
    defect: 'count every partial index',
    file: core('advice/index-match.ts'),
    find: 'if (predicate === null) return true;',
    replace: 'if (predicate !== deletedAt) return true;',
    caughtBy: { project: 'features', path: 'test/features/advice/index-needs\\.', name: 'sqlite' },
  },
  {
    defect: 'forget where an index has NULL',
    file: core('advice/index-match.ts'),
    find: ' &&\n    (key.nullsFirst !== found.nullsFirst) === reversed',
    replace: '',
    caughtBy: { project: 'features', path: 'test/features/advice/index-needs\\.', name: 'postgres' },
  },
  {
    defect: 'advise on an index for each request',
    file: core('advice/index-advice.ts'),
    find: 'if (known) known.needs.push(keyed.need);',
    replace: 'if (known && keyed.keys.length === 0) known.needs.push(keyed.need);',
    caughtBy: { project: 'features', path: 'test/features/advice/petstore-indexes\\.', name: 'sqlite' },
  },
  {
    defect: 'read the catalogue at every start',
    file: core('rest-api.ts'),
    find: "if (settings.advice === 'log') ",
    replace: '',
    caughtBy: { project: 'features', path: 'test/features/advice/advice-at-start\\.', name: 'sqlite' },
  },
  {
    defect: 'warn of a pool as large as the server allows',
    file: core('advice/connection-warnings.ts'),
    find: 'allowed >= poolSize',
    replace: 'allowed > poolSize',
    caughtBy: { project: 'features', path: 'test/features/start/connection-warnings\\.', name: 'postgres' },
  },
  {
    defect: 'forget that a role has a limit of its own',
    file: core('database/postgres/postgres-settings.ts'),
    find: 'NULLIF(rolconnlimit, -1)',
    replace: 'CAST(NULL AS int)',
    caughtBy: { project: 'features', path: 'test/features/start/connection-warnings\\.', name: 'postgres' },
  },
];
