// How many rows a request creates: items of its body, and objects in their edges. Counted before anything is planned.
import type { EntityModel } from '../model/api-model.js';
import type { ParsedBody } from '../request/json-body.js';
import { toPointer } from '../vocabulary/json-pointer.js';
import { formatQuantity } from '../vocabulary/wording.js';
import type { BodyForms } from './body-form.js';
import { toBodyObject } from './body-value.js';
import type { Faults } from './faults.js';
import { listNestedValues, listObjects } from './nested-objects.js';

/** The body of a new row, and the pointer to it. */
interface PlacedBody {
  readonly entity: EntityModel;
  readonly body: ParsedBody;
  readonly place: string;
}

/** How many rows a request may create, and how many items an edge may have. */
interface RowLimits {
  readonly bulk: number;
  readonly listLength: number;
}

/** Returns whether a request may create its rows. Adds a fault for the place of the first that is too many. */
export function checkRowCount(
  bodies: readonly PlacedBody[],
  { bulk, listLength }: RowLimits,
  getForm: BodyForms,
  faults: Faults,
): boolean {
  let count = 0;
  const addRows = (rows: number, pointer: string) => {
    count += rows;
    if (count > bulk) faults.add({ pointer, code: 'too_many', detail: describeLimit(bulk) });
    return count <= bulk;
  };
  for (const { entity, body, place } of bodies) {
    if (!addRows(1, place)) return false;
    const { nested } = getForm(entity, 'create');
    if (nested.length === 0) continue;
    for (const given of listNestedValues(toBodyObject(body.value), nested)) {
      // A list that is too long has a fault of its own.
      if (Array.isArray(given.value) && given.value.length > listLength) continue;
      if (!addRows(listObjects(given).length, `${place}${toPointer(given.key.edge.name)}`)) return false;
    }
  }
  return true;
}

function describeLimit(bulk: number): string {
  const entities = formatQuantity(bulk, 'entity', 'entities');
  return `A request may create at most ${entities}, those in edges included (limits.bulk).`;
}
