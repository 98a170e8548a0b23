// A read of several steps on PostgreSQL, all of which see one snapshot.
import type { Client } from 'pg';
import {
  lastStep,
  type FurtherStatements,
  type ReadStep,
  type SnapshotRead,
} from '../../execute/executor.js';
import { bindStatement, type BoundStatement, type QueryResult } from '../../execute/script.js';
import { createFixedStatement } from '../../sql/statement.js';
import type { ConnectionUse } from '../pool/pooled-connection.js';
import type { RunStatements } from './postgres-queries.js';

const beginSnapshot = bindStatement(
  createFixedStatement('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'),
  [],
);
const commit = bindStatement(createFixedStatement('COMMIT'), []);

/** In a round trip for each step: the first begins the snapshot, with the settings of its request, the last ends it. */
export async function readSnapshot(
  run: RunStatements,
  use: ConnectionUse<Client>,
  { first, further }: SnapshotRead,
  opening: BoundStatement | null,
): Promise<readonly QueryResult[]> {
  const { connection } = use;
  let cancelled: Promise<unknown> | undefined;
  const onCut = () => {
    cancelled = use.cancelStatement();
  };
  const runCalls = async (calls: readonly BoundStatement[]) => {
    const answers = await run(connection, calls, use, onCut);
    if (cancelled) await cancelled;
    return answers;
  };
  try {
    // The isolation level is chosen before any other statement.
    const begin = opening ? [beginSnapshot, opening] : [beginSnapshot];
    let answers: readonly QueryResult[] = (await runCalls([...begin, first])).slice(begin.length);
    const all = [...answers];
    let next: FurtherStatements | null = further;
    while (next) {
      use.throwIfInterrupted();
      const step: ReadStep = answers.some(({ cut }) => cut) ? lastStep : next(answers);
      next = step.further;
      const sent = next ? step.calls : [...step.calls, commit];
      answers = await runCalls(sent);
      // The cancel request came before COMMIT.
      if (!next && answers.at(-1)?.cut) await connection.query('ROLLBACK');
      all.push(...(next ? answers : answers.slice(0, -1)));
    }
    return all;
  } catch (error) {
    await connection.query('ROLLBACK').catch(() => {
      use.markBroken();
    });
    throw error;
  }
}
