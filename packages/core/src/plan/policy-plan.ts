// Evaluates the policies that apply to a request -> the scope of rows it may access. Each policy is called once.
import type { AppliedPolicy, PolicyModel } from '../model/resolve/policy-model.js';
import { findPolicyEntities } from '../model/resolve/policy-model.js';
import type { EntityModel } from '../model/api-model.js';
import type { TargetOf } from '../model/edge-targets.js';
import type { Route } from '../model/route-model.js';
import type { RowPolicy } from '../vocabulary/policy.js';
import type { PolicyScope, RowTest } from './policy-scope.js';
import { planCondition, type PolicyDraft } from './policy-condition-plan.js';

/** Plans the scope of a request on a route; null where no policy applies. Rejects with what a policy throws. */
export type PolicyPlanner = (route: Route, state: unknown) => Promise<PolicyScope> | null;

/** Collects the policies that apply to each route, once. */
export function createPolicyPlanner(
  routes: readonly Route[],
  policies: PolicyModel,
  targetOf: TargetOf<EntityModel>,
): PolicyPlanner {
  const rulesByRoute = new Map(
    routes.map((route) => [route, collectRules(findPolicyEntities(route, targetOf), policies)]),
  );
  return (route, state) => {
    const rules = rulesByRoute.get(route) ?? [];
    return rules.length === 0 ? null : planPolicyScope(policies, rules, state);
  };
}

/** An entity and the policies for its rows. */
interface Rule {
  readonly entity: string;
  readonly policies: readonly AppliedPolicy[];
}

function collectRules(names: ReadonlySet<string>, policies: PolicyModel): readonly Rule[] {
  return [...names]
    .map((name) => ({ entity: name, policies: policies.getPolicies({ name }) }))
    .filter((rule) => rule.policies.length > 0);
}

async function planPolicyScope(
  model: PolicyModel,
  rules: readonly Rule[],
  state: unknown,
): Promise<PolicyScope> {
  const conditions = await evaluatePolicies(rules, state);
  const draft: PolicyDraft = { model, values: [], key: '', tests: 0 };
  const tests = new Map<string, RowTest>();
  for (const { entity, policies } of rules) {
    draft.key += `${entity}:`;
    const test = combineTests(
      policies.flatMap((applied) => planAppliedPolicy(draft, applied, conditions.get(applied.policy))),
    );
    if (test) tests.set(entity, test);
    draft.key += ';';
  }
  return { key: draft.key, tests, values: draft.values };
}

async function evaluatePolicies(rules: readonly Rule[], state: unknown): Promise<Map<RowPolicy, unknown>> {
  const conditions = new Map<RowPolicy, unknown>();
  for (const { policies } of rules) {
    for (const { policy } of policies) {
      if (conditions.has(policy)) continue;
      // The author of the policy declares the type of the state.
      conditions.set(policy, await policy.rows({ state: state as never }));
    }
  }
  return conditions;
}

function planAppliedPolicy(draft: PolicyDraft, applied: AppliedPolicy, condition: unknown): RowTest[] {
  const { table, kinds } = applied;
  draft.key += `${table.name} `;
  const test = planCondition(draft, table, condition);
  if (!test) return [];
  return kinds ? [{ test: 'any of', tests: [{ test: 'other kind', classes: kinds }, test] }] : [test];
}

function combineTests([first, ...more]: readonly RowTest[]): RowTest | undefined {
  return first && more.length > 0 ? { test: 'all of', tests: [first, ...more] } : first;
}
