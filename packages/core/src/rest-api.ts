// Start reading here. createApi() resolves annotated entities into a model, once; handle() takes a request down the
// stages: match, parse, plan, compile, execute, render.
import type { DataSource } from 'typeorm';
import { ApiError } from './errors.js';
import { DatabaseError, meaningOf } from './execute/database-error.js';
import { executePlan } from './execute/execute-plan.js';
import { executorOf } from './execute/executor-of.js';
import type { ApiModel } from './model/api-model.js';
import { edgeTargets } from './model/edge-targets.js';
import { resolveModel } from './model/resolve-model.js';
import type { ApiOptions, Logger } from './options.js';
import { createPlanner } from './plan/planner.js';
import { completeRequest, type ApiRequest, type CompleteRequest } from './request/api-request.js';
import { parseRequest } from './request/parsed-request.js';
import { requestIdOf } from './request/request-id.js';
import { routeTable, type RouteMatch, type RouteTable } from './request/route-match.js';
import type { ApiResponse } from './response/api-response.js';
import { renderProblem } from './response/render-problem.js';
import { renderOptions, renderResponse } from './response/render-response.js';
import { compiledShapes, type CompiledShapes } from './sql/compiled-shapes.js';
import { dialectOf } from './sql/dialect-of.js';

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
  const { model, routes: list, settings } = resolveModel(dataSource, options);
  const routes = routeTable(list);
  const planner = createPlanner(model);
  const shapes = compiledShapes({ dialect: dialectOf(dataSource), targetOf: edgeTargets(model.entities) });
  const executor = executorOf(dataSource);

  async function answer(
    matched: MatchedRoute,
    request: CompleteRequest,
    requestId: string,
  ): Promise<ApiResponse> {
    const { entity, operation } = matched.route;
    try {
      const parsed = await parseRequest(matched, request, model.limits);
      const plan = await planner.plan(parsed);
      // Compiles what the plan needs from its shape, unless `shapes` has it already.
      const executed = await executePlan(executor, shapes, plan);
      return renderResponse(model, request, requestId, plan, executed);
    } catch (error) {
      throw error instanceof DatabaseError ? meaningOf(error, entity, operation) : error;
    }
  }

  async function handle(given: ApiRequest): Promise<ApiResponse> {
    const request = completeRequest(given);
    const requestId = requestIdOf(request);
    try {
      const match = routes.match(request.method, request.path);
      if (match.kind === 'options') return renderOptions(match.allow, requestId);
      return await answer(requireRoute(match), request, requestId);
    } catch (error) {
      return renderProblem(error, request, requestId, settings.logger);
    }
  }

  return { api: Object.freeze({ model, routes, handle, refuse: refusals(settings.logger) }), shapes };
}

function refusals(logger: Logger): Api['refuse'] {
  return (error, given) => {
    const request = completeRequest(given);
    return renderProblem(error, request, requestIdOf(request), logger);
  };
}

type MatchedRoute = Extract<RouteMatch, { kind: 'route' }>;

function requireRoute(match: RouteMatch): MatchedRoute {
  if (match.kind === 'route' && match.route.mounted) return match;
  if (match.kind === 'other-method')
    throw new ApiError('method_not_allowed', { headers: { allow: match.allow } });
  throw new ApiError('not_found');
}
