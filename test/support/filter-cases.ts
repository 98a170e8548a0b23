// Filters as tables: what a list finds, and what it refuses.
import type { DirectStage } from './direct-stage.js';
import { operationIn } from './document-parts.js';
import { valuesOf } from './collection.js';
import { expectProblem } from './problem.js';

/** Targets of lists, each with the ids that remain, in the order of the list. */
type Cases = readonly (readonly [target: string, ids: readonly unknown[]])[];

/** Declares a test of each list: the ids that remain. */
export function expectIds(stage: DirectStage, cases: Cases): void {
  test.each(cases)('%s', async (target, ids) => {
    expect(valuesOf(await stage.client.get(target), 'id')).toEqual(ids);
  });
}

/** Declares a test of each list: 400, without a statement. */
export function expectRefused(stage: DirectStage, targets: readonly string[]): void {
  test.each(targets)('%s is 400', async (target) => {
    stage.database.statements.clear();
    expectProblem(await stage.client.get(target), 400, 'invalid_request');
    expect(stage.database.statements.texts).toEqual([]);
  });
}

/** The predicates that the document offers on a field, edge or group of a list. */
export function getPredicates(stage: DirectStage, route: string, name: string): string[] {
  const query = operationIn(stage.client.document, route)?.query ?? [];
  return query.filter((parameter) => parameter.startsWith(`${name}.`)).map((p) => p.slice(name.length + 1));
}
