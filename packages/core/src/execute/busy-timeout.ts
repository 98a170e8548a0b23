// better-sqlite3 waits for a file that another process has locked by standing still, and the whole process with it: for
// 5 s unless told otherwise. Here it stands still for 50 ms at most, and not at all once it is known that one has to wait.
import type { Database } from 'better-sqlite3';

const longestMs = 50;

interface Standing {
  readonly ms: number;
  waiting: number;
}

const standings = new WeakMap<Database, Standing>();

/** Bounds how long a connection stands still. The first call decides; later ones only look it up. */
export function boundBusyTimeout(database: Database): Standing {
  const known = standings.get(database);
  if (known) return known;
  const current = Number(database.pragma('busy_timeout', { simple: true }));
  const standing = { ms: Math.min(current, longestMs), waiting: 0 };
  if (current > longestMs) standFor(database, longestMs);
  standings.set(database, standing);
  return standing;
}

/** From now until what is returned is called, somebody waits asynchronously: nobody stands still meanwhile. */
export function waitForFile(database: Database): () => void {
  const standing = boundBusyTimeout(database);
  if (standing.waiting++ === 0) standFor(database, 0);
  return () => {
    if (--standing.waiting === 0 && database.open) standFor(database, standing.ms);
  };
}

function standFor(database: Database, ms: number): void {
  database.pragma(`busy_timeout = ${ms}`);
}
