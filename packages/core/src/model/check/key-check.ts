// Reports keys that a database chooses and does not tell: a new row could not be found again.
import type { EntityModel } from '../api-model.js';
import type { SchemaProblems } from '../problem/schema-problems.js';
import { findLostKey } from '../resolve/lost-key.js';

/** Reports parts of a key that only the stored row has, on a database that returns no column of a new row. */
export function checkNewKeys(entities: readonly EntityModel[], problems: SchemaProblems): void {
  for (const { name, table, key, operations } of entities) {
    const lost = operations.includes('create') ? findLostKey(table) : null;
    if (!lost) continue;
    const { column, ...fault } = lost;
    const member = key.find((field) => field.column === column)?.property ?? column;
    problems.add({ entity: name, member, ...fault });
  }
}
