// What a 404 says: which entity is not there, the same whether it never was or may not be seen. And a 405: which methods are.
import { ApiError } from '../errors.js';
import type { RouteMatch } from '../request/route-match.js';
import { shortenName } from '../vocabulary/quantity.js';

/** The problem; a `not_found` that says nothing yet names what was asked for, a `method_not_allowed` what may be. */
export function withNotFoundDetail(problem: ApiError, match: RouteMatch): ApiError {
  if (problem.code === 'method_not_allowed' && problem.detail === undefined)
    return withAllowedMethods(problem);
  if (problem.code !== 'not_found' || problem.detail !== undefined) return problem;
  return new ApiError('not_found', { detail: describeMissing(match), headers: problem.headers });
}

function withAllowedMethods({ headers }: ApiError): ApiError {
  const { allow } = headers;
  if (allow === undefined) return new ApiError('method_not_allowed', { headers });
  return new ApiError('method_not_allowed', { detail: `The methods of this path are ${allow}.`, headers });
}

function describeMissing(match: RouteMatch): string {
  if (match.kind !== 'route' || !match.route.mounted || match.id === '') return 'Nothing is at this path.';
  const { entity, edge } = match.route;
  const named = `${entity.name} ${shortenName(match.id)}`;
  return edge?.unique ? `There is no ${named}, or its ${edge.name} is empty.` : `There is no ${named}.`;
}
