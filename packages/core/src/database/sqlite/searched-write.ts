// Writes of better-sqlite3 whose search for rows may take long. Another process searches before the transaction, so the event
// loop stays free. What it found is written only if nothing has changed since: docs/decisions/0109-searches-of-writes.md.
import type { Awaitable } from '../../execute/awaitable.js';
import type { SearchedScript } from '../../execute/executor.js';
import type { QueryResult, Script } from '../../execute/script.js';
import { readChangeCounters, type ChangeCounters } from './change-counters.js';

/** How often a search is repeated while the writes of this process wait: other processes may write. */
const maxHeldSearches = 3;

/** Runs a script in a transaction. */
export type RunScript = <T>(script: () => Script<T>) => Awaitable<T>;

/** How an attempt finds rows and writes them. */
interface Attempt {
  /** Runs the search in another process. */
  readonly search: () => Promise<QueryResult>;
  readonly run: RunScript;
}

/** The ways in which a searched write runs. `run` waits for its turn. */
export interface SearchedWriteParts extends Attempt {
  /** The state of the database before the search; undefined where its changes may go unreported, or no search is needed. */
  readonly readState: () => Awaitable<ChangeCounters | undefined>;
  /** Keeps all other writes waiting while `work` runs. Its searches have less time. */
  readonly hold: <T>(work: (held: Attempt) => Promise<T>) => Awaitable<T>;
}

/** Runs a write. Throws what its parts throw. */
export async function runSearchedWrite<T>(script: SearchedScript<T>, parts: SearchedWriteParts): Promise<T> {
  const attempt = async ({ search, run }: Attempt) => {
    const state = await parts.readState();
    if (!state) return { result: await run(() => script()) };
    const found = await search();
    return run(() => unlessChanged({ state, found }, script));
  };
  const first = await attempt(parts);
  if (first) return first.result;
  return parts.hold(async (held) => {
    for (let searches = 0; searches < maxHeldSearches; searches++) {
      const again = await attempt(held);
      if (again) return again.result;
    }
    return held.run(() => script());
  });
}

/** What a search found, and the state before it. */
interface Finding {
  readonly state: ChangeCounters;
  readonly found: QueryResult;
}

/** Null where the database has changed since: then nothing is written. */
function* unlessChanged<T>(
  { state, found }: Finding,
  script: SearchedScript<T>,
): Script<{ readonly result: T } | null> {
  const now = yield* readChangeCounters();
  return now?.text === state.text ? { result: yield* script(found) } : null;
}
