// Resolves annotated entities into the model and its routes, in a list of passes. All mistakes are reported together.
import type { DataSource } from 'typeorm';
import type { ApiOptions, Settings } from '../options.js';
import type { ApiModel, EntityModel } from './api-model.js';
import type { CollectionModel } from './member-model.js';
import { resolveBulk } from './resolve/bulk-model.js';
import { resolveBody } from './resolve/body-schema.js';
import { checkExamples } from './check/model-check.js';
import { findServerTimes } from './check/clock-check.js';
import { checkSharedCaches } from './check/cache-check.js';
import { checkShownSecrets } from './check/secret-check.js';
import { warnAtStart } from './check/start-warnings.js';
import { checkDataSource, getEngine } from './check/data-source-check.js';
import { resolveRefusals, type RefusalModel } from './resolve/refusal-model.js';
import { omitIdsOfTaggedRows, resolveConditions } from './resolve/condition-model.js';
import { resolveDoc } from './resolve/doc-model.js';
import { openForeignKeys } from './resolve/open-foreign-keys.js';
import { resolveEdges } from './resolve/edge-model.js';
import { createTargetLookup } from './edge-targets.js';
import { freezeCopy } from './freeze-copy.js';
import { createEntityDraft, type DraftContext, type EntityDraft } from './resolve/entity-draft.js';
import { checkNewKeys } from './check/key-check.js';
import { checkRestorePaths } from './check/restore-check.js';
import { checkVisibleEntities } from './check/visible-check.js';
import { checkRules } from './check/rule-check.js';
import { markFilledColumns } from './resolve/filled-columns.js';
import { resolveFields } from './resolve/field-model.js';
import { resolveFilters } from './resolve/filter-model.js';
import { resolveWhere } from './resolve/where-model.js';
import { findObservedWrites, resolveHooks, type HookModel } from './resolve/hook-model.js';
import type { IdempotencyModel } from './idempotency-model.js';
import { resolveIdempotency } from './resolve/idempotency-model.js';
import { resolveId } from './resolve/id-model.js';
import { checkHavingNames, resolveAggregate } from './resolve/measure-model.js';
import { addIncludes, resolveViewChoices } from './resolve/include-model.js';
import { checkMemberNames, checkPathOption, checkPaths } from './check/name-check.js';
import { resolveCreatable, resolveOperations, resolveWriteChoices } from './resolve/operation-model.js';
import { checkEffects } from './check/effect-check.js';
import { checkRequirements } from './check/requirement-check.js';
import { checkQuantifierNames, checkRequiredFilters } from './check/where-check.js';
import { checkOptions } from './check/option-check.js';
import { getDefaultCollection, resolveCollection } from './resolve/page-model.js';
import { resolvePolicies, type PolicyModel } from './resolve/policy-model.js';
import { createDeclaredProblems, listDeclarations, resolveRouteProblems } from './resolve/problem-model.js';
import { resolveRoutes } from './resolve/resolve-routes.js';
import type { Route } from './route-model.js';
import { createSourceLookup } from './scan/problem-source.js';
import { scanEntities, type ScannedEntity } from './scan/scan-entities.js';
import { createSchemaProblems, ignoredProblems, type SchemaProblems } from './problem/schema-problems.js';
import { resolveDefaultSort, resolveSorts } from './resolve/sort-model.js';
import { addVariants } from './resolve/variants-model.js';
import { leaveOutCreates } from './resolve/left-out-creates.js';
import { leaveOutUnservable, type LeftOut, warnOfLeftOut } from './resolve/left-out.js';
import { anyJsonSchema } from '../vocabulary/json-schema.js';
import { resolvePaths } from './resolve/default-paths.js';

/** The input of all later stages. */
interface ResolvedApi extends RefusalModel {
  readonly model: ApiModel;
  readonly routes: readonly Route[];
  readonly policies: PolicyModel;
  readonly hooks: HookModel;
  readonly idempotency: IdempotencyModel | null;
  /** Columns of times that the database fills in, in the time zone of its sessions. */
  readonly serverTimes: readonly string[];
  readonly settings: Settings;
}

/** Resolves the model of an initialised data source. @throws SchemaError with all problems. */
export function resolveModel(dataSource: DataSource, options: ApiOptions): ResolvedApi {
  const problems = createSchemaProblems(createSourceLookup(dataSource));
  const given = checkOptions(options, problems);
  const settings = { ...given, errors: listDeclarations(given, problems) };
  checkDataSource(dataSource, settings, problems);
  // Without metadata, no other pass can run.
  if (!dataSource.isInitialized) problems.raise();
  const { scanned, leftOut } = scanServable(dataSource, settings);
  const names = scanned.map(({ name }) => name);
  checkPathOption(settings, names, problems);
  const shown = checkVisibleEntities(scanned, problems);
  const policies = resolvePolicies(scanned, settings.policies, problems);
  const hooks = resolveHooks(scanned, settings.hooks, problems);
  const idempotency = resolveIdempotency(dataSource, settings, shown, problems);
  const opened = markFilledColumns(openForeignKeys(shown, hooks), hooks);
  const resolved = resolveDrafts(opened, settings, problems);
  const { drafts, creates } = leaveOutCreates(resolved, leftOut, { hooks, settings });
  const model = buildModel(drafts, { policies, hooks, settings, problems });
  const declared = { engine: getEngine(dataSource), scanned, entities: model.entities };
  const refusals = resolveRefusals(settings, declared, problems);
  const problemsOf = resolveRouteProblems(settings.errors, scanned, problems);
  const routes = resolveRoutes(model, { settings, problemsOf, problems });
  checkSharedCaches(model, routes, settings, problems);
  checkEffects(shown, { model, routes }, problems);
  const warnOfSecrets = checkShownSecrets(model.entities, settings, problems);
  problems.raise();
  warnOfLeftOut(leftOut, creates, settings.logger);
  warnAtStart({ model, scanned, options, settings, warnOfSecrets });
  return {
    ...freezeCopy({ model, routes }),
    policies,
    hooks,
    idempotency,
    serverTimes: findServerTimes(scanned, (name) => model.entities.some((entity) => entity.name === name)),
    ...refusals,
    settings,
  };
}

/** The entities, and what the option `leaveOut` leaves out of them; null without the option. */
function scanServable(
  dataSource: DataSource,
  { defaultSchema, leaveOut, naming }: Settings,
): { readonly scanned: readonly ScannedEntity[]; readonly leftOut: readonly LeftOut[] | null } {
  const scanned = scanEntities(dataSource, defaultSchema === 'any' ? anyJsonSchema : null);
  return leaveOut === 'unservable' ? leaveOutUnservable(scanned, naming) : { scanned, leftOut: null };
}

function resolveDrafts(
  shown: readonly ScannedEntity[],
  settings: Settings,
  problems: SchemaProblems,
): readonly EntityDraft[] {
  const targets = new Map(
    shown.map((entity) => [
      entity.name,
      {
        scanned: entity,
        collection: resolveEntityCollection(entity, settings, problems),
        keyColumns: getKeyColumns(entity),
        isReferable: !entity.table.isView,
        creatable: resolveCreatable(entity, settings),
      },
    ]),
  );
  const drafts = shown.map((entity) =>
    createEntityDraft(
      entity,
      resolveFields(entity, settings, problems),
      resolveEdges(entity, targets, { settings, problems }),
    ),
  );
  for (const draft of drafts) checkMemberNames(draft, problems);
  checkExamples(drafts, createTargetLookup(drafts), problems);
  return omitIdsOfTaggedRows(drafts, settings);
}

function getKeyColumns({ columns }: ScannedEntity): ReadonlySet<string> {
  return new Set(columns.flatMap(({ primary, column }) => (primary ? column : [])));
}

function resolveEntityCollection(
  entity: ScannedEntity,
  settings: Settings,
  problems: SchemaProblems,
): CollectionModel {
  const annotated = { at: { entity: entity.name }, annotations: entity.annotations.own };
  return resolveCollection(annotated, getDefaultCollection(settings), problems);
}

/** What entities are resolved with: the settings, and the author's code that decides per request. */
interface EntityContext extends DraftContext {
  readonly policies: PolicyModel;
  readonly hooks: HookModel;
  /** Path segments by class name. */
  readonly paths: ReadonlyMap<string, string>;
}

function buildModel(
  drafts: readonly EntityDraft[],
  context: Omit<EntityContext, 'targetOf' | 'paths'>,
): ApiModel {
  const { settings, problems } = context;
  const targetOf = createTargetLookup(drafts);
  const paths = resolvePaths(
    drafts.map(({ name }) => name),
    settings,
  );
  const declared = drafts.map((draft) => resolveEntity(draft, { ...context, targetOf, paths }));
  checkRules(declared, problems);
  const entities = addVariants(
    declared,
    drafts.map(({ scanned }) => scanned),
    problems,
  );
  checkPaths(entities, problems);
  checkRestorePaths(entities, problems);
  checkNewKeys(entities, problems);
  checkRequiredFilters(entities, problems);
  checkRequirements(declared, entities, problems);
  checkQuantifierNames(entities, problems);
  const included = addIncludes(entities, { limits: settings.limits, problems });
  const { naming, limits, strictMutate, returnMinimal, listNotFound, serverTiming, unpagedLimit } = settings;
  return {
    entities: included,
    naming,
    limits,
    strictMutate,
    returnMinimal,
    listNotFound,
    serverTiming,
    unpagedLimit,
    quotesFormulas: settings.csvFormulas === 'quote',
    errors: createDeclaredProblems(settings.errors),
  };
}

function resolveEntity(draft: EntityDraft, context: EntityContext): EntityModel {
  const { policies, hooks, targetOf, settings, problems } = context;
  const { name, scanned, key, fields, edges } = draft;
  const { own } = scanned.annotations;
  const sorts = resolveSorts(draft, targetOf, problems);
  const filters = resolveFilters(draft, context);
  const aggregate = resolveAggregate(draft, context);
  checkHavingNames(draft, { aggregate, filters }, problems);
  const operations = resolveOperations(draft, settings, problems);
  return {
    name,
    path: context.paths.get(name) ?? name,
    target: scanned.target,
    table: scanned.table,
    id: resolveId(draft),
    key,
    fields,
    edges,
    operations,
    ...resolveWriteChoices(scanned, settings),
    bulk: resolveBulk(draft, { operations, filters }, context),
    collection: resolveEntityCollection(scanned, settings, ignoredProblems),
    ...resolveConditions(draft, context),
    filters,
    where: resolveWhere(draft, filters, context),
    requiredFilters: own.requiredFilters ?? [],
    sorts,
    defaultSort: resolveDefaultSort(draft, sorts, context),
    aggregate,
    ...resolveViewChoices(own, settings),
    includes: [],
    body: resolveBody(draft, targetOf, settings),
    doc: resolveDoc(own, { description: null, tags: [name] }),
    mounted: own.handler ?? true,
    hasPolicies: policies.getPolicies(scanned).length > 0,
    hasHooks: hooks.getRowHooks(scanned).length > 0,
    variants: null,
    observedWrites: findObservedWrites(scanned, hooks),
  };
}
