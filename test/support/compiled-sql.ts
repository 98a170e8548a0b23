// The SQL of requests, by dialect, without a server: TypeORM builds the metadata of entities without connecting.
import { DataSource, type DataSourceOptions } from 'typeorm';
import { policyFor, type PolicyRequest, type RowCondition } from '@decorest/core';
import type { EntityModel } from '../../packages/core/src/model/api-model.js';
import { createTargetLookup } from '../../packages/core/src/model/edge-targets.js';
import { resolveModel } from '../../packages/core/src/model/resolve-model.js';
import { createCursorSeal } from '../../packages/core/src/plan/cursor-token.js';
import { createPlanner } from '../../packages/core/src/plan/planner.js';
import type { SelectPlan } from '../../packages/core/src/plan/plan.js';
import type { Plan } from '../../packages/core/src/plan/planner.js';
import type { PolicyScope } from '../../packages/core/src/plan/policy-scope.js';
import { createPolicyPlanner } from '../../packages/core/src/plan/policy-plan.js';
import { parseRequest } from '../../packages/core/src/request/parsed-request.js';
import { completeRequest } from '../../packages/core/src/request/api-request.js';
import { createRouteTable } from '../../packages/core/src/request/route-table.js';
import { getDatabase } from '../../packages/core/src/database/database-of.js';
import { compileShape } from '../../packages/core/src/sql/shape-sql.js';
import type { SqlContext } from '../../packages/core/src/sql/table-sql.js';
import { clinicEntities, Pet } from './clinic-entities.js';

export const dialectNames = ['sqlite', 'postgres', 'mysql'] as const;

export type DialectName = (typeof dialectNames)[number];

/** What the compilers of `sql/` work from. */
export interface Compiled {
  readonly context: SqlContext;
  /** Throws for a name that is not shown. */
  entity(name: string): EntityModel;
  plan(method: string, target: string, body?: object): Promise<Plan>;
  /** A policy on pets, for requests to `/pets`. */
  policy(condition: RowCondition<Pet>): Promise<PolicyScope>;
  /** FROM and what follows it, for a GET of a path and a query. */
  clauses(target: string): Promise<string>;
}

const types = { sqlite: 'better-sqlite3', postgres: 'postgres', mysql: 'mysql' } as const;
const silent = { error: () => undefined, warn: () => undefined, info: () => undefined };

/** The clinic of clinic-entities.ts, in one dialect. */
export async function compiledClinic(name: DialectName): Promise<Compiled> {
  const dataSource = await unconnected({ type: types[name], database: 'none', entities: clinicEntities });
  const statePolicy = policyFor(Pet, ({ state }: PolicyRequest<RowCondition<Pet>>) => state);
  const resolved = resolveModel(dataSource, { logger: silent, policies: [statePolicy] });
  const { model, routes, policies, settings } = resolved;
  const table = createRouteTable(routes);
  const planner = createPlanner(model, createCursorSeal(['a secret of sixteen']));
  const { responseBytes } = settings.limits;
  const context: SqlContext = {
    dialect: getDatabase(dataSource).createDialect(dataSource),
    targetOf: createTargetLookup(model.entities),
    policyTests: new Map(),
    responseBytes,
  };
  const plan = async (method: string, target: string, body?: object) => {
    const [path = '', query = ''] = target.split('?');
    const match = table.match(method, path);
    if (match.kind !== 'route') throw new Error(`${method} ${path} has no route.`);
    const headers = body ? { 'content-type': 'application/json' } : {};
    const sent = Buffer.from(JSON.stringify(body ?? null));
    return planner.plan(
      await parseRequest(match, completeRequest({ method, path, query, headers, body: sent }), model.limits),
    );
  };
  return {
    context,
    plan,
    policy: async (condition) => {
      const route = table.match('GET', '/pets');
      if (route.kind !== 'route') throw new Error('/pets has no route.');
      const scope = await createPolicyPlanner(
        routes,
        policies,
        createTargetLookup(model.entities),
      )(route.route, condition);
      if (!scope) throw new Error('Pets have no policy.');
      return scope;
    },
    entity: (wanted) => {
      const entity = model.entities.find((candidate) => candidate.name === wanted);
      if (!entity) throw new Error(`${wanted} is not an entity of the clinic.`);
      return entity;
    },
    clauses: async (target) => {
      const { shape, values } = (await plan('GET', target)) as SelectPlan;
      const { binder, rows } = compileShape(context, shape);
      return binder.statement(rows()).fitLists(values).text.trim();
    },
  };
}

/** A data source that looks initialised but never connects. */
async function unconnected(
  options: Pick<DataSourceOptions, 'type' | 'database' | 'entities'>,
): Promise<DataSource> {
  const dataSource = new DataSource(options as DataSourceOptions);
  const built = dataSource as unknown as { buildMetadatas(): Promise<void> };
  await built.buildMetadatas();
  return Object.assign(dataSource, { isInitialized: true });
}
