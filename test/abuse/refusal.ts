// How requests are refused: before any statement, and alike for what is hidden and what is not there.
import type { Answer } from '../support/http-client.js';
import { expectProblem, places } from '../support/problem.js';
import type { AbuseStage } from './abuse-stage.js';
import type { WatchedClient } from './watched-client.js';

/** GETs what must be a 400 that cost the database nothing; answers where its faults are. */
export async function refusedQuery(stage: AbuseStage, target: string): Promise<string[]> {
  const answer = await stage.plain.get(target);
  const faults = expectProblem(answer, 400, 'invalid_request');
  expectNoStatement(stage);
  return places(faults);
}

/** Sends a body that must be a 400 that cost the database nothing; answers where its faults are. */
export async function refusedBody(
  stage: AbuseStage,
  method: 'POST' | 'PATCH',
  target: string,
  body: unknown,
  client: WatchedClient = stage.plain,
): Promise<string[]> {
  const answer = await client.send(method, target, { body });
  const code = JSON.stringify(answer.json).includes('"malformed_body"')
    ? 'malformed_body'
    : 'invalid_request';
  const faults = expectProblem(answer, 400, code);
  expectNoStatement(stage);
  return places(faults);
}

/** The latest request was refused before the database heard of it. */
export function expectNoStatement(stage: AbuseStage): void {
  expect(stage.ground.latestCount).toBe(0);
}

/** What is left of an answer when the names it echoes and its request id are made the same. */
export function blurred({ text }: Answer, ...names: readonly string[]): string {
  return [...names]
    .sort((a, b) => b.length - a.length)
    .reduce((left, name) => left.replaceAll(name, '*'), text)
    .replace(/"request_id":"[^"]*"/, '');
}
