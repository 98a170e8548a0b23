// Load on a server: how it is asked for and what comes of it. Which generator makes it: wrk.ts, autocannon.ts.
import type { Call } from '../workloads/ask.js';

export interface LoadTarget {
  readonly port: number;
  readonly calls: readonly Call[];
}

export interface LoadResult {
  /** Answers received. */
  readonly requests: number;
  /** Answers other than 2xx, and requests that got none. */
  readonly failures: number;
  /** Seconds from the first request to the last answer. */
  readonly seconds: number;
  /** 99 % of the answers took no longer, in milliseconds. */
  readonly p99: number;
}

export interface LoadGenerator {
  readonly name: string;
  /** Requests under way at any time. */
  readonly connections: number;
  run(target: LoadTarget, milliseconds: number): Promise<LoadResult>;
}

/** Requests under way at any time, where nothing else is asked for. */
export const usualConnections = 16;
