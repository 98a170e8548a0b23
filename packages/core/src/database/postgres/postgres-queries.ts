// Runs statements on connections of node-postgres. Each connection keeps the most recently used statements prepared.
import type { ClientBase } from 'pg';
import type { ConnectionUse } from '../pool/pooled-connection.js';
import { isPooled, limitCalls } from './postgres-poolers.js';
import {
  addPrepared,
  createPreparedRegistry,
  findReaders,
  makeRoom,
  takeNamesToClose,
} from './postgres-prepared.js';
import {
  asTexts,
  Pipeline,
  type PipelinedStatement,
  type PrepareValue,
  type RowReader,
  type TextResult,
} from './postgres-pipeline.js';
import { findUncompiledAt, turnJitOffAt } from './postgres-jit.js';
import type { QueryResult, BoundStatement } from '../../execute/script.js';

/** What bounds the statements of one round trip: how long they may take together, in milliseconds. */
type StatementBounds = Pick<ConnectionUse<unknown>, 'remainingMs'>;

/**
 * Runs statements in one round trip, and in one transaction unless one is open. `onCut` is called when the rows of a
 * statement exceed the maximum of bytes.
 */
export type RunStatements = (
  client: ClientBase,
  calls: readonly BoundStatement[],
  bounds: StatementBounds,
  onCut: () => void,
) => Promise<readonly QueryResult[]>;

/** `prepareValue` is node-postgres's own. At most `maxBytes` of the rows of a statement are kept. */
export function createPostgresRunner(prepareValue: PrepareValue, maxBytes: number): RunStatements {
  const known = createPreparedRegistry();
  const runCalls: RunStatements = async (client, calls, _bounds, onCut) => {
    const prepared = known.get(client);
    const pipelined = findReaders(prepared, calls);
    const unprepared = pipelined.filter(({ read }) => !read);
    makeRoom(prepared, unprepared);
    const forgotten = takeNamesToClose(prepared);
    try {
      const answers = await sendPipeline(client, pipelined, {
        client,
        namesToClose: forgotten,
        prepareValue,
        maxBytes,
        onCut,
      });
      for (const call of unprepared)
        if (call.isNamed) addPrepared(prepared, call, answers[pipelined.indexOf(call)]);
      return answers.map((answer, at) => parseRows(answer, pipelined[at]?.read));
    } catch (error) {
      // The server may have run any part of the pipeline. To close a statement that does not exist is no error.
      for (const name of forgotten) prepared.namesToClose.add(name);
      for (const { statement, isNamed } of unprepared) if (isNamed) prepared.namesToClose.add(statement.name);
      known.recordFailure(prepared, error);
      throw error;
    }
  };
  const runLimited: RunStatements = async (client, calls, bounds, onCut) => {
    const limited = limitCalls(calls, bounds.remainingMs());
    const answers = await runCalls(client, limited.calls, bounds, onCut);
    known.get(client).isPooled ??= isPooled(client, answers[limited.at]);
    return answers.filter((_, at) => at !== limited.at);
  };
  // Most round trips add nothing: a promise for each of these choices would cost as much as reading a row.
  return withoutJit((client, calls, bounds, onCut) => {
    const run = known.get(client).isPooled === false ? runCalls : runLimited;
    return run(client, calls, bounds, onCut);
  });
}

/** Keeps the server from compiling long statements and those that the planner overprices. */
function withoutJit(run: RunStatements): RunStatements {
  return (client, calls, bounds, onCut) => {
    const at = findUncompiledAt(calls);
    if (at === -1) return run(client, calls, bounds, onCut);
    const running = run(client, turnJitOffAt(calls, at), bounds, onCut);
    return running.then((answers) => [...answers.slice(0, at), ...answers.slice(at + 1)]);
  };
}

function sendPipeline(
  client: ClientBase,
  calls: readonly PipelinedStatement[],
  options: ConstructorParameters<typeof Pipeline>[1],
): Promise<readonly TextResult[]> {
  return new Promise((resolve, reject) => {
    client.query(
      new Pipeline(calls, options, (error, answers) => {
        if (error) reject(error);
        else resolve(answers);
      }),
    );
  });
}

/** Rows are parsed after the driver is done: an error thrown in its socket handler would crash the process. */
function parseRows(answer: TextResult, read: RowReader = asTexts): QueryResult {
  return read === asTexts ? answer : { ...answer, rows: answer.rows.map(read) };
}
