// Many large requests at once, and what became of them.
import type { LargeKind, LargeRequest } from '../workloads/large-answers.js';

/** How many answers of a kind there were: `200`, `400 response_too_large`, or what was wrong. */
export type Outcomes = Readonly<Record<string, number>>;

/** The errors that say clearly what a client may do. */
const clearErrors = ['400 response_too_large', '413 body_too_large', '503 unavailable'];

export function isWrong(outcome: string): boolean {
  return !/^20[01]$/.test(outcome) && !clearErrors.includes(outcome);
}

/** So many requests of a kind at once. What they create is deleted again. */
export async function largeRound(base: string, kind: LargeKind, atOnce: number): Promise<Outcomes> {
  const outcomes: Record<string, number> = {};
  const ask = async (request: LargeRequest) => {
    const outcome = await outcomeOf(base, request).catch((error: unknown) => `no answer: ${causeOf(error)}`);
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  };
  await Promise.all(Array.from({ length: atOnce }, (_, n) => ask(kind.request(n))));
  return outcomes;
}

async function outcomeOf(base: string, request: LargeRequest): Promise<string> {
  const { method, path, body } = request;
  const response = await fetch(`${base}${path}`, {
    method,
    ...(body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } }),
  });
  const answer = JSON.parse(await response.text()) as { id?: number; code?: string };
  if (!response.ok) return `${response.status} ${answer.code ?? 'without a code'}`;
  if (method === 'POST') await remove(`${base}${path}/${String(answer.id)}`);
  return response.status === request.status && request.isRight(answer)
    ? String(response.status)
    : `${response.status}, but not what is right`;
}

async function remove(address: string): Promise<void> {
  const { status } = await fetch(address, { method: 'DELETE' });
  if (status !== 204) throw new Error(`DELETE ${status}`);
}

function causeOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? cause.message : message;
}
