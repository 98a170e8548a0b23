// What clients do on a board at the same time, through any of the processes, and what each of them sees.
import { performance } from 'node:perf_hooks';
import type { Answer, HttpClient } from '../support/http-client.js';
import { requestOf, type Operation } from './board-operations.js';
import type { Event } from './linearizability.js';
import { OperationSource, type Variety } from './operation-source.js';

export interface History {
  readonly board: number;
  readonly events: readonly Event<Operation>[];
  /** Answers that are faults by themselves. */
  readonly failures: readonly string[];
}

export interface Play {
  readonly variety: Variety;
  readonly clients: number;
  readonly operations: number;
}

/** So many clients, each of which does so many operations, one after the other. */
export async function recordHistory(
  processes: readonly HttpClient[],
  board: number,
  random: () => number,
  { variety, clients, operations }: Play,
): Promise<History> {
  const recorder = new Recorder(processes, board, random);
  const source = new OperationSource(random, variety);
  for (const operation of source.first()) await recorder.perform(operation, source);
  const client = async () => {
    for (let done = 0; done < operations; done++) await recorder.perform(source.next(), source);
  };
  await Promise.all(Array.from({ length: clients }, client));
  return recorder.history();
}

class Recorder {
  readonly #processes: readonly HttpClient[];
  readonly #board: number;
  readonly #random: () => number;
  readonly #events: Event<Operation>[] = [];
  readonly #failures: string[] = [];

  constructor(processes: readonly HttpClient[], board: number, random: () => number) {
    this.#processes = processes;
    this.#board = board;
    this.#random = random;
  }

  async perform(operation: Operation, source: OperationSource): Promise<void> {
    const { method, target, body } = requestOf(this.#board, operation);
    const client = this.#processes[Math.floor(this.#random() * this.#processes.length)];
    const called = performance.now();
    const answer = await client?.send(method, target, body === undefined ? {} : { body }).catch(() => null);
    const answered = performance.now();
    // What was not available, or has no answer, may have been done all the same.
    if (!answer || answer.status > 500) {
      this.#events.push({ operation, answer: null, called, answered: Infinity });
      return;
    }
    const text = textOf(answer);
    if (answer.status === 500) this.#failures.push(`${method} ${target}: ${answer.text}`);
    const done = answer.status === 201 ? { ...operation, id: idOf(answer) } : operation;
    this.#events.push({ operation: done, answer: text, called, answered });
    if (done.does === 'create' && done.id !== null) source.made(done.kind, done.id);
    if (done.does === 'delete') source.gone(done.kind, done.id);
  }

  history(): History {
    const events = this.#events.flatMap((event) => withId(event, this.#events));
    return { board: this.#board, events, failures: this.#failures };
  }
}

/** As the model writes answers: the status, and the body or the code of the problem. */
function textOf({ status, text, json }: Answer): string {
  return `${status} ${status < 400 ? text : (json as { readonly code: string }).code}`;
}

function idOf({ json }: Answer): number {
  return (json as { readonly id: number }).id;
}

/**
 * The unique text identifies the row of a create without an answer. A row that no client ever read changed no answer.
 */
function withId(event: Event<Operation>, events: readonly Event<Operation>[]): readonly Event<Operation>[] {
  const { operation, answer } = event;
  if (operation.does !== 'create' || answer !== null) return [event];
  const { title, name, note } = operation.body;
  const row = new RegExp(`"id":(\\d+),"board":\\d+,"(?:title|name|note)":"${title ?? name ?? note ?? ''}"`);
  const id = events.map((other) => row.exec(other.answer ?? '')?.[1]).find((found) => found !== undefined);
  return id === undefined ? [] : [{ ...event, operation: { ...operation, id: Number(id) } }];
}

/** Lines to read, in the order of the calls. */
export function printHistory(board: number, events: readonly Event<Operation>[]): string {
  const ordered = [...events].sort((a, b) => a.called - b.called);
  const start = ordered[0]?.called ?? 0;
  return ordered
    .map(({ operation, answer, called, answered }) => {
      const { method, target, body } = requestOf(board, operation);
      const time = `${(called - start).toFixed(2)} to ${(answered - start).toFixed(2)} ms`;
      return `${time}: ${method} ${target} ${body === undefined ? '' : JSON.stringify(body)} -> ${answer ?? 'no answer'}`;
    })
    .join('\n');
}
