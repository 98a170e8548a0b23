// What servers, poolers and the network do to connections.
import { core } from './core.mjs';

export const serversDefects = [
  {
    defect: 'wait for a silent server longer than a second after the time limit',
    file: core('database/pool/use-limits.ts'),
    find: 'const cancelMs = 600;',
    replace: 'const cancelMs = 1_000;',
    caughtBy: { project: 'unit', path: 'pool/connection-use\\.', name: 'waits 0 ms for its connection' },
  },
  {
    defect: 'let a request wait for its connection and as long as ever for its statements',
    file: core('database/pool/use-limits.ts'),
    find: 'Math.max(startedAt + workMs, now + workMs / 2)',
    replace: 'now + workMs + startedAt * 0',
    caughtBy: { project: 'unit', path: 'pool/connection-use\\.', name: 'waits 2000 ms for its connection' },
  },
  {
    defect: 'lend an idle connection without asking it',
    file: core('database/pool/idle-check.ts'),
    find: 'export const maxUncheckedMs = 1_000;',
    replace: 'export const maxUncheckedMs = Infinity;',
    caughtBy: { project: 'faults', path: 'test/faults/lost-way\\.', name: 'postgres requests on idle' },
  },
  {
    defect: 'send clients back to a database that is away as to a busy one',
    file: core('database/pool/use-errors.ts'),
    find: "return new DatabaseError(isFull ? 'unavailable' : 'away', error);",
    replace: "return new DatabaseError(isFull ? 'away' : 'unavailable', error);",
    caughtBy: {
      project: 'faults',
      path: 'test/faults/lost-way\\.',
      name: 'postgres a database that is away',
    },
  },
  {
    defect: 'let a check of readiness wait as long as a request',
    file: core('database/pool/connection-pool.ts'),
    find: 'const maxPingMs = 900;',
    replace: 'const maxPingMs = 600_000;',
    caughtBy: { project: 'faults', path: 'test/faults/lost-way\\.', name: 'postgres it is not ready' },
  },
  {
    defect: 'send clients back to a read-only node as to a busy one',
    file: core('execute/failure-kinds.ts'),
    find: 'retryAfter: 5,',
    replace: 'retryAfter: 1,',
    caughtBy: {
      project: 'faults',
      path: 'test/faults/lost-way\\.',
      name: 'postgres a node that takes no writes',
    },
  },
  {
    defect: 'let ProxySQL without a server be an error of ours',
    file: core('database/mysql/mysql-errors.ts'),
    find: '3168, 9001]',
    replace: '3168]',
    caughtBy: { project: 'faults', path: 'test/faults/proxy-words\\.', name: 'mariadb ProxySQL' },
    needs: 'DATABASE_URL_MARIADB',
  },
  {
    defect: 'leave new connections to PostgreSQL without a listener for their errors',
    file: core('database/postgres/postgres-clients.ts'),
    find: "  client.on('error', () => {\n    state.isLost = true;\n  });",
    replace: '  state.isLost = false;',
    caughtBy: {
      project: 'faults',
      path: 'test/faults/ending-sessions\\.',
      name: 'in a write of a subscriber',
    },
  },
  {
    defect: 'send KILL QUERY to any server',
    file: core('database/mysql/mysql-kill-query.ts'),
    find: '    await requireSameServer(connection, killConnection);\n',
    replace: '',
    caughtBy: { project: 'faults', path: 'test/faults/kill-query\\.', name: 'mariadb: no statement' },
    needs: 'DATABASE_URL_MYSQL',
  },
  {
    defect: 'acknowledge a commit whose wait for a standby was interrupted',
    file: core('database/pool/connection-use.ts'),
    find: 'if (!this.#interruption && !this.#pooled?.hasUnconfirmedCommit()) return;',
    replace: 'if (this.#interruption || this.#pooled) return;',
    caughtBy: { project: 'faults', path: 'test/faults/absent-standby\\.', name: 'takes too long' },
  },
  {
    defect: 'write to a table with an exclusion constraint without its lock',
    file: core('database/postgres/postgres-locks.ts'),
    find: 'if (excluding.length === 0) return run;',
    replace: 'if (excluding.length >= 0) return run;',
    caughtBy: {
      project: 'features',
      path: 'test/features/databases/postgres-exclusion-constraints\\.',
      name: 'waits for its table',
    },
  },
  {
    defect: 'let what a parser throws leave the socket',
    file: core('database/pool/safe-socket.ts'),
    find: 'this.destroy(new BrokenConnectionError(error));\n      return true;',
    replace: 'throw error;',
    caughtBy: {
      project: 'unit',
      path: 'packages/core/src/database/pool/safe-socket\\.',
      name: 'ends the connection',
    },
  },
];
