// Runs statements on connections of node-postgres. Each connection keeps the most recently used statements prepared.
import { LRUCache } from 'lru-cache';
import type { ClientBase } from 'pg';
import { getStringProperty } from '../../execute/database-error.js';
import {
  asTexts,
  Pipeline,
  type PipelinedStatement,
  type PrepareValue,
  type RowReader,
  type TextResult,
} from './postgres-pipeline.js';
import { findLongStatement, turnJitOffAt } from './postgres-jit.js';
import type { QueryResult, BoundStatement } from '../../execute/script.js';

/** Maximum number of prepared statements per connection, and of their text in UTF-16 code units: a server keeps about 30 times as much. */
const maxPrepared = 500;
const maxPreparedLength = 1024 * 1024;

/**
 * Runs statements in one round trip, and in one transaction unless one is open. `onCut` is called when the rows of a
 * statement exceed the maximum of bytes.
 */
export type RunStatements = (
  client: ClientBase,
  calls: readonly BoundStatement[],
  onCut: () => void,
) => Promise<readonly QueryResult[]>;

/** The prepared statements of one connection. */
interface PreparedStatements {
  /** By name, in the order of their last use. */
  readonly readers: LRUCache<string, RowReader>;
  /** Names to close with the next pipeline that succeeds. */
  readonly namesToClose: Set<string>;
}

/** `prepareValue` is node-postgres's own. At most `maxBytes` of the rows of a statement are kept. */
export function createPostgresRunner(prepareValue: PrepareValue, maxBytes: number): RunStatements {
  const known = new WeakMap<ClientBase, PreparedStatements>();
  const preparedOn = (client: ClientBase): PreparedStatements => {
    const existing = known.get(client);
    if (existing) return existing;
    const made = createPreparedStatements();
    known.set(client, made);
    return made;
  };
  return withoutJit(async (client, calls, onCut) => {
    const prepared = preparedOn(client);
    const pipelined = calls.map(({ statement, parameters }): PipelinedStatement => ({
      statement,
      parameters,
      read: prepared.readers.get(statement.name),
    }));
    const unprepared = pipelined.filter(({ read }) => !read);
    makeRoom(prepared, countKept(unprepared));
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
        if (call.statement.isKept) addPrepared(prepared, call, answers[pipelined.indexOf(call)]);
      return answers.map((answer, at) => parseRows(answer, pipelined[at]?.read));
    } catch (error) {
      // The server may have run any part of the pipeline. To close a statement that does not exist is no error.
      for (const name of forgotten) prepared.namesToClose.add(name);
      for (const { statement } of unprepared) if (statement.isKept) prepared.namesToClose.add(statement.name);
      if (isOutdated(error)) closeAll(prepared);
      throw error;
    }
  });
}

/** Does not let the server compile long statements. */
function withoutJit(run: RunStatements): RunStatements {
  return async (client, calls, onCut) => {
    const long = findLongStatement(calls);
    if (long === -1) return run(client, calls, onCut);
    const answers = await run(client, turnJitOffAt(calls, long), onCut);
    return answers.filter((_, at) => at !== long);
  };
}

function countKept(calls: readonly PipelinedStatement[]): number {
  return calls.filter(({ statement }) => statement.isKept).length;
}

/** Evicts statements before new ones are prepared. */
function makeRoom({ readers }: PreparedStatements, places: number): void {
  for (let over = readers.size + places - maxPrepared; over > 0 && readers.size > 0; over--) readers.pop();
}

/** Returns the names to close, and clears them. */
function takeNamesToClose({ namesToClose }: PreparedStatements): readonly string[] {
  if (namesToClose.size === 0) return noNames;
  const names = [...namesToClose];
  namesToClose.clear();
  return names;
}

const noNames: readonly string[] = Object.freeze([]);

/** A statement with a cut answer was cancelled, perhaps before it was prepared. */
function addPrepared(
  { readers, namesToClose }: PreparedStatements,
  { statement, read = asTexts }: PipelinedStatement,
  answer: TextResult | undefined,
): void {
  if (answer?.cut) namesToClose.add(statement.name);
  else readers.set(statement.name, read, { size: statement.text.length });
}

function closeAll({ readers, namesToClose }: PreparedStatements): void {
  for (const name of readers.keys()) namesToClose.add(name);
  readers.clear();
}

function createPreparedStatements(): PreparedStatements {
  const prepared: PreparedStatements = {
    readers: new LRUCache({
      max: maxPrepared,
      maxSize: maxPreparedLength,
      dispose: (_reader, name, reason) => {
        if (reason === 'evict') prepared.namesToClose.add(name);
      },
    }),
    namesToClose: new Set(),
  };
  return prepared;
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

/** A prepared statement is gone, as after DISCARD ALL, or its columns have changed: a retry prepares it again. */
function isOutdated(error: unknown): boolean {
  return ['26000', '0A000'].includes(getStringProperty(error, 'code'));
}
