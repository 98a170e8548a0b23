// Clients that count in one row: each reads it, adds one, and writes with the tag of its read.
import type { Answer, HttpClient } from './http-client.js';

const clients = 8;
const successesPerClient = 12;

/** A row that counts: where it is, how its count is read, and the body that sets it. */
export interface Counter {
  readonly path: string;
  readonly countOf: (json: unknown) => number;
  readonly bodyOf: (count: number) => object;
}

/** What became of the writes. */
export interface Outcomes {
  readonly successes: number;
  readonly refused: number;
  /** Answers other than 200, 412 and 503. */
  readonly strange: readonly string[];
  /** The count at the end. */
  readonly count: number;
}

/** Counts with eight clients, spread over the processes. What is refused is tried again. */
export async function countConcurrently(
  processes: readonly HttpClient[],
  counter: Counter,
): Promise<Outcomes> {
  const outcomes = { successes: 0, refused: 0, strange: [] as string[] };
  await Promise.all(
    Array.from({ length: clients }, async (_, at) => {
      for (let successes = 0; successes < successesPerClient && outcomes.strange.length === 0;) {
        const answer = await increment(clientAt(processes, at), counter);
        if (answer.status === 200) successes++;
        else if (answer.status === 412) outcomes.refused++;
        else if (answer.status !== 503) outcomes.strange.push(answer.text);
      }
      outcomes.successes += successesPerClient;
    }),
  );
  const { json } = await clientAt(processes, 0).send('GET', counter.path);
  return { ...outcomes, count: counter.countOf(json) };
}

/** The client of one of the processes, in turn. */
export function clientAt(processes: readonly HttpClient[], at: number): HttpClient {
  const client = processes[at % processes.length];
  if (!client) throw new Error('The processes run only while tests do.');
  return client;
}

async function increment(client: HttpClient, { path, countOf, bodyOf }: Counter): Promise<Answer> {
  const read = await client.send('GET', path);
  if (read.status !== 200) return read;
  const headers = { 'if-match': read.headers.etag ?? '' };
  return client.send('PATCH', path, { headers, body: bodyOf(countOf(read.json) + 1) });
}
