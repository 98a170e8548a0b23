// Resolves the option `idempotency`: finds the table of keys, and reports what lacks the option or the table; and which routes
// need a key.
import type { DataSource } from 'typeorm';
import type { Settings } from '../../options.js';
import type { EntityModel } from '../api-model.js';
import type { TargetOf } from '../edge-targets.js';
import type { IdempotencyModel } from '../idempotency-model.js';
import type { SchemaProblems } from '../problem/schema-problems.js';
import { scanIdempotencyTable } from '../scan/idempotency-entity.js';
import type { OwnRoute, Route } from '../route-model.js';
import type { ScannedEntity } from '../scan/scan-entities.js';
import { listNestedTargets } from './edge-create-route.js';

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

/**
 * DELETE and reads are idempotent by themselves. A create that may also create rows which require a key requires it, whatever
 * its body has: headers are checked before the body is read.
 */
export function resolveKeyUse(route: OwnRoute, targetOf: TargetOf<EntityModel>): Route['idempotencyKey'] {
  const { method, operation, subject } = route;
  if (method !== 'POST' && method !== 'PATCH') return null;
  if (operation !== 'create') return 'optional';
  const created = [subject, ...listNestedTargets(route, targetOf)];
  return created.some(({ requiresIdempotencyKey }) => requiresIdempotencyKey) ? 'required' : 'optional';
}
