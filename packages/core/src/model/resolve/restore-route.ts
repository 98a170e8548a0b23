// The route that restores a row: in all but its path and its name as the update of its entity.
import { addArticle } from '../../vocabulary/wording.js';
import { restoreSegment, type OwnRoute } from '../route-model.js';
import { toSnakeCase } from './wire-name.js';

/** Makes the route that restores a row from that of an update. */
export function toRestoreRoute(update: OwnRoute): OwnRoute {
  const { entity, path } = update;
  return {
    ...update,
    kind: 'restore',
    method: 'POST',
    path: `${path}/${restoreSegment}`,
    operationId: `restore_${toSnakeCase(entity.name)}`,
    summary: `Restore ${addArticle(entity.name)}`,
    description: null,
  };
}
