// Resolves what clients can do with many rows in one request, from @Bulk and the option `bulk`.
import { bulkOperations, type Operation } from '../../vocabulary/operation.js';
import type { BulkModel } from '../bulk-model.js';
import type { FilterModel, FilterTarget } from '../query-model.js';
import { findSingleColumn } from '../row-id.js';
import { ignoredProblems } from '../problem/schema-problems.js';
import { resolveConditions } from './condition-model.js';
import type { DraftContext, EntityDraft } from './entity-draft.js';
import { resolveBulkBody } from './body-schema.js';
import { createFilter, isApplicable } from './filterable-field.js';
import { hasIdName, resolveId } from './id-model.js';

/** What a class offers by itself. */
interface OwnAccess {
  readonly operations: readonly Operation[];
  readonly filters: readonly FilterModel[];
}

/**
 * Null for a class without operations on many rows. Reports operations that the class does not have, and those that change
 * rows which require `If-Match`; by option, such rows are left alone.
 */
export function resolveBulk(
  draft: EntityDraft,
  { operations, filters }: OwnAccess,
  context: DraftContext,
): BulkModel | null {
  const { targetOf, settings, problems } = context;
  const { bulk } = draft.scanned.annotations.own;
  const { requiresIfMatch } = resolveConditions(draft, { ...context, problems: ignoredProblems });
  for (const operation of bulk ?? [])
    if (bulkOperations.includes(operation) && ![...operations, ...draft.unservable].includes(operation))
      problems.add({
        entity: draft.name,
        annotation: '@Bulk',
        problem: `the class has no operation '${operation}'.`,
        remedy: `Include the operation, or remove '${operation}'.`,
      });
  const wanted = bulk ?? settings.bulk;
  const all = bulk?.length === 0;
  const named = bulkOperations.filter((one) => operations.includes(one) && (all || wanted.includes(one)));
  const offered = requiresIfMatch ? named.filter((one) => one === 'create') : named;
  if (bulk && offered.length < named.length) problems.add(describeUntaggedWrites(draft.name));
  if (offered.length === 0) return null;
  const known = [...filters, ...createIdFilters(draft, filters)];
  return {
    operations: offered,
    filters: known,
    requiredFilters: addIdFilters(draft, known),
    body: offered.includes('update') ? resolveBulkBody(draft, targetOf, settings) : null,
  };
}

function describeUntaggedWrites(entity: string) {
  return {
    entity,
    annotation: '@Bulk',
    problem: 'the class requires If-Match, and a request for many entities cannot have the tag of each.',
    remedy: "Use @Bulk('create'), or add @RequireIfMatch(false).",
  };
}

/** Ids bound a request as well as the required filters of lists do. */
function addIdFilters({ key, scanned }: EntityDraft, filters: readonly FilterModel[]): readonly string[] {
  const { requiredFilters = [] } = scanned.annotations.own;
  if (requiredFilters.length === 0) return [];
  const { name } = resolveId({ key });
  const ofId = filters.filter((filter) => idTests.some((test) => filter.name === `${name}.${test}`));
  return [...new Set([...requiredFilters, ...ofId.map((filter) => filter.name)])];
}

const idTests = ['eq', 'in'] as const;

/** The filters by the id that lists do not have. Ids bound a request that writes, so they are always known there. */
function createIdFilters(draft: EntityDraft, known: readonly FilterModel[]): readonly FilterModel[] {
  const target = findIdTarget(draft);
  if (!target) return [];
  const { name } = resolveId(draft);
  return idTests
    .filter((test) => target.field === null || isApplicable(test, target.field))
    .filter((test) => known.every((filter) => filter.name !== `${name}.${test}`))
    .map((test, at) => ({ ...createFilter(`${name}.${test}`, test, target), ordinal: known.length + at }));
}

/** Null where filters cannot name the id. */
function findIdTarget(draft: EntityDraft): FilterTarget | null {
  const only = findSingleColumn(draft.key);
  if (only) return { edge: null, field: only };
  return hasIdName(draft) ? { edge: null, field: null, key: draft.key } : null;
}
