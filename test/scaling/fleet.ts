// Requests spread over several processes. A 503 is tried again, as its Retry-After asks; everything else is the answer.
import type { Answer } from '../support/http-client.js';

/** How often a request is tried when the service says that it is not available. */
const mostTries = 20;

export class Fleet {
  #turn = 0;
  /** Answers 503 so far, each of which had a Retry-After. */
  unavailable = 0;
  /** Answers 500 so far. */
  failed = 0;
  readonly #ports: readonly number[];

  constructor(ports: readonly number[]) {
    this.#ports = ports;
  }

  /** Asks the processes in turn. */
  async ask(method: string, target: string, body?: unknown): Promise<Answer> {
    for (let tries = 1; ; tries++) {
      const port = this.#ports[this.#turn++ % this.#ports.length] ?? 0;
      const answer = await askOne(port, method, target, body);
      if (answer.status === 500) this.failed += 1;
      if (answer.status !== 503 || tries === mostTries) return answer;
      if (answer.headers['retry-after'] === undefined) throw new Error('A 503 without Retry-After.');
      this.unavailable += 1;
      await new Promise((wake) => setTimeout(wake, 20 + Math.random() * 80));
    }
  }
}

/** One request to one process; rejects when there is no answer. */
export async function askOne(port: number, method: string, target: string, body?: unknown): Promise<Answer> {
  const response = await fetch(`http://127.0.0.1:${port}${target}`, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const json: unknown = text === '' ? undefined : JSON.parse(text);
  return { status: response.status, headers: Object.fromEntries(response.headers), text, json };
}

/** Runs a race so often; answers the outcomes that no serial order of its requests gives. */
export async function nonSerialOutcomes(
  race: ((round: number) => Promise<string | null>) | undefined,
  rounds: number,
): Promise<string[]> {
  if (!race) throw new Error('There is no such race.');
  const strange: string[] = [];
  for (let round = 0; round < rounds; round++) {
    const outcome = await race(round);
    if (outcome !== null) strange.push(`round ${round}: ${outcome}`);
  }
  return strange;
}
