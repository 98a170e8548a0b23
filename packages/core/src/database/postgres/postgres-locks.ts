// Locks that keep writes from deadlocks which a retry would only repeat. PostgreSQL checks an exclusion constraint after it has
// written a row: rows that exclude each other wait for each other then, and only a deadlock, found after a second, ends that.
import { LRUCache } from 'lru-cache';
import type { DataSource } from 'typeorm';
import { bindStatement, type BoundStatement } from '../../execute/script.js';
import { createFixedStatement } from '../../sql/statement.js';
import type { RunStatements } from './postgres-queries.js';

/** Until the end of the transaction. */
const lockStatement = createFixedStatement(
  'SELECT pg_advisory_xact_lock(hashtextextended($1, 7242601387205126))',
);

function bindLock(name: string): BoundStatement {
  return { ...bindStatement(lockStatement, []), parameters: [name] };
}

/** How many statements are remembered. */
const maxStatements = 5_000;

/** Lets one transaction at a time write to a table with an exclusion constraint. Other tables are not affected. */
export function lockExcludingTables(
  { entityMetadatas, driver }: DataSource,
  run: RunStatements,
): RunStatements {
  const excluding = entityMetadatas.filter(({ exclusions }) => exclusions.length > 0);
  if (excluding.length === 0) return run;
  const tables = [...new Set(excluding.map(({ tablePath }) => tablePath))].map((path) => ({
    path,
    quoted: path
      .split('.')
      .map((name) => driver.escape(name))
      .join('.'),
  }));
  const lockOf = new LRUCache<string, { readonly path: string | null }>({ max: maxStatements });
  const findTable = ({ statement: { name, text } }: BoundStatement): string | null => {
    const known = lockOf.get(name);
    if (known) return known.path;
    const isWritten = ({ quoted }: { readonly quoted: string }) =>
      text.includes(`INSERT INTO ${quoted} `) || text.includes(`UPDATE ${quoted} SET`);
    const path = tables.find(isWritten)?.path ?? null;
    lockOf.set(name, { path });
    return path;
  };
  return (client, calls, bounds, onCut) => {
    const at = calls.findIndex((call) => findTable(call) !== null);
    const [first] = calls.slice(at);
    const path = at === -1 || !first ? null : findTable(first);
    if (path === null) return run(client, calls, bounds, onCut);
    return runAfterLock(run, { client, calls, bounds, onCut, lock: bindLock(path), at });
  };
}

/**
 * For an attempt after a conflict: makes it wait for other such attempts of the same statement. Their cause may still be there,
 * such as a constraint that is checked at COMMIT, or foreign keys in both directions.
 */
export function lockRetry(run: RunStatements): RunStatements {
  let isFirst = true;
  return (client, calls, bounds, onCut) => {
    const [first] = calls;
    if (!isFirst || !first) return run(client, calls, bounds, onCut);
    isFirst = false;
    return runAfterLock(run, { client, calls, bounds, onCut, lock: bindLock(first.statement.name), at: 0 });
  };
}

/** A round trip, and the lock that it takes at a place. */
interface LockedRun {
  readonly client: Parameters<RunStatements>[0];
  readonly calls: readonly BoundStatement[];
  readonly bounds: Parameters<RunStatements>[2];
  readonly onCut: () => void;
  readonly lock: BoundStatement;
  readonly at: number;
}

async function runAfterLock(
  run: RunStatements,
  { client, calls, bounds, onCut, lock, at }: LockedRun,
): ReturnType<RunStatements> {
  const locked = [...calls.slice(0, at), lock, ...calls.slice(at)];
  const answers = await run(client, locked, bounds, onCut);
  return answers.filter((_, place) => place !== at);
}
