// Start reading here. createApi() resolves the annotated entities into a model, once. handle() takes each request through
// the stages: match, authorize, parse, plan, execute, render. SQL is compiled once per shape.
import type { DataSource } from 'typeorm';
import { warnOfServer } from './advice/server-warnings.js';
import { createIndexAdviser, logAdvice } from './advice/index-adviser.js';
import type { IndexAdvice } from './advice/index-advice.js';
import { getDatabase } from './database/database-of.js';
import { ApiError } from './errors.js';
import {
  createExecution,
  findAccess,
  type AccessRules,
  type ExecutionParts,
} from './execute/create-execution.js';
import { executePlan } from './execute/execute-plan.js';
import type { Executor } from './execute/executor.js';
import { createExportLimit } from './execute/running-export.js';
import { createHookBinder } from './execute/hook-calls.js';
import { addNestedAuthorization } from './execute/nested-authorization.js';
import { createClassResolver, type ResolveRowClass } from './execute/row-class.js';
import type { WriteResult } from './execute/write.js';
import { createKeyedWrites, type KeyedRequest, type KeyedWrites } from './execute/keyed-writes.js';
import type { ApiModel } from './model/api-model.js';
import { createTargetLookup } from './model/edge-targets.js';
import { resolveModel } from './model/resolve-model.js';
import type { Route } from './model/route-model.js';
import { createSubscriberCheck } from './model/scan/late-subscribers.js';
import type { ApiOptions } from './options.js';
import { createAuthorization, type Authorization } from './plan/authorization.js';
import { type CursorSeal, createCursorSeal } from './plan/cursor-token.js';
import { createPlanner, type Plan, type Planner } from './plan/planner.js';
import { checkWriteConditions } from './plan/precondition-plan.js';
import { createPolicyPlanner } from './plan/policy-plan.js';
import { completeRequest, type ApiRequest, type CompleteRequest } from './request/api-request.js';
import { createBodyBudget, type HoldBody } from './request/body-budget.js';
import { addFault, digestRequest } from './request/idempotency-key.js';
import type { ParsedBody } from './request/json-body.js';
import { createReceiver, type Receive } from './request/received-request.js';
import { parseRequest } from './request/parsed-request.js';
import { createReturnReader, type ReadReturn } from './request/prefer-header.js';
import { createRouteTable, type RouteMatch, type RouteTable } from './request/route-table.js';
import { type ApiResponse, StageTimer } from './response/api-response.js';
import { watchBody } from './response/render-export.js';
import { createFailureRenderer, type RenderFailure } from './response/render-failure.js';
import { printAnswer, renderOptions, renderResponse } from './response/render-response.js';
import { createProgramCache, type ProgramCache } from './sql/programs.js';

/** A REST API over the entities of a data source. */
export interface Api {
  /** The resolved entities, annotations and options. Frozen. */
  readonly model: ApiModel;
  /** The routes, and how a request matches one. Frozen. */
  readonly routes: RouteTable;
  /**
   * Answers a request. Never throws: every failure is a problem document (RFC 9457). An adapter that has matched the route
   * by `routes` already passes the match on.
   */
  handle(request: ApiRequest, match?: RouteMatch): Promise<ApiResponse>;
  /**
   * The problem document (RFC 9457) for a request that an adapter refuses. An error that is not an `ApiError` becomes an
   * opaque 500 and is logged. Never throws.
   */
  refuse(error: unknown, request: ApiRequest): ApiResponse;
  /**
   * Lists the indexes that lists, filters, sorts and edges need and the database lacks, from its current catalogue. Does not
   * change the database. Rejects if the database cannot be read.
   */
  advise(): Promise<readonly IndexAdvice[]>;
  /** Whether the primary database answers now. Never throws, and waits `timeouts.acquireMs` at most. */
  ready(): Promise<boolean>;
}

/**
 * Builds the API of an initialised data source. Does not modify options, entities or metadata; several APIs can share
 * them. Throws one `SchemaError` with every mistake in entities, annotations and options.
 */
export function createApi(dataSource: DataSource, options: ApiOptions = {}): Api {
  return createPipeline(dataSource, options).api;
}

/**
 * Lists the indexes that an API needs and its database lacks, each with the statement that creates it. Does not change the
 * database. Rejects if the database cannot be read.
 */
export function adviseIndexes(api: Pick<Api, 'advise'>): Promise<readonly IndexAdvice[]> {
  return api.advise();
}

/** The API together with its cache of compiled programs, for tests that measure it. */
interface Pipeline {
  readonly api: Api;
  readonly programs: ProgramCache;
}

/** Builds an API and its stages, once. */
export function createPipeline(dataSource: DataSource, options: ApiOptions): Pipeline {
  const resolved = resolveModel(dataSource, options);
  const { model, routes: list, policies, hooks, idempotency, settings } = resolved;
  const { entities, limits } = model;
  const routes = createRouteTable(list);
  const targetOf = createTargetLookup(entities);
  const { createDialect, compileSelect, createExecutor, readCatalogue, readSettings } =
    getDatabase(dataSource);
  const dialect = createDialect(dataSource);
  const programs = createProgramCache({ dialect, compileSelect, targetOf }, settings);
  const executor = createExecutor(dataSource, settings);
  const cursors = createCursorSeal(settings.cursorSecrets);
  const resolveClass = createClassResolver(list, hooks, settings.limits.bulk);
  const renderFailure = createFailureRenderer(resolved);
  const handle = createHandler({
    model,
    receive: createReceiver(model, routes),
    authorize: createAuthorization(list, hooks),
    keyedWrites: idempotency && createKeyedWrites(idempotency, { dialect, executor, settings }),
    planScope: createPolicyPlanner(list, policies, targetOf),
    readSession: settings.sessionSettings,
    readReturn: createReturnReader(model),
    holdBody: createBodyBudget(),
    resolveClass: addNestedAuthorization(resolveClass, { entities, hooks, targetOf }),
    planner: createPlanner(model, cursors),
    cursors,
    programs,
    bindHooks: createHookBinder(hooks, dataSource.manager),
    checkSubscribers: createSubscriberCheck(dataSource, entities),
    executor,
    exports: { acquire: createExportLimit(limits.exports), responseBytes: limits.responseBytes },
    renderFailure,
    serverTiming: settings.serverTiming,
  });
  const advise = createIndexAdviser({ entities, routes: list, targetOf, dialect, executor, readCatalogue });
  if (settings.advice === 'log') logAdvice(advise, settings.logger);
  if (readSettings) warnOfServer(readSettings(dataSource), resolved.serverTimes, executor, settings.logger);
  const others = { refuse: createRefusal(routes, renderFailure), advise, ready: () => isReady(executor) };
  return { api: Object.freeze({ model, routes, handle, ...others }), programs };
}

/** The stages, and what they share. */
interface Stages extends ExecutionParts, AccessRules {
  readonly model: ApiModel;
  readonly receive: Receive;
  readonly authorize: Authorization;
  /** Null without the option `idempotency`. */
  readonly keyedWrites: KeyedWrites | null;
  readonly readReturn: ReadReturn;
  readonly holdBody: HoldBody;
  /** Null where no entity has variants, and no hook authorizes nested creates. */
  readonly resolveClass: ResolveRowClass | null;
  readonly planner: Planner;
  readonly cursors: CursorSeal;
  readonly renderFailure: RenderFailure;
  readonly serverTiming: boolean;
}

/**
 * Returns the function that handles a request: the stages, in order. Who may do what to which rows comes before everything
 * else that can be wrong with a request. A synchronous driver costs no promises.
 */
function createHandler(stages: Stages): Api['handle'] {
  const { model, authorize, keyedWrites, resolveClass, planner, renderFailure } = stages;
  return async (given, matched) => {
    const since = performance.now();
    const { request, match } = stages.receive(given, matched);
    const failed = { request, match, since };
    const timer = stages.serverTiming ? new StageTimer() : null;
    let response;
    try {
      if (match.kind === 'options') return renderOptions(match.allow, request);
      const { route, id } = requireMounted(match);
      const authorizing = authorize(route, request);
      if (authorizing) await authorizing;
      checkWriteConditions(route, request);
      const key = keyedWrites && (await keyedWrites.identify(route, request));
      const finding = findAccess(stages, route, request.state);
      const access = finding instanceof Promise ? await finding : finding;
      const execution = createExecution(stages, request, access);
      timer?.enter('parse');
      const parsing = parseRequest({ route, id }, request, model.limits, stages.readReturn);
      let parsed = parsing instanceof Promise ? await parsing : parsing;
      if (key?.fault) parsed = addFault(parsed, key.fault);
      timer?.enter('plan');
      const { body } = parsed;
      if (resolveClass) parsed = await resolveClass(parsed, execution);
      const planning = planner.plan(parsed);
      const plan = planning instanceof Promise ? await planning : planning;
      timer?.enter('execute');
      const keyed = key?.id ? bindKey(stages, key.id, { request, route, body, plan }) : null;
      const keyedExecution = keyed ? { ...execution, keyed } : execution;
      const executing = stages.holdBody(body, () => executePlan(keyedExecution, plan));
      const executed = executing instanceof Promise ? await executing : executing;
      timer?.enter('render');
      response = watchBody(renderResponse(stages, { request, route }, plan, executed), renderFailure, failed);
    } catch (error) {
      response = renderFailure(error, failed);
    }
    return timer ? timer.addHeader(response) : response;
  };
}

/** A write with a key. */
interface KeyedWrite {
  readonly request: CompleteRequest;
  readonly route: Route;
  readonly body: ParsedBody;
  readonly plan: Plan;
}

/** The write that a key allows once: what it is claimed for, the whole body included, and how its answer is printed. */
function bindKey(
  stages: Stages,
  id: string,
  { request, route, body, plan }: KeyedWrite,
): KeyedRequest<WriteResult> | null {
  const claim = { id, fingerprint: digestRequest(request, { body }) };
  const print = (result: WriteResult) => printAnswer(stages, { request, route }, plan, result);
  return stages.keyedWrites && { writes: stages.keyedWrites, claim, print, signal: request.signal };
}

function createRefusal(routes: RouteTable, renderFailure: RenderFailure): Api['refuse'] {
  return (error, given) => {
    const request = completeRequest(given);
    const match = routes.match(request.method, request.path);
    return renderFailure(error, { request, match, since: performance.now() });
  };
}

function isReady(executor: Executor): Promise<boolean> {
  return Promise.resolve(executor.ping()).then(
    () => true,
    () => false,
  );
}

function requireMounted(match: RouteMatch): Extract<RouteMatch, { kind: 'route' }> {
  if (match.kind === 'route' && match.route.mounted) return match;
  if (match.kind === 'other-method')
    throw new ApiError('method_not_allowed', { headers: { allow: match.allow } });
  throw new ApiError('not_found');
}
