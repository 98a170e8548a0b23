// Runs statements on connections of node-postgres. Each connection keeps the most recently used statements prepared.
import { LRUCache } from 'lru-cache';
import type { ClientBase } from 'pg';
import { memberOf } from './database-error.js';
import {
  asTexts,
  Pipeline,
  type PipelinedCall,
  type PrepareValue,
  type RowReader,
  type TextAnswer,
} from './postgres-pipeline.js';
import type { Answer, StatementCall } from './script.js';

/** Maximum number of prepared statements per connection. */
const maxPrepared = 500;

/**
 * Runs statements in one round trip, and in one transaction unless one is open. `onCut` is called when the rows of a
 * statement exceed the maximum of bytes.
 */
export type RunStatements = (
  client: ClientBase,
  calls: readonly StatementCall[],
  onCut: () => void,
) => Promise<readonly Answer[]>;

/** The prepared statements of one connection. */
interface PreparedStatements {
  /** By name, in the order of their last use. */
  readonly readers: LRUCache<string, RowReader>;
  /** Names to close with the next pipeline that succeeds. */
  readonly forgotten: Set<string>;
}

/** `prepareValue` is node-postgres's own. At most `maxBytes` of the rows of a statement are kept. */
export function postgresQueries(prepareValue: PrepareValue, maxBytes: number): RunStatements {
  const known = new WeakMap<ClientBase, PreparedStatements>();
  const preparedOn = (client: ClientBase): PreparedStatements => {
    const existing = known.get(client);
    if (existing) return existing;
    const made = preparedStatements();
    known.set(client, made);
    return made;
  };
  return async (client, calls, onCut) => {
    const prepared = preparedOn(client);
    const pipelined = calls.map(({ statement, parameters }): PipelinedCall => ({
      statement,
      parameters,
      read: prepared.readers.get(statement.name),
    }));
    const unprepared = pipelined.filter(({ read }) => !read);
    makeRoom(prepared, unprepared.length);
    const forgotten = takeForgotten(prepared);
    try {
      const answers = await sent(client, pipelined, { client, forgotten, prepareValue, maxBytes, onCut });
      for (const call of unprepared) addPrepared(prepared, call, answers[pipelined.indexOf(call)]);
      return answers.map((answer, at) => readRows(answer, pipelined[at]?.read));
    } catch (error) {
      // The server may have run any part of the pipeline. To close a statement that does not exist is no error.
      for (const name of forgotten) prepared.forgotten.add(name);
      for (const { statement } of unprepared) prepared.forgotten.add(statement.name);
      if (isOutdated(error)) forgetAll(prepared);
      throw error;
    }
  };
}

/** Evicts statements before new ones are prepared. */
function makeRoom({ readers }: PreparedStatements, places: number): void {
  for (let over = readers.size + places - maxPrepared; over > 0 && readers.size > 0; over--) readers.pop();
}

/** Returns the names to close, and clears them. */
function takeForgotten({ forgotten }: PreparedStatements): readonly string[] {
  if (forgotten.size === 0) return none;
  const names = [...forgotten];
  forgotten.clear();
  return names;
}

const none: readonly string[] = Object.freeze([]);

/** A statement with a cut answer was cancelled, perhaps before it was prepared. */
function addPrepared(
  { readers, forgotten }: PreparedStatements,
  { statement, read = asTexts }: PipelinedCall,
  answer: TextAnswer | undefined,
): void {
  if (answer?.cut) forgotten.add(statement.name);
  else readers.set(statement.name, read);
}

function forgetAll({ readers, forgotten }: PreparedStatements): void {
  for (const name of readers.keys()) forgotten.add(name);
  readers.clear();
}

function preparedStatements(): PreparedStatements {
  const prepared: PreparedStatements = {
    readers: new LRUCache({
      max: maxPrepared,
      dispose: (_reader, name, reason) => {
        if (reason === 'evict') prepared.forgotten.add(name);
      },
    }),
    forgotten: new Set(),
  };
  return prepared;
}

function sent(
  client: ClientBase,
  calls: readonly PipelinedCall[],
  options: ConstructorParameters<typeof Pipeline>[1],
): Promise<readonly TextAnswer[]> {
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
function readRows(answer: TextAnswer, read: RowReader = asTexts): Answer {
  return read === asTexts ? answer : { ...answer, rows: answer.rows.map(read) };
}

/** A prepared statement is gone, as after DISCARD ALL, or its columns have changed: a retry prepares it again. */
function isOutdated(error: unknown): boolean {
  return ['26000', '0A000'].includes(memberOf(error, 'code'));
}
