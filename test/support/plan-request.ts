// Plans of requests to entities, without their tables: a request in, a plan or its faults out.
import { DataSource } from 'typeorm';
import { ApiError, type Fault } from '../../packages/core/src/errors.js';
import { createTargetLookup } from '../../packages/core/src/model/edge-targets.js';
import { resolveModel } from '../../packages/core/src/model/resolve-model.js';
import type { ApiOptions } from '../../packages/core/src/options.js';
import type { SelectPlan } from '../../packages/core/src/plan/plan.js';
import type { Plan } from '../../packages/core/src/plan/planner.js';
import { createCursorSeal } from '../../packages/core/src/plan/cursor-token.js';
import { createPlanner } from '../../packages/core/src/plan/planner.js';
import type { PolicyScope } from '../../packages/core/src/plan/policy-scope.js';
import { createPolicyPlanner } from '../../packages/core/src/plan/policy-plan.js';
import { completeRequest } from '../../packages/core/src/request/api-request.js';
import { parseRequest } from '../../packages/core/src/request/parsed-request.js';
import { createRouteTable } from '../../packages/core/src/request/route-table.js';
import type { JsonValue } from '../../packages/core/src/vocabulary/json-schema.js';

/** Plans requests to one set of entities. */
export interface RequestPlanner {
  /** The plan of a request, such as `GET /pets?age.gt=3`. Rejects with an `ApiError`. */
  plan(request: string, body?: JsonValue): Promise<Plan>;
  /** The plan of a request that reads. */
  select(request: string): Promise<SelectPlan>;
  /** The faults of a request, as `place code`; a planned request has none. */
  faults(request: string, body?: JsonValue): Promise<readonly string[]>;
  /** What policies let a request see, for the state of the request. */
  scope(request: string, state?: unknown): Promise<PolicyScope | null>;
}

/** A planner for entities in a data source that has metadata, but neither tables nor rows. */
export async function planRequests(
  entities: readonly (abstract new () => object)[],
  options: ApiOptions = {},
): Promise<RequestPlanner> {
  const dataSource = new DataSource({
    type: 'better-sqlite3',
    database: ':memory:',
    entities: entities as (new () => object)[],
  });
  await dataSource.initialize();
  const { model, routes, policies } = resolveModel(dataSource, options);
  await dataSource.destroy();
  const table = createRouteTable(routes);
  const planner = createPlanner(model, createCursorSeal(['a secret of sixteen']));
  const planScope = createPolicyPlanner(routes, policies, createTargetLookup(model.entities));
  const matchRequest = (request: string) => {
    const [, method = '', path = '', query = ''] = /^([A-Z]+) ([^?]+)\??(.*)$/.exec(request) ?? [];
    const match = table.match(method, path);
    if (match.kind !== 'route') throw new Error(`No route for ${request}.`);
    return { match, method, path, query };
  };
  const plan: RequestPlanner['plan'] = async (text, body) => {
    const { match, ...request } = matchRequest(text);
    const headers = { 'content-type': 'application/json' };
    const parsed = await parseRequest(match, completeRequest({ ...request, headers, body }), model.limits);
    return planner.plan(parsed);
  };
  return {
    plan,
    select: async (text) => {
      const planned = await plan(text);
      if (planned.kind !== 'select') throw new Error(`${text} does not read.`);
      return planned;
    },
    faults: async (text, body) => {
      try {
        await plan(text, body);
        return [];
      } catch (error) {
        if (error instanceof ApiError) return error.faults.map(describeFault);
        throw error;
      }
    },
    scope: async (text, state) => planScope(matchRequest(text).match.route, state),
  };
}

function describeFault(fault: Fault): string {
  return `${'parameter' in fault ? fault.parameter : ''}${'pointer' in fault ? fault.pointer : ''} ${fault.code}`;
}
