// Authorization: may this request perform this operation? Decided by the `allow` functions of hooks.
import { ApiError } from '../errors.js';
import type { HookModel } from '../model/hook-model.js';
import type { Route } from '../model/route-model.js';
import type { EntityHooks } from '../vocabulary/hooks.js';
import type { Operation } from '../vocabulary/operation.js';

/** Authorizes a request; null where no hook decides. Rejects with `forbidden`, or with what a hook throws. */
export type Admission = (route: Route, state: unknown) => Promise<void> | null;

/** Collects the `allow` functions of each route once. */
export function admission(routes: readonly Route[], hooks: HookModel): Admission {
  const asked = new Map(routes.map((route) => [route, questionsOn(route, hooks)]));
  return (route, state) => {
    const questions = asked.get(route) ?? [];
    return questions.length === 0 ? null : admit(questions, state);
  };
}

/** Calls the hooks of a route that the route before it did not call. */
export function furtherAdmission(
  route: Route,
  before: Route,
  hooks: HookModel,
): (state: unknown) => Promise<void> | null {
  const asked = new Set<unknown>(questionsOn(before, hooks).map((question) => question.hooks));
  const questions = questionsOn(route, hooks).filter((question) => !asked.has(question.hooks));
  return (state) => (questions.length === 0 ? null : admit(questions, state));
}

/** One function to call, and the operation to authorize. */
interface Question {
  readonly hooks: EntityHooks<never, never>;
  readonly operation: Operation;
}

/** An edge endpoint also reads the entity that the edge starts from. */
function questionsOn({ entity, edge, subject, operation }: Route, model: HookModel): readonly Question[] {
  const of = (one: Route['entity'], asked: Operation) =>
    model.of(one).flatMap(({ hooks }) => (hooks.allow ? [{ hooks, operation: asked }] : []));
  return [...(edge ? of(entity, 'read') : []), ...of(subject, operation)];
}

async function admit(questions: readonly Question[], state: unknown): Promise<void> {
  for (const { hooks, operation } of questions) {
    // The author declares the type of the state.
    const allowed: unknown = await hooks.allow?.({ state: state as never, operation });
    if (allowed === false) throw new ApiError('forbidden');
    // A missing return value is a mistake, neither a permission nor a refusal.
    if (allowed !== true) throw new Error(`'allow' for ${operation} returned ${String(allowed)}.`);
  }
}
