// The statement that reads a list from a data source, with its parameters, for tests that ask the database how it would run it.
import type { EntityModel } from '@decorest/core';
import type { DataSource } from 'typeorm';
import { getDatabase } from '../../packages/core/src/database/database-of.js';
import { createTargetLookup } from '../../packages/core/src/model/edge-targets.js';
import { resolveModel } from '../../packages/core/src/model/resolve-model.js';
import { resolveSettings } from '../../packages/core/src/option-defaults.js';
import { createCursorSeal } from '../../packages/core/src/plan/cursor-token.js';
import type { SelectShape } from '../../packages/core/src/plan/plan.js';
import { createPlanner } from '../../packages/core/src/plan/planner.js';
import { completeRequest } from '../../packages/core/src/request/api-request.js';
import { parseRequest } from '../../packages/core/src/request/parsed-request.js';
import { createRouteTable } from '../../packages/core/src/request/route-table.js';
import type { SelectProgram } from '../../packages/core/src/sql/select-program.js';
import type { SqlContext } from '../../packages/core/src/sql/table-sql.js';

/** A statement and what it is given. */
export interface BoundText {
  readonly text: string;
  readonly parameters: unknown[];
}

/** The statement of a GET of a list, under the default options. */
export async function compileListOf(
  dataSource: DataSource,
  target: string,
  compile: (context: SqlContext, shape: SelectShape) => SelectProgram,
): Promise<BoundText> {
  const { model, routes } = resolveModel(dataSource, { logger: { error: () => {}, warn: () => {} } });
  const [path = '', query = ''] = target.split('?');
  const match = createRouteTable(routes).match('GET', path);
  if (match.kind !== 'route') throw new Error(`${path} has no route.`);
  const { cursorSecrets, limits } = resolveSettings({});
  const planner = createPlanner(model, createCursorSeal(cursorSecrets));
  const parsed = await parseRequest(match, completeRequest({ method: 'GET', path, query }), model.limits);
  const plan = await planner.plan(parsed);
  if (plan.kind !== 'select') throw new Error(`${target} does not read.`);
  const context: SqlContext = {
    dialect: getDatabase(dataSource).createDialect(dataSource),
    targetOf: createTargetLookup<EntityModel>(model.entities),
    policyTests: new Map(),
    responseBytes: limits.responseBytes,
  };
  const statement = compile(context, plan.shape).statement.fitLists(plan.values);
  return { text: statement.text, parameters: statement.parameters(plan.values) };
}
