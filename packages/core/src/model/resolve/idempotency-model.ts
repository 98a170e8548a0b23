// Resolves the option `idempotency`: finds the table of keys, and reports what lacks the option or the table.
import type { DataSource } from 'typeorm';
import type { Settings } from '../../options.js';
import type { IdempotencyModel } from '../idempotency-model.js';
import type { SchemaProblems } from '../problem/schema-problems.js';
import { scanIdempotencyTable } from '../scan/idempotency-entity.js';
import type { ScannedEntity } from '../scan/scan-entities.js';

const defaultKeepHours = 24;
const msPerHour = 60 * 60 * 1_000;

/** Null without the option. */
export function resolveIdempotency(
  dataSource: DataSource,
  { idempotency }: Settings,
  shown: readonly ScannedEntity[],
  problems: SchemaProblems,
): IdempotencyModel | null {
  if (!idempotency) {
    reportRequiredKeys(shown, problems);
    return null;
  }
  const table = scanIdempotencyTable(dataSource);
  if (!table) {
    problems.add({
      entity: 'options',
      member: 'idempotency',
      problem: 'the data source has no table for keys.',
      remedy: `Add idempotencyEntity('${dataSource.options.type}') to its option entities.`,
    });
    return null;
  }
  const { scope, keepHours = defaultKeepHours } = idempotency;
  return { ...table, scope, keepMs: keepHours * msPerHour };
}

/** Without the option, no key would be looked at. */
function reportRequiredKeys(shown: readonly ScannedEntity[], problems: SchemaProblems): void {
  for (const { name, annotations } of shown) {
    if (annotations.own.requireIdempotencyKey !== true) continue;
    problems.add({
      entity: name,
      annotation: '@RequireIdempotencyKey',
      problem: 'needs the option idempotency of createApi, which is not set.',
      remedy: 'Set idempotency: { scope: ... }, or remove the annotation.',
    });
  }
}
