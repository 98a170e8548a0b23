// Poolers between the process and PostgreSQL. A cancel request may not arrive there, so the server itself limits statements.
import type { ClientBase } from 'pg';
import type { BoundStatement, QueryResult } from '../../execute/script.js';
import { createFixedStatement } from '../../sql/statement.js';

/** Statements together with one that limits them. */
interface LimitedCalls {
  readonly calls: readonly BoundStatement[];
  /** The place of that one. */
  readonly at: number;
}

/** Adds a limit in milliseconds to the round trip of the statements; after BEGIN, which has to be the first of its transaction. */
export function limitCalls(calls: readonly BoundStatement[], remainingMs: number): LimitedCalls {
  const at = calls[0]?.statement.text.startsWith('BEGIN') ? 1 : 0;
  const limit = { statement: limitStatement, parameters: [remainingMs] };
  return { calls: [...calls.slice(0, at), limit, ...calls.slice(at)], at };
}

/** Holds until the end of the transaction. A shorter limit of the user stays. */
const limitStatement = {
  ...createFixedStatement(
    "SELECT pg_backend_pid(), set_config('statement_timeout', LEAST($1::int8, NULLIF(1000 * EXTRACT(EPOCH FROM " +
      "current_setting('statement_timeout')::interval), 0)::int8)::text, true)",
  ),
  isKept: false,
};

/** The member of a client beyond its public types that names its server process. */
interface BackendKey {
  readonly processID?: number | null;
}

/**
 * Whether there is a pooler, by the answer to the limit: poolers give their clients process numbers of their own. Undefined
 * where the answer is missing.
 */
export function isPooled(
  { processID }: ClientBase & BackendKey,
  limited: QueryResult | undefined,
): boolean | undefined {
  const processId = limited?.rows[0]?.[0];
  return processId === undefined ? undefined : Number(processId) !== processID;
}
