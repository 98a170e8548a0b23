// Whether there is the operation for the request at all: what the author allows whom.
import { ApiError } from '../errors.js';
import type { HookModel } from '../model/hook-model.js';
import type { Route } from '../model/route-model.js';
import type { EntityHooks } from '../vocabulary/hooks.js';
import type { Operation } from '../vocabulary/operation.js';

/** Asks who may; null where nobody has a say. Throws `forbidden`, and what the author's function throws. */
export type Admission = (route: Route, state: unknown) => Promise<void> | null;

/** Finds once whom to ask on each route. */
export function admission(routes: readonly Route[], hooks: HookModel): Admission {
  const asked = new Map(routes.map((route) => [route, questionsOn(route, hooks)]));
  return (route, state) => {
    const questions = asked.get(route) ?? [];
    return questions.length === 0 ? null : admit(questions, state);
  };
}

/** Asks the hooks of a route that were not asked on the route before it. */
export function furtherAdmission(
  route: Route,
  before: Route,
  hooks: HookModel,
): (state: unknown) => Promise<void> | null {
  const asked = new Set<unknown>(questionsOn(before, hooks).map((question) => question.hooks));
  const questions = questionsOn(route, hooks).filter((question) => !asked.has(question.hooks));
  return (state) => (questions.length === 0 ? null : admit(questions, state));
}

/** One function to ask, and about which operation. */
interface Question {
  readonly hooks: EntityHooks<never, never>;
  readonly operation: Operation;
}

/** Whoever follows an edge reads the entity it starts from. */
function questionsOn({ entity, edge, subject, operation }: Route, model: HookModel): readonly Question[] {
  const of = (one: Route['entity'], asked: Operation) =>
    model.of(one).flatMap(({ hooks }) => (hooks.allow ? [{ hooks, operation: asked }] : []));
  return [...(edge ? of(entity, 'read') : []), ...of(subject, operation)];
}

async function admit(questions: readonly Question[], state: unknown): Promise<void> {
  for (const { hooks, operation } of questions) {
    // The author says what type the state has.
    const allowed: unknown = await hooks.allow?.({ state: state as never, operation });
    if (allowed === false) throw new ApiError('forbidden');
    // A missing value is no permission, and no refusal either.
    if (allowed !== true) throw new Error(`'allow' for ${operation} answered ${String(allowed)}.`);
  }
}
