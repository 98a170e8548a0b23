// Many rounds of a race: each outcome is one that some serial order of the requests would give, or it is counted.
import type { AbuseStage } from './abuse-stage.js';
import type { Answer } from '../support/http-client.js';

export const roundsOfEach = 200;

/** Runs a race so often on a stage; answers the outcomes that no serial order gives, as the race describes them. */
export async function nonSerialOutcomes(
  { ground: { tally } }: AbuseStage,
  race: (round: number) => Promise<string | null>,
  rounds = roundsOfEach,
): Promise<string[]> {
  const strange: string[] = [];
  for (let round = 0; round < rounds; round++) {
    const outcome = await race(round);
    tally.rounds++;
    if (outcome !== null) strange.push(`round ${round}: ${outcome}`);
  }
  tally.nonSerial += strange.length;
  return strange;
}

/** Statuses with how often each came, such as `201x1 409x19`. */
export function statusesOf(answers: readonly Answer[]): string {
  const counts = new Map<number, number>();
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${status}x${count}`)
    .join(' ');
}

/** Null for what was expected, else what came. */
export function unless(expected: boolean, ...came: readonly unknown[]): string | null {
  return expected
    ? null
    : came.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join(' | ');
}
