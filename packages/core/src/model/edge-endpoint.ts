// Which edges of a class have an endpoint of their own.
import type { EntityModel } from './api-model.js';
import type { EdgeModel } from './member-model.js';

/** Whether requests to the edge of a row of the class are served. */
export function hasEndpoint({ operations }: EntityModel, { endpoint, unique }: EdgeModel): boolean {
  return endpoint === 'always' || (endpoint !== null && operations.includes(unique ? 'read' : 'list'));
}
