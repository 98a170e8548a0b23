// The route that restores a row: in all but its path and its name as the update of its entity.
import { addArticle } from '../../vocabulary/wording.js';
import { restoreSegment } from '../route-model.js';
import { describeFurtherOperation } from './doc-model.js';
import { nameOperation, type RouteDraft } from './operation-ids.js';

/** Makes the route that restores a row from that of an update. */
export function toRestoreRoute(update: RouteDraft): RouteDraft {
  const { entity, path } = update;
  return {
    ...update,
    kind: 'restore',
    method: 'POST',
    path: `${path}/${restoreSegment}`,
    ...describeFurtherOperation(entity.doc, 'restore', {
      id: nameOperation('restore'),
      summary: `Restore ${addArticle(entity.name)}`,
    }),
  };
}
