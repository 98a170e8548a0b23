// Which statements the connections of a database keep prepared: each its most recently used ones.
import { LRUCache } from 'lru-cache';
import type { ClientBase } from 'pg';
import { getStringProperty } from '../../execute/database-error.js';
import type { BoundStatement } from '../../execute/script.js';
import { asTexts, type PipelinedStatement, type RowReader, type TextResult } from './postgres-pipeline.js';

/** Maximum number of prepared statements per connection, and of their text in UTF-16 code units: a server keeps about 30 times as much. */
const maxPrepared = 500;
const maxPreparedLength = 1024 * 1024;

/** The prepared statements of one connection. */
export interface PreparedStatements {
  /** Whether a pooler is before the server; undefined until the first answer. */
  isPooled: boolean | undefined;
  /** Whether statements may be kept: not where a pooler has forgotten them. */
  mayName: boolean;
  /** How many times the statements of any connection had become outdated when these were prepared. */
  generation: number;
  /** By name, in the order of their last use. */
  readonly readers: LRUCache<string, RowReader>;
  /** Names to close with the next pipeline that succeeds. */
  readonly namesToClose: Set<string>;
}

/** The prepared statements of all connections. */
export interface PreparedRegistry {
  get(client: ClientBase): PreparedStatements;
  /** Records an error. If a statement was outdated, so may be those of any connection, which a retry would meet. */
  recordFailure(prepared: PreparedStatements, error: unknown): void;
}

export function createPreparedRegistry(): PreparedRegistry {
  const known = new WeakMap<ClientBase, PreparedStatements>();
  let generation = 0;
  /** A pooler has lent us a session that had not seen a statement. */
  let isPoolerForgetful = false;
  return {
    get: (client) => {
      let prepared = known.get(client);
      if (!prepared) known.set(client, (prepared = createPreparedStatements(generation)));
      if (prepared.generation < generation) closeAll(prepared, generation);
      prepared.mayName = !isPoolerForgetful || prepared.isPooled === false;
      return prepared;
    },
    recordFailure: (prepared, error) => {
      if (!isOutdated(error)) return;
      generation++;
      isPoolerForgetful ||= prepared.isPooled ?? false;
    },
  };
}

/** Finds the readers of the statements that are prepared. An equal statement of another shape may be, too. */
export function findReaders(
  { readers, mayName }: PreparedStatements,
  calls: readonly BoundStatement[],
): readonly PipelinedStatement[] {
  return calls.map(({ statement, parameters }) => {
    const read = readers.get(statement.name);
    return { statement, parameters, read, isNamed: read !== undefined || (mayName && statement.isKept) };
  });
}

/** Evicts statements before new ones are prepared. */
export function makeRoom({ readers }: PreparedStatements, calls: readonly PipelinedStatement[]): void {
  const places = calls.filter(({ isNamed }) => isNamed).length;
  for (let over = readers.size + places - maxPrepared; over > 0 && readers.size > 0; over--) readers.pop();
}

/** Returns the names to close, and clears them. */
export function takeNamesToClose({ namesToClose }: PreparedStatements): readonly string[] {
  if (namesToClose.size === 0) return noNames;
  const names = [...namesToClose];
  namesToClose.clear();
  return names;
}

const noNames: readonly string[] = Object.freeze([]);

/** A statement with a cut answer was cancelled, perhaps before it was prepared. */
export function addPrepared(
  { readers, namesToClose }: PreparedStatements,
  { statement, read = asTexts }: PipelinedStatement,
  answer: TextResult | undefined,
): void {
  if (answer?.cut) namesToClose.add(statement.name);
  else readers.set(statement.name, read, { size: statement.text.length });
}

function closeAll(prepared: PreparedStatements, generation: number): void {
  for (const name of prepared.readers.keys()) prepared.namesToClose.add(name);
  prepared.readers.clear();
  prepared.generation = generation;
}

function createPreparedStatements(generation: number): PreparedStatements {
  const prepared: PreparedStatements = {
    isPooled: undefined,
    mayName: true,
    generation,
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

/** A prepared statement is gone, as after DISCARD ALL, is another one, or its columns have changed: a retry prepares it again. */
function isOutdated(error: unknown): boolean {
  return ['26000', '0A000', '42P05'].includes(getStringProperty(error, 'code'));
}
