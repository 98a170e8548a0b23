// Before anything is timed: does a server answer what the reference answers?
import { isDeepStrictEqual } from 'node:util';
import type { Player } from './players.js';
import type { Ask, Call } from '../workloads/ask.js';
import { type Answer, says } from '../workloads/reading.js';

/** Of each kind of request. */
const probes = 3;

/** Why the player's answers are not those of the reference; undefined when they are. Both have seen the same writes. */
export async function objectionTo(
  player: Player,
  expected: readonly Answer[],
  asks: readonly Ask[],
): Promise<string | undefined> {
  const answers = await answersOf(player, asks);
  const at = answers.findIndex((answer, n) => !isRight(player, answer, expected[n]));
  if (at < 0) return undefined;
  return `answers ${brief(answers[at])} where ${brief(expected[at])} is right`;
}

function isRight({ contestant: { reading } }: Player, answer: Answer, expected: Answer | undefined): boolean {
  if (!expected || Math.floor(expected.status / 100) !== Math.floor(answer.status / 100)) return false;
  return reading ? says(reading, answer, expected) : isDeepStrictEqual(answer.body, expected.body);
}

/** The answers of a player to the first few requests of each kind, in their order. */
export async function answersOf(
  { server, contestant, database }: Player,
  asks: readonly Ask[],
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const ask of probesAmong(asks)) {
    answers.push(await answerTo(server.port, contestant.dialect(ask, database)).catch(noAnswer));
  }
  return answers;
}

function probesAmong(asks: readonly Ask[]): Ask[] {
  const counts = new Map<Ask['kind'], number>();
  return asks.filter(({ kind }) => {
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return count <= probes;
  });
}

async function answerTo(port: number, { method, path, body }: Call): Promise<Answer> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    ...(body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } }),
  });
  const { status, headers } = response;
  return { status, headers, body: parsed(await response.text()) };
}

function noAnswer(error: unknown): Answer {
  return { status: 0, headers: new Headers(), body: String(error) };
}

/** An answer that is no JSON is wrong enough as it is. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function brief(answer: Answer | undefined): string {
  return `${answer?.status ?? ''} ${JSON.stringify(answer?.body)}`.slice(0, 300);
}
