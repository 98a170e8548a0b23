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

/** The ways in which a searched write runs. */
export interface SearchedWriteParts {
  /** The state of the database before the search; undefined where its changes may go unreported, or no search is needed. */
  readonly readState: () => Awaitable<ChangeCounters | undefined>;
  /** Runs the search in another process. */
  readonly search: () => Promise<QueryResult>;
  /** Runs a script in its turn. */
  readonly run: RunScript;
  /** Keeps all other writes waiting while `work` runs. */
  readonly hold: <T>(work: (held: HeldWrite) => Promise<T>) => Awaitable<T>;
}

/** What a write does that keeps all others waiting. */
export interface HeldWrite {
  /** Lets reads run meanwhile. */
  readonly readMeanwhile: <T>(work: () => Promise<T>) => Promise<T>;
  readonly run: RunScript;
}

/** Runs a write. Throws what its parts throw. */
export async function runSearchedWrite<T>(
  script: SearchedScript<T>,
  { readState, search, run, hold }: SearchedWriteParts,
): Promise<T> {
  const find = async () => {
    const state = await readState();
    return state && { state, found: await search() };
  };
  const first = await find();
  if (!first) return run(() => script());
  const attempt = await run(() => unlessChanged(first, script));
  if (attempt) return attempt.result;
  return hold(async (held) => {
    for (let searches = 0; searches < maxHeldSearches; searches++) {
      const again = await held.readMeanwhile(find);
      if (!again) break;
      const result = await held.run(() => unlessChanged(again, script));
      if (result) return result.result;
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
