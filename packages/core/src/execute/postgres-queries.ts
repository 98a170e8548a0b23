// Asks connections of node-postgres: in a pipeline where they hold the statements already, else the driver's general way.
import type { ClientBase } from 'pg';
import type { Statement } from '../sql/statement.js';
import { Pipeline, type PrepareValue, type Result, type Texts } from './postgres-pipeline.js';
import { rowReader, type RowReader } from './postgres-row.js';
import type { Answer, StatementCall } from './script.js';

/** Most statements kept prepared on each connection; later ones are sent as text. */
const mostNames = 500;

/** Asks one connection. */
export interface PostgresQueries {
  /** Runs one statement. */
  one(client: ClientBase, call: StatementCall): Promise<Answer>;
  /** Runs statements in one round trip and one transaction; null unless the connection holds all of them prepared. */
  atOnce(client: ClientBase, calls: readonly StatementCall[]): Promise<readonly Answer[]> | null;
}

/** `prepareValue` is node-postgres's own; without it, as with native bindings, nothing is pipelined. */
export function postgresQueries(prepareValue: PrepareValue | undefined): PostgresQueries {
  const names = new Set<string>();
  // By name: under a policy each request has statements of its own, which differ in their values alone.
  const readers = new Map<string, RowReader>();

  function pipelined(client: ClientBase, call: StatementCall): PipelinedCall[] {
    const rowOf = readers.get(call.statement.name);
    return rowOf && isPrepared(client, call.statement) ? [{ ...call, rowOf }] : [];
  }

  function atOnce(client: ClientBase, calls: readonly StatementCall[]): Promise<readonly Answer[]> | null {
    const known = calls.flatMap((call) => pipelined(client, call));
    return prepareValue && known.length === calls.length ? sent(client, known, prepareValue, all) : null;
  }

  function one(client: ClientBase, call: StatementCall): Promise<Answer> {
    const known = pipelined(client, call);
    return prepareValue && known.length === 1
      ? sent(client, known, prepareValue, first)
      : prepare(client, call);
  }

  /** Prepares the statement on the connection, and learns how its rows are read. */
  async function prepare(client: ClientBase, { statement, parameters }: StatementCall): Promise<Answer> {
    const named = names.has(statement.name) || names.size < mostNames;
    if (named) names.add(statement.name);
    const query = { text: statement.text, values: parameters, rowMode: 'array', types: asText } as const;
    const result = await client.query<Texts>(named ? { ...query, name: statement.name } : query);
    const rowOf = rowReader(client, statement, result.fields);
    if (named) readers.set(statement.name, rowOf);
    return { rows: result.rows.map(rowOf), affected: result.rowCount ?? 0 };
  }

  return { atOnce, one };
}

/** A statement that its connection holds, and what makes rows of the texts that come. */
interface PipelinedCall extends StatementCall {
  readonly rowOf: RowReader;
}

const all = (answers: readonly Answer[]) => answers;
const first = ([answer = none]: readonly Answer[]) => answer;
const none: Answer = Object.freeze({ rows: [], affected: 0 });

/** Rows are made when the driver is done: what is thrown at its socket would end the process. */
async function sent<T>(
  client: ClientBase,
  calls: readonly PipelinedCall[],
  prepareValue: PrepareValue,
  wanted: (answers: readonly Answer[]) => T,
): Promise<T> {
  const results = await new Promise<readonly Result[]>((resolve, reject) => {
    client.query(
      new Pipeline(calls, prepareValue, (error, received) => {
        if (error) reject(error);
        else resolve(received);
      }),
    );
  });
  return wanted(results.map((result, at) => answerOf(result, calls[at])));
}

function answerOf({ rows, affected }: Result, call: PipelinedCall | undefined): Answer {
  return { rows: call ? rows.map(call.rowOf) : rows, affected };
}

const asText = { getTypeParser: () => (text: string) => text };

/** Where node-postgres keeps the texts of the statements that a connection holds, by name. */
interface PreparingClient {
  readonly connection?: { readonly parsedStatements?: Readonly<Record<string, string | undefined>> };
}

function isPrepared(client: ClientBase & PreparingClient, { name, text }: Statement): boolean {
  return client.connection?.parsedStatements?.[name] === text;
}
