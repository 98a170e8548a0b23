// Start reading here. createApi() resolves annotated entities into a model, once; handle() takes each request down the
// stages: match, authorize, parse, plan, execute (what it runs is compiled once per shape), render.
import type { DataSource } from 'typeorm';
import { ApiError } from './errors.js';
import { DatabaseError } from './execute/database-error.js';
import { toApiError } from './execute/database-refusal.js';
import { executePlan } from './execute/execute-plan.js';
import type { Executor } from './execute/executor.js';
import { executorOf } from './execute/executor-of.js';
import { createRequestHooks, type RequestHooks } from './execute/request-hooks.js';
import { createClassResolver, type ResolveRowClass } from './execute/row-class.js';
import type { ApiModel } from './model/api-model.js';
import type { ConstraintModel } from './model/constraint-model.js';
import { createTargetLookup } from './model/edge-targets.js';
import { resolveModel, type ResolvedApi } from './model/resolve-model.js';
import type { ApiOptions, Logger } from './options.js';
import { createAuthorization, type Authorization } from './plan/admission.js';
import { createPlanner, type Planner } from './plan/planner.js';
import { createPolicyPlanner, type PolicyPlanner } from './plan/reach-plan.js';
import { completeRequest, type ApiRequest } from './request/api-request.js';
import { parseRequest } from './request/parsed-request.js';
import { createRouteTable, type RouteMatch, type RouteTable } from './request/route-match.js';
import type { ApiResponse } from './response/api-response.js';
import { createDeclaredCheck, type RequireDeclared } from './response/declared-problem.js';
import { logFailure, type FailedRequest } from './response/failure-log.js';
import { withNotFoundDetail } from './response/not-found.js';
import { asApiError, renderProblem } from './response/render-problem.js';
import { renderOptions, renderResponse } from './response/render-response.js';
import { StageTimer } from './response/server-timing.js';
import { compiledShapes, type CompiledShapes } from './sql/compiled-shapes.js';
import { dialectOf, selectCompilerOf } from './sql/dialect-of.js';

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

/** The API together with its cache of compiled programs, for tests that measure it. */
interface Pipeline {
  readonly api: Api;
  readonly shapes: CompiledShapes;
}

/** Builds the stages, once. */
export function createPipeline(dataSource: DataSource, options: ApiOptions): Pipeline {
  const resolved = resolveModel(dataSource, options);
  const { model, routes: list, policies, hooks, settings } = resolved;
  const routes = createRouteTable(list);
  const { responseBytes } = settings.limits;
  const targetOf = createTargetLookup(model.entities);
  const shapes = compiledShapes({
    dialect: dialectOf(dataSource),
    compileSelect: selectCompilerOf(dataSource),
    targetOf,
    responseBytes,
  });
  const executor = executorOf(dataSource, settings);
  const failures = createFailureContext(resolved);
  const handle = createHandler({
    model,
    routes,
    authorize: createAuthorization(list, hooks),
    planScope: createPolicyPlanner(list, policies),
    resolveClass: createClassResolver(list, hooks),
    planner: createPlanner(model),
    shapes,
    bindHooks: createRequestHooks(hooks, dataSource.manager),
    executor,
    failures,
    serverTiming: settings.serverTiming,
  });
  const refuse = createRefusal(routes, failures);
  return { api: Object.freeze({ model, routes, handle, refuse, ready: () => isReady(executor) }), shapes };
}

/** What requests are handled with: built once. */
interface Stages {
  readonly model: ApiModel;
  readonly routes: RouteTable;
  readonly authorize: Authorization;
  readonly planScope: PolicyPlanner;
  /** Null where no entity has variants. */
  readonly resolveClass: ResolveRowClass | null;
  readonly planner: Planner;
  readonly shapes: CompiledShapes;
  readonly bindHooks: (state: unknown) => RequestHooks;
  readonly executor: Executor;
  readonly failures: FailureContext;
  readonly serverTiming: boolean;
}

/** Handles requests: the stages in their order. It awaits only what is a promise. */
function createHandler(stages: Stages): Api['handle'] {
  const { model, routes, authorize, planScope, resolveClass, planner, shapes, bindHooks, executor } = stages;
  return async (given, matched) => {
    const since = performance.now();
    const request = completeRequest(given);
    const { state, signal } = request;
    const match = matched ?? routes.match(request.method, request.path);
    const timer = stages.serverTiming ? new StageTimer() : null;
    let response: ApiResponse;
    try {
      if (match.kind === 'options') return renderOptions(match.allow, request);
      const target = requireMounted(match);
      // Who may do what to which rows comes before everything else that can be wrong with a request.
      const authorizing = authorize(target.route, state);
      if (authorizing) await authorizing;
      const scoping = planScope(target.route, state);
      const scope = scoping && (await scoping);
      const context = {
        executor: signal ? executor.withSignal(signal) : executor,
        shapes: scope ? shapes.within(scope) : shapes,
      };
      timer?.enter('parse');
      const parsing = parseRequest(target, request, model.limits);
      let parsed = parsing instanceof Promise ? await parsing : parsing;
      timer?.enter('plan');
      if (resolveClass) parsed = await resolveClass(parsed, { ...context, state });
      const planning = planner.plan(parsed);
      const plan = planning instanceof Promise ? await planning : planning;
      timer?.enter('execute');
      const executing = executePlan({ ...context, hooks: bindHooks(state) }, plan);
      const executed = executing instanceof Promise ? await executing : executing;
      timer?.enter('render');
      response = renderResponse(model, request, plan, executed);
    } catch (error) {
      response = renderFailure(error, { request, match, since }, stages.failures);
    }
    return timer ? timer.addHeader(response) : response;
  };
}

/** Logging, declared problems and constraints. */
interface FailureContext {
  readonly logger: Logger;
  readonly requireDeclared: RequireDeclared;
  readonly constraints: ConstraintModel;
}

function createFailureContext({ settings: { logger, errors }, constraints }: ResolvedApi): FailureContext {
  return { logger, requireDeclared: createDeclaredCheck(errors), constraints };
}

/** Logs a failure, and answers what the client may know of it. */
function renderFailure(error: unknown, failed: FailedRequest, context: FailureContext): ApiResponse {
  const { logger, requireDeclared, constraints } = context;
  const { match, request } = failed;
  const problem = requireDeclared(
    withNotFoundDetail(asApiError(translateDatabaseError(error, match, constraints)), match),
  );
  logFailure(logger, problem, failed);
  return renderProblem(problem, request);
}

/** The meaning of a database error on the route where it occurred; other errors as they are. */
function translateDatabaseError(error: unknown, match: RouteMatch, constraints: ConstraintModel): unknown {
  if (!(error instanceof DatabaseError) || match.kind !== 'route') return error;
  const { entity, operation } = match.route;
  return toApiError(error, { entity, operation, constraints });
}

function createRefusal(routes: RouteTable, failures: FailureContext): Api['refuse'] {
  return (error, given) => {
    const request = completeRequest(given);
    const match = routes.match(request.method, request.path);
    return renderFailure(error, { request, match, since: performance.now() }, failures);
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
