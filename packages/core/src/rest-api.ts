// Start reading here. createApi() resolves annotated entities into a model, once; respond() takes a request down the
// stages: match, parse, plan, compile, execute, render.
import type { DataSource } from 'typeorm';
import { ApiError } from './errors.js';
import { after, type Awaitable } from './execute/awaitable.js';
import { DatabaseError } from './execute/database-error.js';
import { meaningOf } from './execute/database-refusal.js';
import { executePlan } from './execute/execute-plan.js';
import type { Executor } from './execute/executor.js';
import { executorOf } from './execute/executor-of.js';
import { requestHooks } from './execute/request-hooks.js';
import { toClass, type ToClass } from './execute/row-class.js';
import type { ApiModel } from './model/api-model.js';
import type { ConstraintModel } from './model/constraint-model.js';
import { edgeTargets } from './model/edge-targets.js';
import { resolveModel, type ResolvedApi } from './model/resolve-model.js';
import type { ApiOptions, Logger } from './options.js';
import { admission } from './plan/admission.js';
import { createPlanner } from './plan/planner.js';
import type { Reach } from './plan/reach.js';
import { reachPlanner } from './plan/reach-plan.js';
import { completeRequest, type ApiRequest, type CompleteRequest } from './request/api-request.js';
import { parseRequest } from './request/parsed-request.js';
import { requestIdOf } from './request/request-id.js';
import { routeTable, type RouteMatch, type RouteTable } from './request/route-match.js';
import type { ApiResponse } from './response/api-response.js';
import { declaredOnly, type RequireDeclared } from './response/declared-problem.js';
import { logFailure, type FailedRequest } from './response/failure-log.js';
import { namingWhat } from './response/not-found.js';
import { problemOf, renderProblem } from './response/render-problem.js';
import { renderOptions, renderResponse } from './response/render-response.js';
import type { MatchedRoute, RequestStages } from './response/request-stages.js';
import { timedStages } from './response/server-timing.js';
import { compiledShapes, type CompiledShapes } from './sql/compiled-shapes.js';
import { dialectOf, selectCompilerOf } from './sql/dialect-of.js';
import type { ReachedShapes } from './sql/reached-shapes.js';

/** A REST API over the entities of a data source. */
export interface Api {
  /** What the entities mean. Frozen. */
  readonly model: ApiModel;
  /** Which requests are answered. Frozen. */
  readonly routes: RouteTable;
  /** Answers a request. Never throws: every failure is a problem document (RFC 9457). */
  handle(request: ApiRequest): Promise<ApiResponse>;
  /**
   * The problem document (RFC 9457) of a request that an adapter cannot let through. Whatever is not an `ApiError` is an
   * opaque 500, and logged. Never throws.
   */
  refuse(error: unknown, request: ApiRequest): ApiResponse;
  /** Whether the database that writes go to answers, asked now. Never throws, and waits `timeouts.acquireMs` at most. */
  ready(): Promise<boolean>;
}

/**
 * Builds the API of an initialised data source. Options, entities and metadata are left as they are, and several APIs
 * may stand side by side. Throws one `SchemaError` with every mistake in entities, annotations and options.
 */
export function createApi(dataSource: DataSource, options: ApiOptions = {}): Api {
  return createPipeline(dataSource, options).api;
}

/** The API together with its compiled shapes, for those who measure it. */
interface Pipeline {
  readonly api: Api;
  readonly shapes: CompiledShapes;
}

/** Builds the stages and strings them together. */
export function createPipeline(dataSource: DataSource, options: ApiOptions): Pipeline {
  const resolved = resolveModel(dataSource, options);
  const { model, routes: list, policies, hooks, settings } = resolved;
  const routes = routeTable(list);
  const planner = createPlanner(model);
  const { responseBytes } = settings.limits;
  const targetOf = edgeTargets(model.entities);
  const shapes = compiledShapes({
    dialect: dialectOf(dataSource),
    compileSelect: selectCompilerOf(dataSource),
    targetOf,
    responseBytes,
  });
  const executor = executorOf(dataSource, settings);
  const admit = admission(list, hooks);
  const planReach = reachPlanner(list, policies);
  const hooksOf = requestHooks(hooks, dataSource.manager);
  const shapesFor = (reach: Reach | null) => (reach ? shapes.within(reach) : shapes);
  const stages: RequestStages = {
    match: (method, path) => routes.match(method, path),
    admit: ({ route }, { state }) => admit(route, state),
    reach: ({ route }, { state }) => planReach(route, state),
    parse: (matched, request) => parseRequest(matched, request, model.limits),
    toClass: classStage(toClass(list, hooks), executor, shapesFor),
    plan: (parsed) => planner.plan(parsed),
    // Compiles what the plan needs from its shape, unless `shapes` has it already.
    execute: (plan, reach, request) =>
      executePlan(
        {
          executor: executorFor(executor, request),
          shapes: shapesFor(reach),
          hooks: hooksOf(request.state),
        },
        plan,
      ),
    render: (request, requestId, plan, executed) => renderResponse(model, request, requestId, plan, executed),
  };
  const { serverTiming } = settings;
  const context = failureContext(resolved);
  const handle: Api['handle'] = serverTiming
    ? (given) => respondTimed(stages, given, context)
    : (given) => respond(stages, given, context);
  const refuse = refusals(routes, context);
  return { api: Object.freeze({ model, routes, handle, refuse, ready: () => answers(executor) }), shapes };
}

function classStage(
  lead: ToClass | null,
  executor: Executor,
  shapesFor: (reach: Reach | null) => ReachedShapes,
): RequestStages['toClass'] {
  return (
    lead &&
    ((parsed, reach, request) =>
      lead(parsed, {
        executor: executorFor(executor, request),
        shapes: shapesFor(reach),
        state: request.state,
      }))
  );
}

/** Takes a request down the stages. Whatever is thrown on the way is answered too. */
async function respond(
  stages: RequestStages,
  given: ApiRequest,
  context: FailureContext,
): Promise<ApiResponse> {
  const since = performance.now();
  const request = completeRequest(given);
  const requestId = requestIdOf(request);
  const match = stages.match(request.method, request.path);
  try {
    if (match.kind === 'options') return renderOptions(match.allow, requestId);
    const matched = requireRoute(match);
    // Who may do what to which rows comes before all else that can be wrong with a request.
    const admitting = stages.admit(matched, request);
    if (admitting) await admitting;
    const reaching = stages.reach(matched, request);
    const reached = reaching && (await reaching);
    return await answer(stages, matched, { request, requestId, reached });
  } catch (error) {
    return refusal(error, { request, requestId, match, since }, context);
  }
}

/** A request that may go on, and which rows it may reach. */
interface Admitted {
  readonly request: CompleteRequest;
  readonly requestId: string;
  readonly reached: Reach | null;
}

/** Waits only where a stage does: reading a body, asking a database that is elsewhere. */
function answer(
  { parse, toClass: leadToClass, plan, execute, render }: RequestStages,
  matched: MatchedRoute,
  { request, requestId, reached }: Admitted,
): Awaitable<ApiResponse> {
  const planning: typeof plan = leadToClass
    ? (parsed) => after(leadToClass(parsed, reached, request), plan)
    : plan;
  return after(after(parse(matched, request), planning), (planned) =>
    after(execute(planned, reached, request), (executed) => render(request, requestId, planned, executed)),
  );
}

/** The same with a stopwatch on the stages. */
async function respondTimed(
  stages: RequestStages,
  given: ApiRequest,
  context: FailureContext,
): Promise<ApiResponse> {
  const clocked = timedStages(stages);
  return clocked.timed(await respond(clocked.stages, given, context));
}

/** Where failures are written, which problems there are, and which constraints. */
interface FailureContext {
  readonly logger: Logger;
  readonly requireDeclared: RequireDeclared;
  readonly constraints: ConstraintModel;
}

function failureContext({ settings: { logger, errors }, constraints }: ResolvedApi): FailureContext {
  return { logger, requireDeclared: declaredOnly(errors), constraints };
}

/** What failed goes to the log, what of it is the client's to know into the answer. */
function refusal(error: unknown, failed: FailedRequest, context: FailureContext): ApiResponse {
  const { logger, requireDeclared, constraints } = context;
  const problem = requireDeclared(
    namingWhat(problemOf(meant(error, failed.match, constraints)), failed.match),
  );
  logFailure(logger, problem, failed);
  return renderProblem(problem, failed.request, failed.requestId);
}

/** What an error of the database means on the route it came up on. */
function meant(error: unknown, match: RouteMatch, constraints: ConstraintModel): unknown {
  if (!(error instanceof DatabaseError) || match.kind !== 'route') return error;
  const { entity, operation } = match.route;
  return meaningOf(error, { entity, operation, constraints });
}

function refusals(routes: RouteTable, context: FailureContext): Api['refuse'] {
  return (error, given) => {
    const request = completeRequest(given);
    const match = routes.match(request.method, request.path);
    return refusal(
      error,
      { request, requestId: requestIdOf(request), match, since: performance.now() },
      context,
    );
  };
}

function executorFor(executor: Executor, { signal }: CompleteRequest): Executor {
  return signal ? executor.until(signal) : executor;
}

function answers(executor: Executor): Promise<boolean> {
  return Promise.resolve(executor.ping()).then(
    () => true,
    () => false,
  );
}

function requireRoute(match: RouteMatch): MatchedRoute {
  if (match.kind === 'route' && match.route.mounted) return match;
  if (match.kind === 'other-method')
    throw new ApiError('method_not_allowed', { headers: { allow: match.allow } });
  throw new ApiError('not_found');
}
