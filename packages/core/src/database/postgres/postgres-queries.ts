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
  type PreparedRegistry,
  type PreparedStatements,
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

/** What the round trips of all connections share. */
interface RunnerSettings {
  readonly known: PreparedRegistry;
  /** node-postgres's own. */
  readonly prepareValue: PrepareValue;
  /** At most this many bytes of the rows of a statement are kept. */
  readonly maxBytes: number;
}

/** The statements of one round trip, on a connection with these prepared statements. */
interface RoundTrip {
  readonly client: ClientBase;
  readonly prepared: PreparedStatements;
  readonly calls: readonly BoundStatement[];
  readonly onCut: () => void;
}

/** `prepareValue` is node-postgres's own. At most `maxBytes` of the rows of a statement are kept. */
export function createPostgresRunner(prepareValue: PrepareValue, maxBytes: number): RunStatements {
  const known = createPreparedRegistry();
  const settings = { known, prepareValue, maxBytes };
  // Most round trips add nothing: a promise for each of these choices would cost as much as reading a row.
  return withoutJit((client, calls, bounds, onCut) => {
    const prepared = known.get(client);
    const trip = { client, prepared, calls, onCut };
    return prepared.isPooled === false
      ? runPrepared(settings, trip)
      : runLimited(settings, trip, bounds.remainingMs());
  });
}

/** Prepares what the connection has not prepared yet, in the same round trip. */
async function runPrepared(
  { known, prepareValue, maxBytes }: RunnerSettings,
  { client, prepared, calls, onCut }: RoundTrip,
): Promise<readonly QueryResult[]> {
  const pipelined = findReaders(prepared, calls);
  const unprepared = pipelined.filter(({ read }) => !read);
  makeRoom(prepared, unprepared);
  const namesToClose = takeNamesToClose(prepared);
  try {
    const options = { client, namesToClose, prepareValue, maxBytes, onCut };
    const answers = await sendPipeline(client, pipelined, options);
    for (const call of unprepared)
      if (call.isNamed) addPrepared(prepared, call, answers[pipelined.indexOf(call)]);
    return answers.map((answer, at) => parseRows(answer, pipelined[at]?.read));
  } catch (error) {
    // The server may have run any part of the pipeline. To close a statement that does not exist is no error.
    for (const name of namesToClose) prepared.namesToClose.add(name);
    for (const { statement, isNamed } of unprepared) if (isNamed) prepared.namesToClose.add(statement.name);
    known.recordFailure(prepared, error);
    throw error;
  }
}

/** Limits the statements on the server, which also tells whether a pooler is before it. */
async function runLimited(
  settings: RunnerSettings,
  trip: RoundTrip,
  limitMs: number,
): Promise<readonly QueryResult[]> {
  const { client, prepared } = trip;
  const { calls, at } = limitCalls(trip.calls, limitMs);
  const answers = await runPrepared(settings, { ...trip, calls });
  prepared.isPooled ??= isPooled(client, answers[at]);
  return answers.filter((_, place) => place !== at);
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

/** For round trips that are not cancelled when rows exceed the maximum: those are discarded as they arrive. */
export const ignoreCut = () => undefined;

/** The only result of a round trip of one statement. */
export async function requireOnlyResult(answers: Promise<readonly QueryResult[]>): Promise<QueryResult> {
  const [answer] = await answers;
  if (!answer) throw new Error('The statement has no result.');
  return answer;
}
