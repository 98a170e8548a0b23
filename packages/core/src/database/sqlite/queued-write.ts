// A write that waits for its transaction, runs in it, and is answered after its end.
import type { BoundStatement, QueryResult, Script } from '../../execute/script.js';
import { requireStatement, runScript, runScriptSync } from '../run-script.js';
import type { WaitBounds } from './wait-bounds.js';

/** How groups run statements on the connection of the synchronous driver. */
export interface SyncConnection {
  /** Runs a statement without parameters or rows. */
  readonly control: (sql: string) => void;
  readonly execute: (call: BoundStatement) => QueryResult;
}

/** How groups run statements on the connection of the asynchronous driver. */
export interface AsyncConnection {
  /** Runs a statement without parameters or rows. */
  readonly control: (sql: string) => Promise<unknown>;
  readonly execute: (call: BoundStatement) => Promise<QueryResult>;
}

/** A write in the queue. */
export interface QueuedWrite {
  /** Its place in the order of all requests. */
  readonly arrival: number;
  readonly bounds: WaitBounds;
  /** A group with it has failed as a whole. */
  runsAlone: boolean;
  /** Runs the script and keeps its result. */
  runSync(execute: SyncConnection['execute']): void;
  run(execute: AsyncConnection['execute']): Promise<void>;
  /** Keeps the error of the script. */
  fail(error: unknown): void;
  /** Ends the wait: with what was kept, or with an error. */
  settle(error?: unknown): void;
}

/** The two ends of a promise. */
interface Settlement<T> {
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
}

/** What a write runs, since when and for how long it waits. */
export interface WriteRequest<T> extends Pick<QueuedWrite, 'arrival' | 'bounds'> {
  readonly script: () => Script<T>;
}

/** Creates a write whose promise has these ends. */
export function createQueuedWrite<T>(
  { script, arrival, bounds }: WriteRequest<T>,
  { resolve, reject }: Settlement<T>,
): QueuedWrite {
  let end: () => void;
  const keep = (result: T) => {
    end = () => {
      resolve(result);
    };
  };
  return {
    arrival,
    bounds,
    runsAlone: false,
    runSync: (execute) => {
      keep(runScriptSync(script(), execute));
    },
    run: async (execute) => {
      keep(await runScript(script(), (call) => execute(requireStatement(call))));
    },
    fail(error) {
      end = () => {
        reject(error);
      };
    },
    settle(error) {
      if (error === undefined) end();
      else reject(error);
    },
  };
}
