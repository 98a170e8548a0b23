// Reports keys that a database chooses and does not tell: a new row could not be found again.
import type { EntityModel } from '../api-model.js';
import type { SchemaProblems } from '../problem/schema-problems.js';

/** Reports parts of a key that only the stored row has, on a database that returns no column of a new row. */
export function checkNewKeys(entities: readonly EntityModel[], problems: SchemaProblems): void {
  for (const entity of entities)
    if (!entity.table.returnsNewRows && entity.operations.includes('create')) checkNewKey(entity, problems);
}

function checkNewKey({ name, table, key }: EntityModel, problems: SchemaProblems): void {
  for (const { column, by, expression } of table.keySources) {
    if (by !== 'row') continue;
    problems.add({
      entity: name,
      member: key.find((field) => field.column === column)?.property ?? column,
      problem: `the database computes this part of the key from other columns${expression === null ? '' : `, by ${expression}`}, and does not return it: a new row could not be found.`,
      remedy:
        'Set it in a @BeforeInsert() listener instead of a default, or leave creates out with @ExcludeOperations(OperationCreate).',
    });
  }
}
