// The parameter `deleted`: whether a list, an aggregate or a read of one entity finds rows with a delete date.
import { findsDeletedRows, type Route } from '../model/route-model.js';
import type { DeletedRows } from '../vocabulary/deleted-rows.js';
import { parameterNames } from '../vocabulary/wire-names.js';
import type { Faults } from './faults.js';
import type { QueryParameters } from './query-parameters.js';

/** Whether a route takes the parameter. */
export function acceptsDeleted({ kind, subject }: Route): boolean {
  return subject.restorable && findsDeletedRows[kind];
}

/** Whether a name is that of the parameter, and the route takes it. */
export function isDeletedParameter(route: Route, name: string): boolean {
  return name === parameterNames.deleted && acceptsDeleted(route);
}

/** Plans the parameter; adds a fault for an unknown value. One entity is found by its id, so `only` says no more than `with`. */
export function planDeleted(parameters: QueryParameters, { kind }: Route, faults: Faults): DeletedRows {
  const given = parameters.one(parameterNames.deleted);
  if (given === undefined) return 'without';
  const values: readonly DeletedRows[] = kind === 'read' ? ['with'] : ['only', 'with'];
  const chosen = values.find((value) => value === given);
  if (chosen) return chosen;
  const detail = `'deleted' must be ${values.join(' or ')}.`;
  faults.add({ parameter: parameterNames.deleted, code: 'malformed_parameter', detail });
  return 'without';
}

/** The part of a shape's key for rows with a delete date; empty for a read without them. */
export function formatDeletedKey(deleted: DeletedRows): string {
  return deleted === 'without' ? '' : `;deleted=${deleted}`;
}
