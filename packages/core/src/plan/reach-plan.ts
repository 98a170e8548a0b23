// The policies of a request -> what it may reach. Asks each policy once, whatever it is for.
import type { AppliedPolicy, PolicyModel } from '../model/policy-model.js';
import { reachedEntities } from '../model/policy-model.js';
import type { Route } from '../model/route-model.js';
import type { RowPolicy } from '../vocabulary/row-policy.js';
import type { Reach, RowTest } from './reach.js';
import { planCondition, type ReachDraft } from './row-condition-plan.js';

/** Plans what a request on a route may reach; null where no policy has a say. Throws what a policy throws. */
export type ReachPlanner = (route: Route, state: unknown) => Promise<Reach> | null;

/** Finds once which policies each route has to ask. */
export function reachPlanner(routes: readonly Route[], policies: PolicyModel): ReachPlanner {
  const asked = new Map(routes.map((route) => [route, policiesOn(reachedEntities(route), policies)]));
  return (route, state) => {
    const rules = asked.get(route) ?? [];
    return rules.length === 0 ? null : planReach(policies, rules, state);
  };
}

/** An entity and what decides about its rows. */
interface Rule {
  readonly entity: string;
  readonly policies: readonly AppliedPolicy[];
}

function policiesOn(names: ReadonlySet<string>, policies: PolicyModel): readonly Rule[] {
  return [...names]
    .map((name) => ({ entity: name, policies: policies.of({ name }) }))
    .filter((rule) => rule.policies.length > 0);
}

async function planReach(model: PolicyModel, rules: readonly Rule[], state: unknown): Promise<Reach> {
  const conditions = await conditionsOf(rules, state);
  const draft: ReachDraft = { values: [], key: '', tests: 0 };
  const tests = new Map<string, RowTest>();
  for (const { entity, policies } of rules) {
    draft.key += `${entity}:`;
    const test = allOf(
      policies.flatMap((applied) => testOf(model, draft, applied, conditions.get(applied.policy))),
    );
    if (test) tests.set(entity, test);
    draft.key += ';';
  }
  return { key: draft.key, tests, values: draft.values };
}

async function conditionsOf(rules: readonly Rule[], state: unknown): Promise<Map<RowPolicy, unknown>> {
  const conditions = new Map<RowPolicy, unknown>();
  for (const { policies } of rules) {
    for (const { policy } of policies) {
      if (conditions.has(policy)) continue;
      // The author of the policy says what type the state has.
      conditions.set(policy, await policy.rows({ state: state as never }));
    }
  }
  return conditions;
}

function testOf(
  model: PolicyModel,
  draft: ReachDraft,
  applied: AppliedPolicy,
  condition: unknown,
): RowTest[] {
  const { table, kinds } = applied;
  draft.key += `${table.name} `;
  const test = planCondition(model, draft, table, condition);
  if (!test) return [];
  return kinds ? [{ test: 'any of', tests: [{ test: 'other kind', ...kinds }, test] }] : [test];
}

function allOf([first, ...more]: readonly RowTest[]): RowTest | undefined {
  return first && more.length > 0 ? { test: 'all of', tests: [first, ...more] } : first;
}
